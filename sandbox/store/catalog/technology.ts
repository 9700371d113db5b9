/** A version of a technology that jobs or apps can be made with. */
export interface Context {
  /** As '3.12'. */
  id: string;
  label: string;
  available: boolean;
  description: string | null;
  recommended: boolean;
  trustLevel: 'Deprecated' | 'Experimental' | 'Stable';
  dockerImage: string | null;
  /** Of contexts of app technologies. */
  ports: number[];
}

/** The volumes that each context of an app technology names. */
export const CONTEXT_VOLUMES = [{ path: '/data', size: '1 GB' }];

export interface Technology {
  kind: 'JobTechnology' | 'AppTechnology' | 'SparkTechnology';
  id: string;
  label: string;
  description: string | null;
  available: boolean;
  /** Its name in the repository's files, as 'python'. */
  technologyId: string;
  repositoryId: string;
  facets: string[];
  /** Epoch milliseconds. */
  lastUpdate: number;
  contexts: Context[];
}

/** A file as it was uploaded, or an address. */
export type Source =
  | { kind: 'FileSource'; name: string; size: number; sha256: string }
  | { kind: 'UrlSource'; url: string };

export type SynchroMode = { kind: 'Manual' } | { kind: 'Automatic'; cron: string };

/** Times are epoch milliseconds. */
export interface Repository {
  id: string;
  name: string;
  readOnly: boolean;
  creator: string;
  /** Login of who changed it last. */
  editor: string;
  createdAt: number;
  modifiedAt: number;
  source: Source;
  synchroMode: SynchroMode;
  technologies: Technology[];
}

/** Outcome of a synchronization. A failed one has a failure and changed nothing. */
export interface Synchronization {
  id: string;
  repositoryId: string;
  startedAt: number;
  endedAt: number;
  author: string;
  trigger: 'MANUAL' | 'URL_UPDATE';
  source: Source;
  /** Who turned it back; null: nobody did. */
  revert: { author: string; date: number } | null;
  failure: string | null;
  technologyReports: { technologyId: string; technologyLabel: string; status: 'UPDATED' }[];
}
