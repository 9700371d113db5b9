import { randomBytes } from 'node:crypto';
import type { SchemaChanges } from './graphql/definitions';
import type { Generation } from './generations/generation';
import { type JobScript, RunScript } from './runs/script';

/** Format of a listing, which differs between versions of the platform. */
export type ListingForm = 'objects' | 'names' | 'wrapped';

/** How a request is answered whose token has ended. */
export interface EndedSession {
  status: number;
  headers?: Record<string, string>;
  /** Default: JSON that says so. */
  body?: string;
}

/** How a sandbox is to behave, with what is usual. */
export class Settings {
  /** Port on 127.0.0.1; 0 takes a free one. */
  port = 0;
  /** Path of the database file; ':memory:' keeps nothing. */
  database = ':memory:';
  /** Fill an empty database with the demo projects and jobs. */
  seed = true;
  /** Give the demo jobs a history of runs. */
  seedRuns = true;
  login = 'demo';
  password = 'demo-password';
  realm = 'demo';
  platformId = '1';
  /** Name of the header that carries the realm. */
  realmHeader = 'Platform-Realm';
  /** Body of the authentication answer: bare text, or `{ "token": … }`. */
  tokenFormat: 'plain' | 'object' = 'plain';
  /** A JWT contains its lifetime; an opaque token does not. */
  tokenKind: 'jwt' | 'opaque' = 'jwt';
  /** Response to a token that has ended. */
  endedSession: EndedSession = { status: 401 };
  /** Whether the GraphQL schema may be asked for. */
  introspection = true;
  /** Which platform the Projects module is like, from the interface alone to one of today. */
  generation: Generation = 'recent';
  /** How the schema of the Projects module differs from that: a platform of another version, or one of its own. */
  schemaChanges?: SchemaChanges;
  /** Whether command lines, crons and positions are returned in another format than they were sent in. */
  rewritesTexts = false;
  /** Whether an edit leaves what it is given null for; an empty text empties it. */
  nullLeaves = false;
  /** Settings of jobs, pipelines and apps that an edit empties where it does not name them. */
  forgottenByEdits: readonly string[] = ['alerting'];
  /** Whether times end in the name of their zone, as `2022-04-28T15:35:32.381Z[UTC]`. */
  namesZone = false;
  /** Whether a project has each name of a job, pipeline, app or volume once, whatever its case; else volumes alone. */
  uniqueNames = false;
  /** Where logs of apps are: GraphQL answers none of them if they are in the proxy alone. */
  appLogs: 'graphql' | 'proxy' | 'both' = 'both';
  /** Where the Catalog module is; the other address answers a gateway's page. */
  catalogAddress: 'technology' | 'gateway' | 'both' = 'gateway';
  /** Path below which everything lives, as '/tenant-a'. */
  basePath = '';
  /** The time, epoch milliseconds. */
  clock: () => number = Date.now;
  /** Milliseconds that every answer of the platform takes longer. */
  latencyMs = 0;
  /** The customer in the addresses of configuration files. */
  customer = 'demo';
  /** The token that configuration files are uploaded and deleted with. */
  uploadToken = randomBytes(32).toString('hex');
  /** Format of a listing of configuration files, at first. */
  listingForm: ListingForm = 'objects';
  /** Port on 127.0.0.1 that configuration files are listed and retrieved from; 0 takes a free one. */
  confLocalPort = 0;
  /** Size of the largest configuration file that is taken. */
  maxFileBytes = Infinity;
  /** The token that the cluster's API server takes. */
  clusterToken = randomBytes(32).toString('hex');
  /** Whether schedules start runs, and the demo has projects that live by them. */
  playsSchedules = false;
  /** Script of runs whose job has none. */
  scriptDefaults: JobScript = new RunScript();
}

export type SandboxOptions = Partial<Omit<Settings, 'scriptDefaults'>> & {
  scriptDefaults?: Partial<JobScript>;
};

/** Fills in what was left out. */
export function settingsFrom(options: SandboxOptions): Settings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: Settings = Object.assign(new Settings(), Object.fromEntries(given));
  settings.basePath = settings.basePath.replace(/^\/*(.*?)\/*$/, '/$1').replace(/^\/$/, '');
  settings.scriptDefaults = { ...new RunScript(), ...options.scriptDefaults };
  return settings;
}
