import { randomBytes } from 'node:crypto';
import type { SchemaChanges } from './definitions/definitions';
import { generationOf, type Age } from './generations/ages';
import type { Generation } from './generations/generation';
import { SCRIPT_DEFAULTS, type JobScript } from './runs/script';

/** What a listing looks like: it differs from version to version of the platform. */
export type ListingForm = 'objects' | 'names' | 'wrapped';

/** Which bodies an upload may have: the other one is answered with 415. */
export type UploadFormat = 'any' | 'multipart' | 'binary';

/** How a request is answered whose token has ended. */
export interface EndedSession {
  status: number;
  headers?: Record<string, string>;
  /** Default: JSON that says so. */
  body?: string;
}

export interface SandboxOptions {
  /** Port on 127.0.0.1; 0 (default) takes a free one. */
  port?: number;
  /** Path of the database file, or ':memory:' (default). */
  database?: string;
  /** Fill an empty database with the demo projects and jobs. Default true. */
  seed?: boolean;
  /** Give the demo jobs a history of runs. Default true. */
  seedRuns?: boolean;
  login?: string;
  password?: string;
  realm?: string;
  platformId?: string;
  /** Name of the header that carries the realm. Default 'Platform-Realm'. */
  realmHeader?: string;
  tokenLifetimeSeconds?: number;
  /** Body of the authentication answer: bare text, a JSON string, or `{ "token": … }`. */
  tokenFormat?: 'plain' | 'json-string' | 'object';
  /** A JWT tells its lifetime; an opaque token tells nothing. */
  tokenKind?: 'jwt' | 'opaque';
  /** What is answered to a token that has ended. Default 401. */
  endedSession?: EndedSession;
  /** Whether the GraphQL schema may be asked for. Default true. */
  introspection?: boolean;
  /** Form of `variables` that is accepted. Default 'any'. */
  variablesForm?: 'any' | 'object' | 'string';
  /** Type of the argument jobs(projectId:). Default 'UUID'. */
  projectIdType?: 'UUID' | 'String';
  /** Which platform the Projects module is like, from the interface alone to one of today. Default 'recent'. */
  generation?: Generation;
  /** A platform between two generations; takes the place of `generation`. Default none. */
  age?: Age;
  /** How the schema of the Projects module differs from that: a platform of another version, or one of its own. */
  schemaChanges?: SchemaChanges;
  /** Whether command lines, crons and positions are told in another form than they were given in. Default false. */
  rewritesTexts?: boolean;
  /** Whether an edit leaves what it is given null for; an empty text empties it. Default false. */
  nullLeaves?: boolean;
  /** Whether a project has each name of a job, pipeline, app or volume once, whatever its case. Default false: volumes alone. */
  uniqueNames?: boolean;
  /** Where the Catalog module is; the other address answers a gateway's page. Default 'gateway'. */
  catalogAddress?: 'technology' | 'gateway' | 'both';
  /** Path below which everything lives, as '/tenant-a'. Default none. */
  basePath?: string;
  /** The time, epoch milliseconds. Default Date.now. */
  clock?: () => number;
  /** Milliseconds that every answer of the platform takes longer. */
  latencyMs?: number;
  /** The customer in the addresses of configuration files. Default 'demo'. */
  customer?: string;
  /** The token that configuration files are uploaded and deleted with. Generated where left out. */
  uploadToken?: string;
  /** Which bodies an upload may have; the other one is answered with 415. Default 'any'. */
  uploadFormat?: UploadFormat;
  /** What a listing of configuration files looks like at first. Default 'objects'. */
  listingForm?: ListingForm;
  /** Port on 127.0.0.1 that configuration files are listed and retrieved from; 0 (default) takes a free one. */
  confLocalPort?: number;
  /** Folder of the configuration files. Left out: a new temporary folder, removed on close. */
  confFolder?: string;
  /** Size of the largest configuration file that is taken. Default no limit. */
  maxFileBytes?: number;
  /** Room for configuration files that are not there yet. Default no limit. */
  freeBytes?: number;
  /** The token that the cluster's API server takes. Generated where left out. */
  clusterToken?: string;
  /** Whether schedules start runs, and the demo has projects that live by them. Default false. */
  playsSchedules?: boolean;
  /** What runs go through where their job does not say. */
  scriptDefaults?: Partial<JobScript>;
}

export type Settings = Required<
  Omit<SandboxOptions, 'scriptDefaults' | 'confFolder' | 'age' | 'schemaChanges'>
> & {
  confFolder?: string;
  age?: Age;
  schemaChanges?: SchemaChanges;
  scriptDefaults: JobScript;
};

/** Fills in what was left out. */
export function settingsFrom(options: SandboxOptions): Settings {
  const settings: Settings = {
    port: 0,
    database: ':memory:',
    seed: true,
    seedRuns: true,
    login: 'demo',
    password: 'demo-password',
    realm: 'demo',
    platformId: '1',
    realmHeader: 'Platform-Realm',
    tokenLifetimeSeconds: 3600,
    tokenFormat: 'plain',
    tokenKind: 'jwt',
    endedSession: { status: 401 },
    introspection: true,
    variablesForm: 'any',
    projectIdType: 'UUID',
    generation: 'recent',
    rewritesTexts: false,
    nullLeaves: false,
    uniqueNames: false,
    playsSchedules: false,
    catalogAddress: 'gateway',
    clock: Date.now,
    latencyMs: 0,
    customer: 'demo',
    uploadToken: randomBytes(32).toString('hex'),
    uploadFormat: 'any',
    listingForm: 'objects',
    confLocalPort: 0,
    maxFileBytes: Infinity,
    freeBytes: Infinity,
    clusterToken: randomBytes(32).toString('hex'),
    ...withoutUndefined(options),
    ...(options.age && { generation: generationOf(options.age) }),
    basePath: normalBasePath(options.basePath ?? ''),
    scriptDefaults: { ...SCRIPT_DEFAULTS, ...options.scriptDefaults },
  };
  return settings;
}

function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as T;
}

function normalBasePath(basePath: string): string {
  const bare = basePath.replace(/^\/+|\/+$/g, '');
  return bare === '' ? '' : `/${bare}`;
}
