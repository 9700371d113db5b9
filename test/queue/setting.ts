import { mkdtempSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_IDS, startSandbox, type JobScript, type Sandbox } from '../../sandbox';
import { credentialsFor, localOwner } from '../../start/bringUp';
import { buildPackage } from '../../start/build';
import { installN8n } from '../../start/localN8n/localN8n';
import { ONE_CONNECTION_EACH, type Execution, type N8nApi } from '../../start/localN8n/n8nApi';
import { until } from '../support/checks';
import { QueuedN8n } from './n8n';
import { Postgres, Redis } from './services';
import { publishWorkflows } from './workflows';

export const WORKERS = ['worker-1', 'worker-2'];

const UNFINISHED = ['new', 'running', 'waiting', 'unknown'];

export interface ExecutionState {
  id: string;
  status: string;
}

/** n8n in queue mode with its services, next to a sandbox platform; all of it ends with `later`'s cleanups. */
export class Setting {
  private constructor(
    readonly sandbox: Sandbox,
    readonly n8n: QueuedN8n,
    readonly redis: Redis,
    readonly api: N8nApi,
    private readonly postgres: Postgres,
  ) {}

  static async bringUp(
    concurrency: number,
    later: (cleanup: () => Promise<void>) => void,
  ): Promise<Setting> {
    const tarball = await buildPackage(console.log);
    await installN8n();
    const folder = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
    // PostgreSQL may run as another user.
    await chmod(folder, 0o755);
    later(() => rm(folder, { recursive: true, force: true }));
    const [postgres, redis] = await Promise.all([
      Postgres.start(join(folder, 'postgres')),
      Redis.start(join(folder, 'redis')),
    ]);
    later(() => postgres.stop());
    later(() => redis.stop());
    const sandbox = await startSandbox({ seedRuns: false, scriptDefaults: { queueSeconds: 0 } });
    later(() => sandbox.close());
    const n8n = new QueuedN8n({ folder, tarball, postgres, redis, concurrency });
    later(() => n8n.stop());
    await n8n.startMain();
    const { api } = n8n;
    await api.signIn(localOwner);
    for (const credential of credentialsFor(sandbox)) await api.saveCredential(credential);
    await Promise.all([n8n.startWebhooks(), ...WORKERS.map((worker) => n8n.startWorker(worker))]);
    await publishWorkflows(api);
    return new Setting(sandbox, n8n, redis, api, postgres);
  }

  /** Starts the workers that an earlier case has ended. */
  async startMissingWorkers(): Promise<void> {
    const missing = WORKERS.filter((worker) => this.n8n.process(worker).hasEnded);
    await Promise.all(missing.map((worker) => this.n8n.startWorker(worker)));
  }

  addJobs(amount: number, script: Partial<JobScript>): string[] {
    const projectId = PROJECT_IDS.retail;
    const add = () => this.sandbox.store.addJob({ projectId, name: 'Job', script }).id;
    return Array.from({ length: amount }, add);
  }

  /** Starts a workflow for each job; gives on when n8n has taken all calls. */
  async callFor(workflow: string, jobs: readonly string[]): Promise<void> {
    await Promise.all(
      jobs.map((jobId) => this.call(workflow, JSON.stringify({ jobId }), 'application/json')),
    );
  }

  async call(path: string, body: string | Buffer, type: string): Promise<void> {
    const headers = { 'Content-Type': type, ...ONE_CONNECTION_EACH };
    const url = this.n8n.webhookUrl(path);
    const answer = await fetch(url, { method: 'POST', headers, body: body as never });
    if (!answer.ok) throw new Error(`n8n refused a call: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }

  /** The executions of a workflow that came after `since`, as n8n has them. */
  async executions(workflow: string, since = 0): Promise<ExecutionState[]> {
    const rows = await this.postgres.rows(
      `SELECT id, status FROM execution_entity WHERE "workflowId" = '${workflow}' AND id > ${since} ORDER BY id`,
    );
    return rows.map(([id = '', status = '']) => ({ id, status }));
  }

  async lastExecutionId(): Promise<number> {
    const [[last = '0'] = []] = await this.postgres.rows(
      'SELECT coalesce(max(id), 0) FROM execution_entity',
    );
    return Number(last);
  }

  /** The executions of a workflow as soon as so many have ended. */
  async ended(
    workflow: string,
    since: number,
    amount: number,
    seconds = 240,
  ): Promise<ExecutionState[]> {
    let states: ExecutionState[] = [];
    await until(
      `${amount} executions of ${workflow} have ended`,
      async () => {
        states = await this.executions(workflow, since);
        const open = states.filter(({ status }) => UNFINISHED.includes(status));
        return states.length >= amount && open.length === 0;
      },
      { mostSeconds: seconds },
    );
    return states;
  }

  /** Executions that n8n has saved. */
  async details(states: readonly ExecutionState[]): Promise<Execution[]> {
    const details: Execution[] = [];
    for (const { id } of states) details.push(await this.api.getExecution(id));
    return details;
  }
}
