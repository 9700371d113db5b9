import { randomBytes } from 'node:crypto';
import type { SchemaChanges } from './graphql/definitions';
import type { Generation } from './generations/generation';
import { type JobScript, RunScript } from './runs/script';

/** Format of a list of configuration files, which differs between versions of the platform. */
export type ListingFormat = 'objects' | 'names' | 'wrapped';

export interface InvalidTokenResponse {
  status: number;
  headers?: Record<string, string>;
  /** Default: a JSON error. */
  body?: string;
}

/** Options of a sandbox with their default values. */
export class Settings {
  /** Port on 127.0.0.1; 0 chooses a free port. */
  port = 0;
  /** Path of the database file; ':memory:' saves nothing. */
  database = ':memory:';
  /** Adds the demo projects, catalog and configuration files to an empty database. */
  seed = true;
  /** Gives the demo jobs, pipelines and apps a history of runs. */
  seedRuns = true;
  login = 'demo';
  password = 'demo-password';
  realm = 'demo';
  platformId = '1';
  realmHeader = 'Platform-Realm';
  /** Format of the login response: only the token, or `{ "token": … }`. */
  tokenFormat: 'plain' | 'object' = 'plain';
  /** A JWT contains its expiry time; an opaque token does not. */
  tokenKind: 'jwt' | 'opaque' = 'jwt';
  /** Response to a request whose token is unknown, expired or revoked. */
  invalidTokenResponse: InvalidTokenResponse = { status: 401 };
  introspection = true;
  generation: Generation = 'recent';
  /** Changes to the schema that the Projects module has in this generation. */
  schemaChanges?: SchemaChanges;
  /** Returns command lines, conditions, crons and positions in another format than the client sent. */
  rewritesValues = false;
  /** In an edit, null changes nothing and an empty text clears the field. Otherwise, null clears the field. */
  nullKeepsValue = false;
  /** Settings that an edit clears if it does not contain them. */
  forgottenByEdits: readonly string[] = ['alerting'];
  /** Appends the zone to times: `2022-04-28T15:35:32.381Z[UTC]`. */
  appendsZone = false;
  /** Requires unique names of jobs, pipelines and apps in a project, ignoring case. Names of volumes are always unique. */
  uniqueNames = false;
  /** Interfaces that return app logs. With `proxy`, GraphQL returns empty logs. */
  appLogs: 'graphql' | 'proxy' | 'both' = 'both';
  /** First part of the Catalog module's path. A path with the other value returns an HTML error page. */
  catalogAddress: 'technology' | 'gateway' = 'gateway';
  /** Path before all other paths, for example '/tenant-a'. */
  basePath = '';
  /** Returns the time in epoch milliseconds. */
  clock: () => number = Date.now;
  /** Delay of every response of the platform. */
  latencyMs = 0;
  /** Name of the customer in the addresses of configuration files. */
  customer = 'demo';
  uploadToken = randomBytes(32).toString('hex');
  /** Port on 127.0.0.1 for listing and retrieving configuration files; 0 chooses a free port. */
  confLocalPort = 0;
  /** Maximum size of a configuration file. */
  maxFileBytes = Infinity;
  /** Token of the cluster's API server. */
  clusterToken = randomBytes(32).toString('hex');
  /** Lets schedules start runs, and adds demo projects whose jobs are scheduled. */
  playsSchedules = false;
  /** Values that complete the scripts of jobs. */
  scriptDefaults: JobScript = new RunScript();
}

export type SandboxOptions = Partial<Omit<Settings, 'scriptDefaults'>> & {
  scriptDefaults?: Partial<JobScript>;
};

export function readSettings(options: SandboxOptions): Settings {
  const chosen = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings: Settings = Object.assign(new Settings(), Object.fromEntries(chosen));
  settings.basePath = settings.basePath.replace(/^\/*(.*?)\/*$/, '/$1').replace(/^\/$/, '');
  settings.scriptDefaults = { ...new RunScript(), ...options.scriptDefaults };
  return settings;
}
