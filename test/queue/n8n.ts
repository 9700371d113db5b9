import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '../../start/build';
import { N8nApi } from '../../start/localN8n/n8nApi';
import { buildN8nSettings } from '../../start/localN8n/n8nSettings';
import { n8nFolder } from '../../start/paths';
import { findFreePort } from '../../start/ports';
import { StartedProcess } from '../support/startedProcess';
import { Postgres, type Redis } from './services';

const HOST = '127.0.0.1';

/** Executions that one worker works on at once: more than all calls of a case together. */
const CONCURRENCY = 300;

interface QueueMode {
  folder: string;
  tarball: string;
  postgres: Postgres;
  redis: Redis;
}

/** n8n in queue mode: the processes "main", "webhooks" and workers, each with a user folder of its own. */
export class QueuedN8n {
  private readonly processes = new Map<string, StartedProcess>();
  private readonly ports = new Map<string, number>();

  constructor(private readonly mode: QueueMode) {}

  get api(): N8nApi {
    return new N8nApi(this.findUrl('main'));
  }

  webhookUrl(path: string): string {
    return `${this.findUrl('webhooks')}/webhook/${path}`;
  }

  process(name: string): StartedProcess {
    const found = this.processes.get(name);
    if (!found) throw new Error(`${name} was not started`);
    return found;
  }

  workerLogs(): string {
    const workers = [...this.processes].filter(([name]) => name.startsWith('worker'));
    return workers.map(([, worker]) => worker.log()).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.processes.values()].map((one) => one.terminate('SIGTERM', 5)));
  }

  async start(name: string): Promise<void> {
    const { folder, tarball, postgres, redis } = this.mode;
    const userFolder = join(folder, name);
    const isNew = !this.ports.has(name);
    const port = this.ports.get(name) ?? (await findFreePort());
    this.ports.set(name, port);
    mkdirSync(userFolder, { recursive: true });
    if (isNew) await installPackage(tarball, userFolder);
    const n8n = join(n8nFolder, 'node_modules/n8n/bin/n8n');
    const worker = ['worker', `--concurrency=${CONCURRENCY}`];
    const command = { main: ['start'], webhooks: ['webhook'] }[name] ?? worker;
    const started = await StartedProcess.start({
      name: `n8n (${name})`,
      command: [process.execPath, n8n, ...command],
      folder: userFolder,
      logFile: join(userFolder, 'n8n.log'),
      env: {
        ...process.env,
        ...buildN8nSettings(userFolder, port, await findFreePort()),
        ...queueSettings(postgres.port, redis.port, port),
        N8N_WEBHOOK_URL: this.findUrl(this.ports.has('webhooks') ? 'webhooks' : name),
      },
      isReady: async () => await this.isReady(name),
    });
    this.processes.set(name, started);
  }

  private async isReady(name: string): Promise<boolean> {
    if (name !== 'main') return (await fetch(`${this.findUrl(name)}/healthz`)).ok;
    // While main prepares its database, it answers every address with a plain text.
    const { ok, headers } = await fetch(`${this.findUrl(name)}/rest/settings`);
    return ok && (headers.get('content-type') ?? '').includes('json');
  }

  private findUrl(name: string): string {
    return `http://${HOST}:${this.ports.get(name)}`;
  }
}

function queueSettings(postgres: number, redis: number, port: number): NodeJS.ProcessEnv {
  return {
    EXECUTIONS_MODE: 'queue',
    OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
    N8N_ENCRYPTION_KEY: 'only-for-this-test',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: HOST,
    DB_POSTGRESDB_PORT: String(postgres),
    DB_POSTGRESDB_DATABASE: 'postgres',
    DB_POSTGRESDB_USER: Postgres.user,
    // With the usual 2 connections and 20 s, many executions that come together fail: n8n cannot read and save them in time.
    DB_POSTGRESDB_POOL_SIZE: process.env.QUEUE_TEST_POOL_SIZE ?? '40',
    DB_POSTGRESDB_CONNECTION_TIMEOUT: '90000',
    QUEUE_BULL_REDIS_HOST: HOST,
    QUEUE_BULL_REDIS_PORT: String(redis),
    QUEUE_HEALTH_CHECK_ACTIVE: 'true',
    QUEUE_HEALTH_CHECK_PORT: String(port),
    N8N_WORKER_SERVER_ADDRESS: HOST,
    // A dead worker is noticed within seconds, not after a minute.
    QUEUE_WORKER_LOCK_DURATION: '15000',
    QUEUE_WORKER_LOCK_RENEW_TIME: '5000',
    QUEUE_WORKER_STALLED_INTERVAL: '5000',
    N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '40',
    N8N_LOG_LEVEL: 'info',
  };
}
