import assert from 'node:assert/strict';
import { outputOf, type Execution } from '../../../start/localN8n/n8nApi';
import { until } from '../../support/checks';
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
      await until('every execution names its run', async () => {
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
      let seconds = 0;
      await allSucceedDespite(setting, killed, async () => {
        seconds = await setting.n8n.process('worker-2').terminate();
      });
      return `${killed} executions; the worker ended after ${seconds.toFixed(1)} s`;
    },
  },
  {
    name: 'executions outlive the main process',
    isShort: false,
    async run(setting, { killed }) {
      await allSucceedDespite(setting, killed, async () => {
        await setting.n8n.process('main').kill();
        await setting.n8n.startMain();
      });
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
      await until('the queue is delivered', () => runs() > jobs.length, { mostSeconds: 40 }).catch(
        () => undefined,
      );
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

/** Does something while executions are under way: each ends with success, and its job has one run. */
async function allSucceedDespite(
  setting: Setting,
  amount: number,
  disturb: () => Promise<void>,
): Promise<void> {
  await setting.startMissingWorkers();
  const jobs = setting.addJobs(amount, { durationSeconds: 10 });
  const since = await setting.lastExecutionId();
  await setting.callFor('runAndWait', jobs);
  const runs = () => jobs.map((job) => setting.sandbox.store.countRunsOfJob(job));
  await until('every job runs', () => runs().every((count) => count > 0));
  await disturb();
  const ended = await setting.ended('runAndWait', since, amount);
  assert.equal(counted(ended.map(({ status }) => status)), `${amount} success`);
  assert.deepEqual([...new Set(runs())], [1]);
}
