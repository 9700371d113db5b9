import type { JobScript } from '../runs/script';
import type { Database } from './database';
import { type NewVersioned, type Versioned, VersionedTable } from './versions';

interface PackageInfo {
  name: string;
  /** Bytes; null if the client sent a name without a file. */
  size: number | null;
  sha256: string | null;
}

export interface DockerInfo {
  image: string;
  dockerCredentialsId: string | null;
}

export class JobVersionDetails {
  releaseNote: string | null = null;
  runtimeVersion: string | null = null;
  commandLine: string | null = null;
  packageInfo: PackageInfo | null = null;
  dockerInfo: DockerInfo | null = null;
  extraTechnology: { language: string; version: string } | null = null;
  /** Resources of older platforms, where they belong to the version. */
  resources: { cpu: number; memory: number; disk: number } | null = null;
  sourceUrl: string | null = null;
}

interface Resource {
  request?: number | null;
  limit?: number | null;
}

export interface Alerting {
  emails: string[];
  statusList: string[];
  loginEmails: { login: string; email: string }[];
}

export type Resources = Partial<Record<'cpu' | 'memory' | 'gpu', Resource | null>>;

export class JobSettings {
  isScheduled = false;
  cronScheduling: string | null = null;
  scheduleTimezone: string | null = null;
  isStreaming = false;
  doesUseGPU = false;
  alerting: Alerting | null = null;
  resources: Resources | null = null;
  originalJobId: string | null = null;
}

export interface Job extends Versioned {
  category: string;
  technologyId: string;
  script: JobScript;
  settings: JobSettings;
}

export type NewJob = NewVersioned<Job, JobVersionDetails, 'category'>;

export class JobTable extends VersionedTable<Job, JobVersionDetails, 'category'> {
  constructor(database: Database, clock: () => number) {
    const ownDefaults = { category: 'Processing', settings: new JobSettings() };
    super(database, 'Job', clock, ownDefaults, new JobVersionDetails());
  }
}
