import type { JobScript } from '../runs/script';
import type { Database } from './database';
import { type NewVersioned, type Versioned, VersionedTable } from './versions';

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

const NO_DETAILS: JobVersionDetails = {
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

export interface Job extends Versioned {
  category: string;
  technologyId: string;
  script: JobScript;
  settings: JobSettings;
}

export interface JobFilter {
  projectId?: string;
  category?: string | null;
  technologyId?: string | null;
}

export type NewJob = NewVersioned<Job, JobVersionDetails, 'category'>;

export class JobTable extends VersionedTable<Job, JobVersionDetails, 'category'> {
  constructor(database: Database, clock: () => number) {
    const usual = { category: 'Processing', settings: JOB_SETTINGS };
    super(database, 'Job', clock, usual, NO_DETAILS);
  }

  /** The jobs that fit every given part of the filter, in the order they were made. */
  filtered({ projectId, category, technologyId }: JobFilter): Job[] {
    return this.list(projectId).filter(
      (job) =>
        (!category || job.category === category) &&
        (!technologyId || job.technologyId === technologyId),
    );
  }
}
