import assert from 'node:assert/strict';
import { readOutput, type Execution } from '../../../start/localN8n/n8nApi';
import { until } from '../../support/checks';
import { countStatuses, WORKERS, type QueueCase, type Setting } from '../setting';

/** Processes end during executions. */
export const deathCases: QueueCase[] = [
  {
    name: 'a worker that is killed starts nothing twice, and n8n’s log names the run of every lost execution',
    isShort: true,
    async run(setting, { killed }) {
      const { n8n, sandbox } = setting;
      const jobs = setting.addJobs(killed, { durationSeconds: 45 });
      const since = await setting.callFor('runThenWait', jobs);
      await until('every execution names its run', async () => {
        const details = await setting.details(await setting.executions('runThenWait', since));
        return details.length === killed && details.every((one) => startedRun(one) !== undefined);
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
      const kept = lost.filter((one) => startedRun(one) !== undefined);
      return `${countStatuses(ended)}; n8n kept the data of ${kept.length} of the lost ones`;
    },
  },
  {
    name: 'a worker that is asked to end finishes what it has begun',
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
    async run(setting, { killed }) {
      await allSucceedDespite(setting, killed, async () => {
        await setting.n8n.process('main').kill();
        await setting.n8n.start('main');
      });
      return `${killed} executions`;
    },
  },
  {
    name: 'after a queue came back as it was earlier, every execution ends; what ran again is told',
    async run(setting) {
      const { n8n, redis, sandbox } = setting;
      for (const worker of WORKERS) await n8n.process(worker).terminate();
      const jobs = setting.addJobs(10, { durationSeconds: 1 });
      const since = await setting.callFor('runAndWait', jobs);
      await redis.save();
      await setting.startMissingWorkers();
      await setting.ended('runAndWait', since, jobs.length);
      await redis.comeBackWithSaved();
      const runs = () => jobs.reduce((sum, job) => sum + sandbox.store.countRunsOfJob(job), 0);
      await until('the queue is delivered', () => runs() > jobs.length, 40).catch(() => undefined);
      const ended = await setting.ended('runAndWait', since, jobs.length);
      return `${jobs.length} executions, ${runs()} runs: ${countStatuses(ended)}`;
    },
  },
  {
    name: 'a run for hours outlives workers, and its retry goes on with the same run',
    isShort: true,
    async run(setting) {
      const { sandbox } = setting;
      const [job = ''] = setting.addJobs(1, { durationSeconds: 60 });
      const since = await setting.callFor('runForHours', [job]);
      await until('the execution is put aside', async () => {
        const [state] = await setting.executions('runForHours', since);
        return state?.status === 'waiting';
      });
      // n8n has put the execution into its database, so no worker has it in memory.
      await replaceWorkers(setting);
      // The workers die while they wait for the answer to a poll.
      const poll = { kind: 'hang', operation: 'jobInstance' } as const;
      sandbox.faults.add(poll);
      await until('the run is looked at', () => sandbox.faults.pending().length === 0);
      await replaceWorkers(setting);
      const [lost] = await setting.ended('runForHours', since, 1);
      assert.notEqual(lost?.status, 'success');
      await setting.api.request('POST', `/executions/${lost?.id}/retry`, { loadWorkflow: false });
      const [retried] = await setting.ended('runForHours', Number(lost?.id), 1);
      assert.equal(retried?.status, 'success');
      assert.equal(sandbox.store.countRunsOfJob(job), 1);
      const execution = await setting.api.getExecution(String(retried?.id));
      assert.ok('Continue' in execution.runs, Object.keys(execution.runs).join(', '));
      return `${lost?.status}, then ${retried?.status}; one run`;
    },
  },
];

/** Kills all workers, and starts one. */
async function replaceWorkers({ n8n }: Setting): Promise<void> {
  await Promise.all(WORKERS.map((worker) => n8n.process(worker).kill()));
  await n8n.start(WORKERS[0] ?? '');
}

const startedRun = (execution: Execution) => readOutput(execution, 'Run')[0]?.id;

/** Disturbs running executions. Each must succeed, and its job must have one run. */
async function allSucceedDespite(
  setting: Setting,
  amount: number,
  disturb: () => Promise<void>,
): Promise<void> {
  await setting.startMissingWorkers();
  const jobs = setting.addJobs(amount, { durationSeconds: 10 });
  const since = await setting.callFor('runAndWait', jobs);
  const runs = () => jobs.map((job) => setting.sandbox.store.countRunsOfJob(job));
  await until('every job runs', () => runs().every((count) => count > 0));
  await disturb();
  const ended = await setting.ended('runAndWait', since, amount);
  assert.equal(countStatuses(ended), `${amount} success`);
  assert.deepEqual([...new Set(runs())], [1]);
}
