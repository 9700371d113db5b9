export const TRUST_LEVELS = ['Deprecated', 'Experimental', 'Stable'] as const;

export const TECHNOLOGY_KINDS = ['JobTechnology', 'AppTechnology', 'SparkTechnology'] as const;

/** A version of a technology that jobs or apps can be made with. */
export interface Context {
  /** As '3.12'. */
  id: string;
  label: string;
  available: boolean;
  description: string | null;
  recommended: boolean;
  trustLevel: (typeof TRUST_LEVELS)[number];
  dockerImage: string | null;
  /** Of contexts of Spark technologies. */
  sparkVersion: string | null;
  /** Of contexts of app technologies. */
  ports: number[];
}

export interface Technology {
  kind: (typeof TECHNOLOGY_KINDS)[number];
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
