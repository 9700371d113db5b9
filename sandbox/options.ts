import { randomBytes } from 'node:crypto';
import type { SchemaChanges } from './graphql/definitions';
import type { Generation } from './generations/generation';
import { type JobScript, RunScript } from './runs/script';

/** Format of a listing, which differs between versions of the platform. */
export type ListingForm = 'objects' | 'names' | 'wrapped';

export interface EndedSession {
  status: number;
  headers?: Record<string, string>;
  /** Default: JSON that says so. */
  body?: string;
}

export class Settings {
  /** Port on 127.0.0.1; 0 takes a free one. */
  port = 0;
  /** Path of the file; ':memory:' keeps nothing. */
  database = ':memory:';
  /** Whether an empty database gets the demo projects and jobs. */
  seed = true;
  /** Whether the demo jobs have a history of runs. */
  seedRuns = true;
  login = 'demo';
  password = 'demo-password';
  realm = 'demo';
  platformId = '1';
  realmHeader = 'Platform-Realm';
  /** Of the login response: the bare token, or `{ "token": … }`. */
  tokenFormat: 'plain' | 'object' = 'plain';
  /** A JWT contains its lifetime; an opaque token does not. */
  tokenKind: 'jwt' | 'opaque' = 'jwt';
  /** Response to a token that has ended. */
  endedSession: EndedSession = { status: 401 };
  introspection = true;
  generation: Generation = 'recent';
  /** Of the Projects module, compared with its generation. */
  schemaChanges?: SchemaChanges;
  /** Whether command lines, crons and positions are returned in another format than they were sent in. */
  rewritesTexts = false;
  /** Whether null in an edit changes nothing, and an empty text empties. */
  nullLeaves = false;
  /** Settings that an edit empties if it does not name them. */
  forgottenByEdits: readonly string[] = ['alerting'];
  /** Whether times name their zone: `2022-04-28T15:35:32.381Z[UTC]`. */
  namesZone = false;
  /** Whether names of jobs, pipelines and apps are unique in a project, ignoring case. Those of volumes always are. */
  uniqueNames = false;
  /** With `proxy`, GraphQL returns none. */
  appLogs: 'graphql' | 'proxy' | 'both' = 'both';
  /** Another address returns a gateway's page. */
  catalogAddress: 'technology' | 'gateway' | 'both' = 'gateway';
  /** For example '/tenant-a'. */
  basePath = '';
  /** Epoch milliseconds. */
  clock: () => number = Date.now;
  /** Added to every response of the platform. */
  latencyMs = 0;
  /** In the addresses of configuration files. */
  customer = 'demo';
  uploadToken = randomBytes(32).toString('hex');
  /** Of configuration files, at first. */
  listingForm: ListingForm = 'objects';
  /** Port on 127.0.0.1 that configuration files are listed and retrieved from; 0 takes a free one. */
  confLocalPort = 0;
  /** Of a configuration file. */
  maxFileBytes = Infinity;
  /** For the cluster's API server. */
  clusterToken = randomBytes(32).toString('hex');
  /** Whether schedules start runs, and the demo has projects with such schedules. */
  playsSchedules = false;
  scriptDefaults: JobScript = new RunScript();
}

export type SandboxOptions = Partial<Omit<Settings, 'scriptDefaults'>> & {
  scriptDefaults?: Partial<JobScript>;
};

export function settingsFrom(options: SandboxOptions): Settings {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: Settings = Object.assign(new Settings(), Object.fromEntries(given));
  settings.basePath = settings.basePath.replace(/^\/*(.*?)\/*$/, '/$1').replace(/^\/$/, '');
  settings.scriptDefaults = { ...new RunScript(), ...options.scriptDefaults };
  return settings;
}
