import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { VIEWER } from './access/tokens';
import { CLUSTER_PATH } from './kubernetes/routes';
import type { SandboxOptions } from './options';
import { createParts } from './parts';
import { seedConfFiles } from './seed/confFiles';
import { seedSchedules } from './seed/schedules';
import { seed } from './seed/seed';
import { createLocalServer } from './server/localServer';
import { claimPort } from './server/claimPort';
import { createServer } from './server/server';

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
} from './ids';
export type { Fault } from './faults/fault';
export type { ListingFormat, SandboxOptions } from './options';
export { GENERATIONS, type Generation } from './generations/generation';
export type { JobScript, LogLine } from './runs/script';
export type { RunOutcome } from './runs/status';

const HOST = '127.0.0.1';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Starts a small platform on 127.0.0.1.
 * @throws Error if a port is in use (code EADDRINUSE) or the database cannot be opened
 */
export async function startSandbox(options: SandboxOptions = {}) {
  const parts = createParts(options);
  const { settings, store, tokens, schedules, confFiles } = parts;
  const { basePath, platformId, realm, login, password, customer, uploadToken } = settings;
  const { cluster, platformSettings, faults, stats } = parts;
  const servers: FastifyInstance[] = [];
  const listen = async (create: typeof createServer, port: number): Promise<number> => {
    const server = create(parts);
    servers.push(server);
    await server.listen({ port, host: HOST });
    const actualPort = (server.server.address() as AddressInfo).port;
    // A free port that an earlier sandbox of this process had is not used again, because clients cache facts by address.
    if (claimPort(actualPort) || port !== 0) return actualPort;
    await server.close();
    return await listen(create, port);
  };
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
    schedules?.play();
    store.close();
  };
  let port: number;
  try {
    if (settings.seed) {
      seed(store, settings.clock(), settings.seedRuns, schedules);
      if (schedules?.isNew) seedSchedules(store, schedules, settings.seedRuns);
      seedConfFiles(confFiles);
    }
    schedules?.resume();
    port = await listen(createServer, settings.port);
    const localPort = await listen(createLocalServer, settings.confLocalPort);
    confFiles.localAddress = `http://${HOST}:${localPort}`;
  } catch (error) {
    await close();
    throw error;
  }
  const baseUrl = `http://${HOST}:${port}${basePath}`;
  let closing: Promise<void> | undefined;
  return {
    /** Address with the base path and no slash at the end. */
    baseUrl,
    port,
    /** Address and login for a client. */
    credentials: { baseUrl, platformId, realm, login, password },
    /** Address and login of an account that may only read. */
    viewerCredentials: { baseUrl, platformId, realm, ...VIEWER },
    /** Addresses and token for configuration files. Uploads and deletions use `baseUrl`; lists and downloads use `localAddress`. */
    uploadCredentials: {
      baseUrl,
      customer,
      platformId,
      uploadToken,
      localAddress: confFiles.localAddress,
      uploadFormat: 'multipart' as 'multipart' | 'binary',
    },
    confFiles,
    /** Address and token of the cluster that the platform runs on. */
    clusterCredentials: {
      apiServer: `${baseUrl}${CLUSTER_PATH}`,
      token: settings.clusterToken,
      namespace: 'platform-common',
    },
    cluster,
    platformSettings,
    faults,
    /** Numbers of requests and connections, and the latest requests. */
    stats,
    store,
    /** Revokes all tokens issued so far. */
    expireTokens: () => tokens.revokeAll(),
    /** Starts the runs that are due, as each request to `baseUrl` does. Does nothing if schedules are not played. */
    playSchedules: () => schedules?.play(),
    /** Closes the servers, every connection and the database. */
    close: () => (closing ??= close()),
  };
}
