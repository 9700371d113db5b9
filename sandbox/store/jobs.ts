import { randomUUID } from 'node:crypto';
import type { JobScript } from '../runs/script';
import type { Database } from './database';
import { identifier, json, plain, SettingsTable } from './table';

/** An alias made of a name, with a number behind it where it is taken. */
export function freeAlias(name: string, isTaken: (alias: string) => boolean): string {
  const alias = name.trim().replace(/\W+/g, '_');
  let free = alias;
  for (let number = 2; isTaken(free); number++) free = `${alias}_${number}`;
  return free;
}

/** The file that a version runs, as it was uploaded. */
interface PackageInfo {
  name: string;
  /** Bytes; null where no file came with the name. */
  size: number | null;
  sha256: string | null;
}

interface DockerInfo {
  image: string;
  dockerCredentialsId: string | null;
}

export interface JobVersionDetails {
  releaseNote: string | null;
  runtimeVersion: string | null;
  commandLine: string | null;
  packageInfo: PackageInfo | null;
  dockerInfo: DockerInfo | null;
  extraTechnology: { language: string; version: string } | null;
  /** Of platforms that ask for them with the version. */
  resources: { cpu: number; memory: number; disk: number } | null;
  sourceUrl: string | null;
}

export const NO_JOB_DETAILS: JobVersionDetails = {
  releaseNote: null,
  runtimeVersion: null,
  commandLine: null,
  packageInfo: null,
  dockerInfo: null,
  extraTechnology: null,
  resources: null,
  sourceUrl: null,
};

export interface Resource {
  request?: number | null;
  limit?: number | null;
}

export interface Alerting {
  emails: string[];
  statusList: string[];
  loginEmails: { login: string; email: string }[];
}

/** What an operator sets on a job, beside its name. */
export interface JobSettings {
  isScheduled: boolean;
  cronScheduling: string | null;
  scheduleTimezone: string | null;
  isStreaming: boolean;
  doesUseGPU: boolean;
  alerting: Alerting | null;
  resources: { cpu?: Resource | null; memory?: Resource | null; gpu?: Resource | null } | null;
  originalJobId: string | null;
}

export const JOB_SETTINGS: JobSettings = {
  isScheduled: false,
  cronScheduling: null,
  scheduleTimezone: null,
  isStreaming: false,
  doesUseGPU: false,
  alerting: null,
  resources: null,
  originalJobId: null,
};

export interface Job {
  id: string;
  projectId: string;
  name: string;
  alias: string;
  description: string | null;
  category: string;
  technologyId: string;
  /** The current version. */
  versionNumber: number;
  /** Epoch milliseconds. */
  createdAt: number;
  script: JobScript;
  settings: JobSettings;
}

export interface JobFilter {
  projectId?: string;
  category?: string | null;
  technologyId?: string | null;
}

type NewJob = Partial<Omit<Job, 'projectId' | 'script' | 'settings'>> & {
  projectId: string;
  technologyId: string;
  createdAt: number;
  script: JobScript;
  settings?: Partial<JobSettings>;
};

export class JobStore extends SettingsTable<Job> {
  constructor(database: Database) {
    super(database, 'job', {
      id: identifier,
      projectId: identifier,
      name: plain,
      alias: plain,
      description: plain,
      category: plain,
      technologyId: identifier,
      versionNumber: plain,
      createdAt: plain,
      script: json(),
      settings: json(JOB_SETTINGS),
    });
  }

  add({ name = 'Job', settings, ...job }: NewJob): Job {
    const isTaken = (alias: string) => this.findByAlias(job.projectId, alias) !== undefined;
    return this.insert({
      id: randomUUID(),
      description: null,
      category: 'Processing',
      versionNumber: 1,
      ...job,
      name,
      alias: job.alias ?? freeAlias(name, isTaken),
      settings: { ...JOB_SETTINGS, ...settings },
    });
  }

  /** Whatever its case: two that differ in nothing else would be mixed up. */
  findByAlias(projectId: string, alias: string): Job | undefined {
    return this.all(
      'WHERE project_id = ? AND alias = ? COLLATE NOCASE',
      projectId.toLowerCase(),
      alias,
    )[0];
  }

  /** The jobs that fit every given part of the filter, in the order they were made. */
  filtered({ projectId, category, technologyId }: JobFilter): Job[] {
    return this.all(
      `WHERE (?1 IS NULL OR project_id = ?1)
       AND (?2 IS NULL OR category = ?2) AND (?3 IS NULL OR technology_id = ?3) ORDER BY rowid`,
      projectId?.toLowerCase() ?? null,
      category ?? null,
      technologyId?.toLowerCase() ?? null,
    );
  }
}
