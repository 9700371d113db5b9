import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Accident } from './accidents/accident';
import { Accidents } from './accidents/accidents';
import { Tokens } from './access/tokens';
import { confFilesHandle, confFolder, type SandboxConfFiles } from './confFiles/handle';
import { createLocalServer } from './server/localServer';
import { ConfStore } from './confFiles/store';
import { createCluster, type SandboxCluster } from './kubernetes/cluster';
import { CLUSTER_PATH } from './kubernetes/routes';
import { settingsFrom, type SandboxOptions } from './options';
import type { PlatformSettings } from './platformSettings/routes';
import { seedConfFiles } from './seed/confFiles';
import { demoSettings } from './seed/platformSettings';
import { seedSchedules } from './seed/schedules';
import { seed } from './seed/seed';
import { createServer } from './server/server';
import { Stats } from './http/stats';
import { SchedulePlayer } from './schedules/player';
import { SandboxStore } from './store/store';

export {
  APP_IDS,
  APP_TECHNOLOGY_IDS,
  JOB_IDS,
  PIPELINE_IDS,
  PROJECT_IDS,
  REPOSITORY_IDS,
  SCHEDULED_JOB_IDS,
  SCHEDULED_PROJECT_IDS,
  TECHNOLOGY_IDS,
  VARIABLE_IDS,
} from './ids';
export type { Accident } from './accidents/accident';
export type { ListingForm, SandboxOptions } from './options';
export { AGES, type Age } from './generations/ages';
export { GENERATIONS, type Generation } from './generations/generation';
export type { JobScript, LogLine, SchedulePlay } from './runs/script';
export type { RunOutcome } from './runs/timeline';
export type { Run } from './store/store';

const HOST = '127.0.0.1';

/** What a client needs to log in. */
export interface SandboxCredentials {
  baseUrl: string;
  platformId: string;
  realm: string;
  login: string;
  password: string;
}

/** What a client needs for the configuration files. */
interface SandboxUploadCredentials {
  /** The platform's address: uploads and deletes go there. */
  baseUrl: string;
  customer: string;
  platformId: string;
  uploadToken: string;
  /** Listings and files come from there. */
  localAddress: string;
  /** One that the sandbox takes. */
  uploadFormat: 'multipart' | 'binary';
}

/** What a client needs for the cluster below the platform. */
interface SandboxClusterCredentials {
  apiServer: string;
  token: string;
  namespace: string;
}

/** A running sandbox. */
export interface Sandbox {
  /** Address with the base path and no slash at the end. */
  baseUrl: string;
  port: number;
  credentials: SandboxCredentials;
  uploadCredentials: SandboxUploadCredentials;
  confFiles: SandboxConfFiles;
  clusterCredentials: SandboxClusterCredentials;
  cluster: SandboxCluster;
  platformSettings: PlatformSettings;
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
  /** Starts what schedules have made due by now, as each request does first. Nothing where schedules are not played. */
  playSchedules(): void;
  /** Closes the servers, every connection and the database. */
  close(): Promise<void>;
}

/**
 * Starts a small platform on 127.0.0.1 that speaks the documented interface.
 * Throws where a port is in use (code EADDRINUSE), or the database or the folder cannot be opened.
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
    endedSession: settings.endedSession,
  });
  const store = new SandboxStore(settings.database, clock, settings.scriptDefaults, login);
  const schedules = settings.playsSchedules ? new SchedulePlayer(store) : undefined;
  const conf = confFolder(settings.confFolder);
  const confFiles = new ConfStore({ ...settings, folder: conf.folder });
  const form = { listingForm: settings.listingForm };
  const cluster = createCluster(settings.uploadToken);
  const platformSettings = demoSettings(settings.platformId);
  const parts = {
    settings,
    store,
    confFiles,
    platformSettings,
    cluster,
    confServicePort: () => (localServer.server.address() as AddressInfo).port,
    tokens,
    accidents,
    stats,
    schedules,
  };
  const server = createServer(parts);
  const localServer: FastifyInstance = createLocalServer(parts, () => form.listingForm);

  const close = async () => {
    await Promise.all([server.close(), localServer.close()]);
    await confFiles.settled();
    schedules?.play();
    store.close();
    conf.cleanUp();
  };
  try {
    if (settings.seed) {
      seed(store, clock(), settings.seedRuns, schedules);
      if (schedules?.isNew) seedSchedules(store, schedules, settings.seedRuns);
      seedConfFiles(confFiles);
    }
    schedules?.resume();
    await server.listen({ port: settings.port, host: HOST });
    await localServer.listen({ port: settings.confLocalPort, host: HOST });
  } catch (error) {
    await close();
    throw error;
  }

  const { port } = server.server.address() as AddressInfo;
  const baseUrl = `http://${HOST}:${port}${basePath}`;
  const localAddress = `http://${HOST}:${parts.confServicePort()}`;
  let closed: Promise<void> | undefined;
  return {
    baseUrl,
    port,
    credentials: { baseUrl, platformId, realm, login, password },
    uploadCredentials: {
      baseUrl,
      customer: settings.customer,
      platformId,
      uploadToken: settings.uploadToken,
      localAddress,
      uploadFormat: settings.uploadFormat === 'binary' ? 'binary' : 'multipart',
    },
    confFiles: confFilesHandle(confFiles, localAddress, form),
    clusterCredentials: {
      apiServer: `${baseUrl}${CLUSTER_PATH}`,
      token: settings.clusterToken,
      namespace: 'platform-common',
    },
    cluster,
    platformSettings,
    accidents,
    stats,
    store,
    expireTokens: () => tokens.revokeAll(),
    playSchedules: () => schedules?.play(),
    close: () => (closed ??= close()),
  };
}
