import type { AddressInfo } from 'node:net';
import type { Accident } from './accidents/accident';
import { Accidents } from './accidents/accidents';
import { Tokens } from './access/tokens';
import { settingsFrom, type SandboxOptions } from './options';
import { seed } from './seed/seed';
import { createServer } from './server/server';
import { Stats } from './server/stats';
import { SandboxStore } from './store/store';

export { ACCIDENT_KINDS } from './accidents/accident';
export { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from './seed/ids';
export type { Accident, AccidentKind } from './accidents/accident';
export type { SandboxOptions } from './options';
export type { JobScript, LogLine, RunScript } from './runs/script';
export type { RunOutcome, RunStatus } from './runs/status';
export type { RecordedRequest, Stats } from './server/stats';
export type { Job } from './store/jobs';
export type { Project } from './store/projects';
export type { JobToAdd, Run, RunToAdd, SandboxStore } from './store/store';

const HOST = '127.0.0.1';

/** What a client needs to log in. */
export interface SandboxCredentials {
  baseUrl: string;
  platformId: string;
  realm: string;
  login: string;
  password: string;
}

/** A running sandbox. */
export interface Sandbox {
  /** Address with the base path and no slash at the end. */
  baseUrl: string;
  port: number;
  credentials: SandboxCredentials;
  accidents: {
    add(...accidents: Accident[]): void;
    clear(): void;
    /** The accidents that are still to happen. */
    pending(): Accident[];
  };
  /** Live counters. */
  stats: Stats;
  store: SandboxStore;
  /** From now on every token issued so far answers 401. */
  expireTokens(): void;
  /** Closes the server, every connection and the database. */
  close(): Promise<void>;
}

/**
 * Starts a small platform on 127.0.0.1 that speaks the documented interface.
 * Throws where the port is in use (code EADDRINUSE) or the database cannot be opened.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = settingsFrom(options);
  const { clock, basePath, platformId, realm, login, password } = settings;
  const stats = new Stats();
  const accidents = new Accidents();
  const tokens = new Tokens({
    kind: settings.tokenKind,
    lifetimeSeconds: settings.tokenLifetimeSeconds,
    clock,
  });
  const store = new SandboxStore(settings.database, clock, settings.scriptDefaults);
  const server = createServer({ settings, store, tokens, accidents, stats });
  try {
    if (settings.seed) seed(store, clock(), settings.seedRuns);
    await server.listen({ port: settings.port, host: HOST });
  } catch (error) {
    await server.close();
    store.close();
    throw error;
  }

  const { port } = server.server.address() as AddressInfo;
  const baseUrl = `http://${HOST}:${port}${basePath}`;
  let closed: Promise<void> | undefined;
  return {
    baseUrl,
    port,
    credentials: { baseUrl, platformId, realm, login, password },
    accidents,
    stats,
    store,
    expireTokens: () => tokens.revokeAll(),
    close: () => (closed ??= server.close().then(() => store.close())),
  };
}
