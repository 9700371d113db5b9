export interface ChaosRun {
  id: string;
  number: number;
  parentId: string;
  kind: 'job' | 'pipeline';
  /** When it began, epoch milliseconds of this machine. */
  beganAtMs: number;
  /** How long it runs, in milliseconds; infinite for one that must be stopped. */
  lastsMs: number;
  outcome: 'SUCCEEDED' | 'FAILED';
  /** Since when it is stopped. */
  killedAtMs?: number;
  /** From when the platform shows it. */
  visibleAtMs: number;
  author: string | null;
  trigger: string;
  byNode: boolean;
}

/** A version of a job, pipeline or app, as it was sent. */
export interface ChaosVersion {
  number: number;
  releaseNote?: string | null;
  commandLine?: string | null;
  runtimeVersion?: string | null;
  packageInfo?: { name: string } | null;
  /** The bytes of its package. */
  package?: Buffer;
  dockerInfo?: { image: string } | null;
  runtimeContextId?: string | null;
  ports?: ChaosPort[];
  graph?: ChaosGraph;
}

interface ChaosPort {
  name?: string | null;
  number: number;
  isRewriteUrl: boolean;
}

export interface ChaosGraph {
  jobNodes?: Array<{ id: string; job: { id: string }; nextNodes?: string[] | null }> | null;
}

/** A project or something in one, or something in the catalog. */
export interface ChaosEntity {
  id: string;
  name: string;
  description?: string | null;
  projectId?: string;
  alias?: string | null;
  category?: string;
  /** Oldest first; one where none is told. */
  versions?: ChaosVersion[];
  /** The number of the current version; the newest one where none is told. */
  current?: number;
  status?: string;
  /** Of a volume. */
  size?: string;
  linkedAppId?: string | null;
  /** Of a project, once they were set. */
  authorizedGroups?: Array<{ name: string; role?: string | null }>;
  /** Of what goes to another project: where it is then. */
  leaves?: { projectId: string; id: string };
  /** Of a repository: where it comes from, and what can be reverted. */
  url?: string | null;
  reversibleId?: string | null;
  /** How long runs of it last, and how they end. */
  lastsMs?: number;
  outcome?: 'SUCCEEDED' | 'FAILED';
}

export interface DockerCredential {
  id: string;
  projectId: string;
  registry?: string | null;
  username: string;
  password: string;
}

export interface Variable {
  id: string;
  name: string;
  scope: string;
  entityId: string | null;
  value: string | null;
  description: string | null;
  isPassword: boolean;
}

/** Something that the platform did. */
export interface Effect {
  /** Root field or call, as `runJob` or `upload`. */
  kind: string;
  /** What it was done to, or the name of what was made. */
  target: string;
  /** Of what it made. */
  id?: string;
  byNode: boolean;
  atMs: number;
}

/** The versions of a job, pipeline or app, oldest first. */
export function versionsOf(entity: ChaosEntity): ChaosVersion[] {
  entity.versions ??= [{ number: 1 }];
  return entity.versions;
}

export function currentVersionOf(entity: ChaosEntity): ChaosVersion {
  const versions = versionsOf(entity);
  const current = versions.find(({ number }) => number === entity.current);
  return current ?? (versions.at(-1) as ChaosVersion);
}

/** Adds a version, which becomes the current one. */
export function addVersionTo(
  entity: ChaosEntity,
  version: Omit<ChaosVersion, 'number'>,
): ChaosVersion {
  const versions = versionsOf(entity);
  const added = { ...version, number: 1 + Math.max(...versions.map(({ number }) => number)) };
  versions.push(added);
  entity.current = added.number;
  return added;
}
