import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readOutput } from '../../../start/localN8n/n8nApi';
import { countStatuses, type QueueCase, type Setting } from '../setting';

const RUN_SECONDS = 10;
const OF_THE_DATABASE =
  /timeout exceeded when trying to connect|Query runner already released|Connection terminated|n8n could not read the credential/;
const MIB = 1024 * 1024;

export const loadCases: QueueCase[] = [
  {
    name: 'of many calls at once none runs its job twice, and each names its own run',
    isShort: true,
    run: async (setting, { calls }) => await runMany(setting, calls),
  },
  {
    name: 'with one worker, too',
    async run(setting, { calls }) {
      await setting.n8n.process('worker-2').terminate();
      return await runMany(setting, calls);
    },
  },
  {
    name: 'every uploaded MiB arrives as it was',
    isShort: true,
    async run(setting, { uploads }) {
      await setting.startMissingWorkers();
      const { sandbox } = setting;
      const since = await setting.lastExecutionId();
      const began = Date.now();
      const contents = Array.from({ length: uploads }, () => randomBytes(MIB));
      // n8n's webhook process holds each of them in memory while it comes in.
      for (let first = 0; first < uploads; first += 20) {
        await Promise.all(
          contents.slice(first, first + 20).map(async (content, n) => {
            const path = `upload?name=/queue/${first + n}`;
            await setting.call(path, content, 'application/octet-stream');
          }),
        );
      }
      const ended = await setting.ended('upload', since, uploads);
      assert.equal(countStatuses(ended), `${uploads} success`);
      const wrong = contents.filter(
        (content, n) => !sandbox.confFiles.read(`/queue/${n}`)?.equals(content),
      );
      assert.equal(wrong.length, 0);
      return `${uploads} MiB in ${seconds(began)} s`;
    },
  },
  {
    name: 'where answers to starts are lost, no success names another execution’s run, and nothing is started twice',
    isShort: true,
    async run(setting, { lostAnswers }) {
      const { sandbox } = setting;
      const [job = ''] = setting.addJobs(1, { durationSeconds: 5 });
      const times = Math.round(lostAnswers / 2);
      sandbox.faults.add({ kind: 'resetAfter', operation: 'runJob', times });
      const calls = Array<string>(lostAnswers).fill(job);
      const since = await setting.callFor('runAndWait', calls);
      const ended = await setting.ended('runAndWait', since, lostAnswers);
      const details = await setting.details(ended);
      const runs = sandbox.store.runsOfJob(job, { limit: 1000 } as never).map(({ id }) => id);
      assert.equal(runs.length, lostAnswers);
      const named = details
        .filter(({ status }) => status === 'success')
        .map((execution) => String(readOutput(execution, 'Run')[0]?.id));
      assert.equal(new Set(named).size, named.length);
      assert.deepEqual(
        named.filter((id) => !runs.includes(id)),
        [],
      );
      const unknown = details.filter(({ status }) => status !== 'success');
      for (const { error } of unknown) assert.match(String(error?.message), /not known whether/);
      return `${times} of ${lostAnswers} answers lost: ${countStatuses(ended)}`;
    },
  },
];

async function runMany(setting: Setting, calls: number): Promise<string> {
  const { sandbox } = setting;
  const jobs = setting.addJobs(calls, { durationSeconds: RUN_SECONDS });
  sandbox.stats.reset();
  const began = Date.now();
  const since = await setting.callFor('runAndWait', jobs);
  const ended = await setting.ended('runAndWait', since, calls);
  const took = seconds(began);
  const { requests, logins } = sandbox.stats;
  for (const job of jobs) assert.ok(sandbox.store.countRunsOfJob(job) <= 1, 'A job ran twice');
  for (const execution of await setting.details(ended)) {
    if (execution.status !== 'success') {
      // A machine that is too small for so many at once: then it is n8n's database that fails them.
      assert.match(String(execution.error?.message), OF_THE_DATABASE);
      continue;
    }
    const [call] = readOutput(execution, 'Call') as Array<{ body: { jobId: string } }>;
    const runs = sandbox.store.runsOfJob(call?.body.jobId ?? '').map(({ id }) => id);
    assert.deepEqual(
      readOutput(execution, 'Run').map(({ id }) => id),
      runs,
    );
  }
  const outcome = countStatuses(ended);
  return `${outcome}; runs of ${RUN_SECONDS} s, in ${took} s; ${requests} requests, ${logins} logins`;
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}
