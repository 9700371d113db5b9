import { SCRIPT_DEFAULTS, type JobScript } from './runs/script';

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
  /** Whether the GraphQL schema may be asked for. Default true. */
  introspection?: boolean;
  /** Form of `variables` that is accepted. Default 'any'. */
  variablesForm?: 'any' | 'object' | 'string';
  /** Type of the argument jobs(projectId:). Default 'UUID'. */
  projectIdType?: 'UUID' | 'String';
  /** Path below which everything lives, as '/tenant-a'. Default none. */
  basePath?: string;
  /** The time, epoch milliseconds. Default Date.now. */
  clock?: () => number;
  /** Milliseconds that every answer of the platform takes longer. */
  latencyMs?: number;
  /** What runs go through where their job does not say. */
  scriptDefaults?: Partial<JobScript>;
}

export type Settings = Required<Omit<SandboxOptions, 'scriptDefaults'>> & {
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
    introspection: true,
    variablesForm: 'any',
    projectIdType: 'UUID',
    clock: Date.now,
    latencyMs: 0,
    ...withoutUndefined(options),
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
