import { mkdtempSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_IDS, startSandbox, type JobScript, type Sandbox } from '../../sandbox';
import { buildCredentials, localOwner } from '../../start/bringUp';
import { buildPackage } from '../../start/build';
import { installN8n } from '../../start/localN8n/localN8n';
import { ONE_CONNECTION_EACH, type Execution, type N8nApi } from '../../start/localN8n/n8nApi';
import { until, type Check } from '../support/checks';
import { QueuedN8n } from './n8n';
import { Postgres, Redis } from './services';
import { publishWorkflows } from './workflows';

export const WORKERS = ['worker-1', 'worker-2'];

const MAX_SECONDS = 240;
const UNFINISHED = ['new', 'running', 'waiting', 'unknown'];

/** How much is done: everything, or what CI has time for. */
export interface Size {
  calls: number;
  uploads: number;
  lostAnswers: number;
  killed: number;
}

/** Returns what was measured, for the report. */
export type QueueCase = Check<[Setting, Size]>;

interface ExecutionState {
  id: string;
  status: string;
}

export class Setting {
  private constructor(
    readonly sandbox: Sandbox,
    readonly n8n: QueuedN8n,
    readonly redis: Redis,
    readonly api: N8nApi,
    private readonly postgres: Postgres,
  ) {}

  static async bringUp(later: (cleanup: () => Promise<void>) => void): Promise<Setting> {
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
    const n8n = new QueuedN8n({ folder, tarball, postgres, redis });
    later(() => n8n.stop());
    await n8n.start('main');
    const { api } = n8n;
    await api.signIn(localOwner);
    for (const credential of buildCredentials(sandbox)) await api.saveCredential(credential);
    await Promise.all(['webhooks', ...WORKERS].map((name) => n8n.start(name)));
    await publishWorkflows(api);
    return new Setting(sandbox, n8n, redis, api, postgres);
  }

  /** Starts the workers that an earlier case has ended. */
  async startMissingWorkers(): Promise<void> {
    const missing = WORKERS.filter((worker) => this.n8n.process(worker).hasEnded);
    await Promise.all(missing.map((worker) => this.n8n.start(worker)));
  }

  addJobs(amount: number, script: Partial<JobScript>): string[] {
    const projectId = PROJECT_IDS.retail;
    const add = () => this.sandbox.store.addJob({ projectId, name: 'Job', script }).id;
    return Array.from({ length: amount }, add);
  }

  /** Starts a workflow for each job, until n8n has taken all calls. @returns the last execution before them */
  async callFor(workflow: string, jobs: readonly string[]): Promise<number> {
    const since = await this.lastExecutionId();
    await Promise.all(
      jobs.map((jobId) => this.call(workflow, JSON.stringify({ jobId }), 'application/json')),
    );
    return since;
  }

  async call(path: string, body: string | Buffer, type: string): Promise<void> {
    const headers = { 'Content-Type': type, ...ONE_CONNECTION_EACH };
    const url = this.n8n.webhookUrl(path);
    const answer = await fetch(url, { method: 'POST', headers, body: body as never });
    if (!answer.ok) throw new Error(`n8n refused a call: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }

  /** Reads the executions of a workflow after the one with this ID. */
  async executions(workflow: string, since: number): Promise<ExecutionState[]> {
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

  /** Waits until this many executions of a workflow have ended, and none is open. */
  async ended(workflow: string, since: number, amount: number): Promise<ExecutionState[]> {
    let states: ExecutionState[] = [];
    await until(
      `${amount} executions of ${workflow} have ended`,
      async () => {
        states = await this.executions(workflow, since);
        const open = states.filter(({ status }) => UNFINISHED.includes(status));
        return states.length >= amount && open.length === 0;
      },
      MAX_SECONDS,
    );
    return states;
  }

  async details(states: readonly ExecutionState[]): Promise<Execution[]> {
    const details: Execution[] = [];
    for (const { id } of states) details.push(await this.api.getExecution(id));
    return details;
  }
}

/** Counts executions by status, for example "3 error, 17 success". */
export function countStatuses(states: readonly ExecutionState[]): string {
  const counts = new Map<string, number>();
  for (const { status } of states) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .map(([status, count]) => `${count} ${status}`)
    .sort()
    .join(', ');
}
