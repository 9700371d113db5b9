import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type JobScript } from '../../../sandbox';
import { clientOf, closeSandboxes, sandboxWith } from '../client';

afterEach(closeSandboxes);

const START = Date.parse('2026-01-01T00:00:00Z');

/** A sandbox with one job on a clock that only moves when told to. */
async function jobOnAClock(script: Partial<JobScript>) {
  let now = START;
  const sandbox = await sandboxWith({ seed: false, clock: () => now });
  const job = sandbox.store.addJob({ script });
  const run = sandbox.store.startRun(job.id);
  if (!run) throw new Error('The run did not start');
  return {
    sandbox,
    job,
    runId: run.id,
    at(seconds: number) {
      now = START + seconds * 1000;
      return sandbox.store.run(run.id);
    },
  };
}

test('a run goes from requested to its outcome as the clock moves', async () => {
  const { at, sandbox, runId } = await jobOnAClock({
    queueSeconds: 4,
    durationSeconds: 10,
    outcome: 'FAILED',
    outcomeDetails: 'exit code 3',
  });
  expect(at(0)).toMatchObject({ status: 'REQUESTED', startedAt: null, endedAt: null });
  expect(at(1.999)?.status).toBe('REQUESTED');
  expect(at(2)?.status).toBe('QUEUED');
  expect(at(3.999)).toMatchObject({ status: 'QUEUED', startedAt: null });
  expect(at(4)).toMatchObject({ status: 'RUNNING', startedAt: START + 4000, endedAt: null });
  expect(at(13.999)?.status).toBe('RUNNING');
  expect(at(14)).toMatchObject({ status: 'FAILED', endedAt: START + 14_000 });

  at(1000);
  const { data } = await (
    await clientOf(sandbox)
  )(`{ jobInstance(id: "${runId}") {
    status statusDetails startTime endTime history { currentStatus { status details recordAt } statuses { status } }
  } }`);
  expect(data.jobInstance).toEqual({
    status: 'FAILED',
    statusDetails: 'exit code 3',
    startTime: '2026-01-01T00:00:04.000Z',
    endTime: '2026-01-01T00:00:14.000Z',
    history: {
      currentStatus: {
        status: 'FAILED',
        details: 'exit code 3',
        recordAt: '2026-01-01T00:00:14.000Z',
      },
      statuses: ['REQUESTED', 'QUEUED', 'RUNNING', 'FAILED'].map((status) => ({ status })),
    },
  });
});

test('a run that is stopped is killed; one that has ended stays as it is', async () => {
  const stopped = await jobOnAClock({ queueSeconds: 1, durationSeconds: null, killSeconds: 2 });
  expect(stopped.at(10_000)?.status).toBe('RUNNING');
  stopped.sandbox.store.stopRun(stopped.runId);
  expect(stopped.at(10_001)?.status).toBe('KILLING');
  stopped.sandbox.store.stopRun(stopped.runId);
  expect(stopped.at(10_002)).toMatchObject({ status: 'KILLED', endedAt: START + 10_002_000 });

  const ended = await jobOnAClock({ queueSeconds: 1, durationSeconds: 1 });
  ended.at(5);
  ended.sandbox.store.stopRun(ended.runId);
  expect(ended.at(60)).toMatchObject({ status: 'SUCCEEDED', endedAt: START + 2000 });
});

test('a run that is stopped in the queue never starts', async () => {
  const { at, sandbox, runId } = await jobOnAClock({ queueSeconds: 10, killSeconds: 0 });
  at(6);
  sandbox.store.stopRun(runId);
  expect(at(100)).toMatchObject({ status: 'KILLED', startedAt: null, endedAt: START + 6000 });
});

test('a skipped run never starts', async () => {
  const { at } = await jobOnAClock({ queueSeconds: 2, outcome: 'SKIPPED' });
  expect(at(2)).toMatchObject({ status: 'SKIPPED', startedAt: null, endedAt: START + 2000 });
});

test('outcomes of a list come in turn, and a changed script holds for later runs only', async () => {
  const instant = { queueSeconds: 0, durationSeconds: 0 };
  const { sandbox, job } = await jobOnAClock({
    ...instant,
    outcome: ['SUCCEEDED', 'ERROR'],
    outcomeDetails: 'why',
  });
  sandbox.store.startRun(job.id);
  sandbox.store.startRun(job.id);
  sandbox.store.setScript(job.id, { outcome: 'FAILED' });
  sandbox.store.startRun(job.id);
  const seen = sandbox.store.runsOfJob(job.id);
  expect(seen.map(({ number, status, details }) => [number, status, details])).toEqual([
    [4, 'FAILED', 'why'],
    [3, 'SUCCEEDED', null],
    [2, 'ERROR', 'why'],
    [1, 'SUCCEEDED', null],
  ]);
});

test('runs go on across a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const database = join(folder, 'below', 'sandbox.sqlite');
  let now = START;
  const clock = () => now;
  try {
    const before = await startSandbox({ database, clock, seedRuns: false });
    const job = before.store.addJob({ script: { queueSeconds: 2, durationSeconds: 10 } });
    const run = before.store.startRun(job.id);
    await before.close();

    now += 12_000;
    const after = await sandboxWith({ database, clock });
    expect(after.store.run(run?.id ?? '')).toMatchObject({
      status: 'SUCCEEDED',
      startedAt: START + 2000,
      endedAt: START + 12_000,
    });
    expect(after.store.projects()).toHaveLength(4);
    expect(after.store.allRuns()).toHaveLength(1);
    await closeSandboxes();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the demo history is there unless it is switched off', async () => {
  const withRuns = await sandboxWith();
  expect(new Set(withRuns.store.allRuns().map(({ status }) => status)).size).toBeGreaterThan(3);
  expect((await sandboxWith({ seedRuns: false })).store.allRuns()).toHaveLength(0);
  expect((await sandboxWith({ seed: false })).store.projects()).toHaveLength(0);
});
