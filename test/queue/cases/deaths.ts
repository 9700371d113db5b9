import assert from 'node:assert/strict';
import { outputOf, type Execution } from '../../../start/localN8n/n8nApi';
import { WORKERS, type Setting } from '../setting';
import { counted, type Case } from './case';

/** Processes that end while executions are under way. */
export const deathCases: Case[] = [
  {
    name: 'a worker that is killed starts nothing twice, and n8n’s log names the run of every lost execution',
    isShort: true,
    async run(setting, { killed }) {
      const { n8n, sandbox } = setting;
      const jobs = setting.addJobs(killed, { durationSeconds: 45 });
      const since = await setting.lastExecutionId();
      await setting.callFor('runThenWait', jobs);
      await setting.until('every execution names its run', async () => {
        const details = await setting.details(await setting.executions('runThenWait', since));
        return details.length === killed && details.every((one) => runIdIn(one) !== undefined);
      });
      await n8n.process('worker-1').kill();
      const ended = await setting.ended('runThenWait', since, killed);
      const details = await setting.details(ended);
      for (const job of jobs) assert.equal(sandbox.store.runsOfJob(job).length, 1);
      const lost = details.filter(({ status }) => status !== 'success');
      assert.ok(lost.length > 0 && lost.length < killed, `${lost.length} executions were lost`);
      const log = n8n.workerLogs().split('\n');
      const logged = lost.map(({ id }) => log.find((line) => line.includes(`(execution ${id},`)));
      const runs = jobs.map((job) => sandbox.store.runsOfJob(job)[0]?.id ?? '');
      const named = logged.map((line = '') => runs.find((id) => line.includes(id)));
      assert.equal(new Set(named.filter((id) => id !== undefined)).size, lost.length);
      const kept = lost.filter((one) => runIdIn(one) !== undefined);
      return `${counted(ended.map(({ status }) => status))}; n8n kept the data of ${kept.length} of the lost ones`;
    },
  },
  {
    name: 'a worker that is asked to end finishes what it has begun',
    isShort: false,
    async run(setting, { killed }) {
      const { n8n } = setting;
      await setting.startMissingWorkers();
      const calls = await callAndAwaitStarts(setting, killed, 10);
      const took = await n8n.process('worker-2').terminate();
      await allSucceedOnce(setting, calls);
      return `${killed} executions; the worker ended after ${took.toFixed(1)} s`;
    },
  },
  {
    name: 'executions outlive the main process',
    isShort: false,
    async run(setting, { killed }) {
      const { n8n } = setting;
      await setting.startMissingWorkers();
      const calls = await callAndAwaitStarts(setting, killed, 10);
      await n8n.process('main').kill();
      await n8n.startMain();
      await allSucceedOnce(setting, calls);
      return `${killed} executions`;
    },
  },
  {
    name: 'after a queue came back as it was earlier, every execution ends; what ran again is told',
    isShort: false,
    async run(setting) {
      const { n8n, redis, sandbox } = setting;
      for (const worker of WORKERS) await n8n.process(worker).terminate();
      const jobs = setting.addJobs(10, { durationSeconds: 1 });
      const since = await setting.lastExecutionId();
      await setting.callFor('runAndWait', jobs);
      await redis.save();
      await setting.startMissingWorkers();
      await setting.ended('runAndWait', since, jobs.length);
      await redis.comeBackWithSaved();
      const runs = () => jobs.reduce((sum, job) => sum + sandbox.store.countRunsOfJob(job), 0);
      await setting
        .until('the queue is delivered', () => runs() > jobs.length, 40)
        .catch(() => undefined);
      const ended = await setting.ended('runAndWait', since, jobs.length);
      return `${jobs.length} executions, ${runs()} runs: ${counted(ended.map(({ status }) => status))}`;
    },
  },
];

/** The run that an execution of "Run", then "Wait", has started. */
function runIdIn(execution: Execution): string | undefined {
  const [run] = outputOf(execution, 'Run');
  return run && String(run.id);
}

/** Executions that were called, of a job each; `since` is the last execution before them. */
interface Calls {
  since: number;
  jobs: string[];
}

/** Starts executions whose runs take so many seconds. */
async function callAndAwaitStarts(
  setting: Setting,
  amount: number,
  durationSeconds: number,
): Promise<Calls> {
  const jobs = setting.addJobs(amount, { durationSeconds });
  const since = await setting.lastExecutionId();
  await setting.callFor('runAndWait', jobs);
  const { store } = setting.sandbox;
  await setting.until('every job runs', () => jobs.every((job) => store.countRunsOfJob(job) > 0));
  return { since, jobs };
}

/** Every called execution ends with success, and its job has one run. */
async function allSucceedOnce(setting: Setting, { since, jobs }: Calls): Promise<void> {
  const ended = await setting.ended('runAndWait', since, jobs.length);
  assert.equal(counted(ended.map(({ status }) => status)), `${jobs.length} success`);
  for (const job of jobs) assert.equal(setting.sandbox.store.countRunsOfJob(job), 1);
}
