import { randomUUID } from 'node:crypto';
import type { JobScript } from '../runs/script';
import type { Database, Row } from './database';

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

export interface JobChanges extends Partial<
  Pick<Job, 'name' | 'alias' | 'description' | 'category' | 'versionNumber' | 'script'>
> {
  settings?: Partial<JobSettings>;
}

export class JobStore {
  constructor(private readonly database: Database) {}

  add(job: NewJob): Job {
    const name = job.name ?? 'Job';
    const projectId = job.projectId.toLowerCase();
    const row: Job = {
      id: (job.id ?? randomUUID()).toLowerCase(),
      projectId,
      name,
      alias:
        job.alias ?? freeAlias(name, (alias) => this.findByAlias(projectId, alias) !== undefined),
      description: job.description ?? null,
      category: job.category ?? 'Processing',
      technologyId: job.technologyId.toLowerCase(),
      versionNumber: job.versionNumber ?? 1,
      createdAt: job.createdAt,
      script: job.script,
      settings: { ...JOB_SETTINGS, ...job.settings },
    };
    this.database.insert('job', {
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      alias: row.alias,
      description: row.description,
      category: row.category,
      technology_id: row.technologyId,
      version_number: row.versionNumber,
      created_at: row.createdAt,
      script: JSON.stringify(row.script),
      settings: JSON.stringify(row.settings),
    });
    return row;
  }

  find(id: string): Job | undefined {
    const row = this.database.one('SELECT * FROM job WHERE id = ?', id.toLowerCase());
    return row && fromRow(row);
  }

  /** Whatever its case: two that differ in nothing else would be mixed up. */
  findByAlias(projectId: string, alias: string): Job | undefined {
    const row = this.database.one(
      'SELECT * FROM job WHERE project_id = ? AND alias = ? COLLATE NOCASE',
      projectId.toLowerCase(),
      alias,
    );
    return row && fromRow(row);
  }

  /** The jobs that fit every given part of the filter, in the order they were made. */
  list({ projectId, category, technologyId }: JobFilter = {}): Job[] {
    return this.database
      .all(
        `SELECT * FROM job WHERE (?1 IS NULL OR project_id = ?1)
         AND (?2 IS NULL OR category = ?2) AND (?3 IS NULL OR technology_id = ?3) ORDER BY rowid`,
        projectId?.toLowerCase() ?? null,
        category ?? null,
        technologyId?.toLowerCase() ?? null,
      )
      .map(fromRow);
  }

  count(projectId: string): number {
    const row = this.database.one(
      'SELECT count(*) AS jobs FROM job WHERE project_id = ?',
      projectId,
    );
    return Number(row?.jobs);
  }

  edit(id: string, changes: JobChanges): Job | undefined {
    const before = this.find(id);
    if (!before) return undefined;
    const after = {
      ...before,
      ...changes,
      settings: { ...before.settings, ...changes.settings },
    };
    this.database.update('job', id, {
      name: after.name,
      alias: after.alias,
      description: after.description,
      category: after.category,
      version_number: after.versionNumber,
      script: JSON.stringify(after.script),
      settings: JSON.stringify(after.settings),
    });
    return after;
  }

  /** Deletes the job with its runs, versions and variables. False where there is no such job. */
  delete(id: string): boolean {
    return this.database.delete('job', id);
  }
}

function fromRow(row: Row): Job {
  return {
    id: String(row.id),
    projectId: String(row.project_id),
    name: String(row.name),
    alias: String(row.alias),
    description: row.description === null ? null : String(row.description),
    category: String(row.category),
    technologyId: String(row.technology_id),
    versionNumber: Number(row.version_number),
    createdAt: Number(row.created_at),
    script: JSON.parse(String(row.script)) as JobScript,
    settings: { ...JOB_SETTINGS, ...(JSON.parse(String(row.settings)) as Partial<JobSettings>) },
  };
}
