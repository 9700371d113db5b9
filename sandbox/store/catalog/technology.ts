export interface Context {
  /** Version, for example '3.12'. */
  id: string;
  label: string;
  available: boolean;
  description: string | null;
  recommended: boolean;
  trustLevel: 'Deprecated' | 'Experimental' | 'Stable';
  dockerInfo: { image: string; version: string };
  /** Ports of an app; empty for jobs. */
  ports: number[];
}

export interface Technology {
  kind: 'JobTechnology' | 'AppTechnology' | 'SparkTechnology';
  id: string;
  label: string;
  description: string | null;
  available: boolean;
  /** Name of the technology in the repository's files, for example 'python'. */
  technologyId: string;
  repositoryId: string;
  facets: string[];
  /** Epoch milliseconds. */
  lastUpdate: number;
  contexts: Context[];
}

export type Source =
  { kind: 'FileSource'; name: string; size: number } | { kind: 'UrlSource'; url: string };

export type SynchroMode = { kind: 'Manual' } | { kind: 'Automatic'; cron: string };

/** Times are epoch milliseconds. */
export interface Repository {
  id: string;
  name: string;
  readOnly: boolean;
  creator: string;
  editor: string;
  createdAt: number;
  modifiedAt: number;
  source: Source;
  synchroMode: SynchroMode;
  technologies: Technology[];
}

export interface Synchronization {
  id: string;
  repositoryId: string;
  startedAt: number;
  endedAt: number;
  author: string;
  trigger: 'MANUAL' | 'URL_UPDATE';
  source: Source;
  revert: { author: string; date: number } | null;
  technologyReports: { technologyId: string; technologyLabel: string; status: 'UPDATED' }[];
}
