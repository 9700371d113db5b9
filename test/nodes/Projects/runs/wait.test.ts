import { setTimeout as pause } from 'node:timers/promises';
import type { NodeApiError } from 'n8n-workflow';
import { infoLinesOf } from '../../../../harness/engine/infoLines';
import { runNode, startNode } from '../../../../harness/engine/runWorkflow';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside({ seedRuns: false });

const credentials = () => ({ dataPlatformApi: sandbox().credentials });

const runAndWait = (options: object = {}) => ({
  parameters: {
    resource: 'job',
    operation: 'runAndWait',
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: { pollInterval: 1, timeout: 25, ...options },
  },
});

const scripted = (script: object) => {
  const job = sandbox().store.addJob({
    name: 'Scripted',
    script: { queueSeconds: 0, durationSeconds: 1, ...script },
  });
  return { jobId: job.id };
};

test('a run that succeeds is put out with its times', async () => {
  const item = scripted({});
  const { json, error, outputs } = await runNode(runAndWait(), credentials(), [item]);
  expect(error).toBeUndefined();
  expect(json).toEqual([
    expect.objectContaining({
      id: sandbox().store.runsOfJob(item.jobId)[0]?.id,
      status: 'SUCCEEDED',
      jobId: item.jobId,
      durationSeconds: 1,
    }),
  ]);
  expect(outputs[0]?.[0]?.pairedItem).toEqual({ item: 0 });
});

test('a run that fails carries its last log lines, and not those of its environment', async () => {
  const item = scripted({
    outcome: 'FAILED',
    outcomeDetails: 'Exit code 3',
    logLines: [
      { stream: 'ENVVARS_STDOUT', value: 'PASSWORD=secret' },
      ...Array.from({ length: 30 }, (_, n) => ({ stream: 'STDOUT', value: `line ${n}` })),
      { stream: 'STDERR', value: 'ValueError: no such column' },
    ],
  });
  const { error } = await runNode(runAndWait({ logLines: 3 }), credentials(), [item]);
  expect(error?.message).toBe('Scripted failed after 1 s: Exit code 3 (run 1)');
  expect(error?.description).toContain(`Job ${item.jobId} · run 1 (`);
  // The message has the reason already.
  expect(error?.description).not.toMatch(/Exit code 3/);
  expect(error?.description).toMatch(/line 28\nline 29\nValueError: no such column$/);
  // What the editor shows in place of the description.
  expect((error as NodeApiError).context.descriptionTemplate).toMatch(
    /line 28<br>line 29<br>ValueError: no such column$/,
  );
  expect(error?.description).not.toMatch(/line 27|secret/);
});

test('a failure can be put out as fields', async () => {
  const item = scripted({ outcome: 'ERROR', logLines: [{ stream: 'STDERR', value: 'boom' }] });
  const { json, error } = await runNode(runAndWait({ onFailure: 'output' }), credentials(), [item]);
  expect(error).toBeUndefined();
  expect(json[0]).toMatchObject({ status: 'ERROR', jobId: item.jobId, lastLogLines: ['boom'] });
});

describe('a run that does not end in time', () => {
  const endless = { durationSeconds: null, killSeconds: 0 };

  test('fails the node with its ID and goes on', async () => {
    const item = scripted(endless);
    const { error } = await runNode(runAndWait({ timeout: 2 }), credentials(), [item]);
    const [run] = sandbox().store.runsOfJob(item.jobId);
    expect(error?.message).toBe(`Scripted has not ended within 2 s: run ${run?.id}`);
    expect(error?.description).toContain('Its last known status was RUNNING.');
    expect(run?.status).toBe('RUNNING');
  });

  test('is put out as it was last seen', async () => {
    const options = { timeout: 2, onTimeout: 'output' };
    const { json } = await runNode(runAndWait(options), credentials(), [scripted(endless)]);
    expect(json[0]).toMatchObject({ status: 'RUNNING', timedOut: true });
  });

  test('is stopped, and then counts as one that did not succeed', async () => {
    const item = scripted(endless);
    const options = { timeout: 1, onTimeout: 'stop', onFailure: 'output' };
    const { json } = await runNode(runAndWait(options), credentials(), [item]);
    expect(json[0]).toMatchObject({ status: 'KILLED', lastLogLines: [] });
    expect(sandbox().store.runsOfJob(item.jobId)).toHaveLength(1);
  });
});

test('many runs are waited for together, and each end is seen within a poll interval', async () => {
  const items = Array.from({ length: 250 }, (_, n) => scripted({ durationSeconds: 1 + (n % 5) }));
  const { json, error } = await runNode(runAndWait(), credentials(), items);
  expect(error).toBeUndefined();
  expect(json.map(({ jobId }) => jobId)).toEqual(items.map(({ jobId }) => jobId));
  // Fewest looks a run can take: one a second until it ends.
  const looks = items.reduce((sum, _item, n) => sum + 1 + (n % 5), 0);
  // A busy machine may need one look more, of three requests.
  expect(sandbox().stats.byOperation.jobInstance).toBeLessThanOrEqual(looks / 50 + 3);
});

describe('cancelling', () => {
  test.each([
    [1, 'a run is still running on the platform'],
    [100, '100 runs are still running on the platform'],
  ])('%i runs that go on are named in the log', async (amount, told) => {
    const items = Array.from({ length: amount }, () => scripted({ durationSeconds: null }));
    const runs = () => items.flatMap(({ jobId }) => sandbox().store.runsOfJob(jobId));
    const lines = await infoLinesOf(async () => {
      const { result, cancel } = await startNode(runAndWait(), credentials(), items);
      await eventually(() => runs().filter(({ status }) => status === 'RUNNING').length === amount);
      // The answers to the starts are read by now.
      await pause(300);
      cancel();
      await result;
      // n8n does not wait for a node that it has cancelled.
      await pause(500);
    });
    const line = lines.find((one) => one.includes(told)) ?? '';
    const named = runs().filter(({ id }) => line.includes(id));
    expect(named).toHaveLength(Math.min(amount, 20));
    expect(line.includes('and 80 more')).toBe(amount === 100);
    expect(line).toContain('"Stop on Cancel"');
  });
});

test('a platform that is away during the wait is waited for', async () => {
  const item = scripted({ durationSeconds: 4 });
  const { result } = await startNode(runAndWait(), credentials(), [item]);
  await eventually(() => sandbox().store.runsOfJob(item.jobId).length === 1);
  sandbox().accidents.add({ kind: 'resetBefore', operation: 'jobInstance', times: 8 });
  const { json, error } = await result;
  expect(error).toBeUndefined();
  expect(json[0]).toMatchObject({ status: 'SUCCEEDED' });
});

test('jobRun.wait takes a run that was started elsewhere', async () => {
  const { jobId } = scripted({});
  const run = sandbox().store.startRun(jobId);
  const { json } = await runNode(
    {
      parameters: {
        resource: 'jobRun',
        operation: 'wait',
        runId: run?.id ?? '',
        options: { pollInterval: 1, onFailure: 'output' },
      },
    },
    credentials(),
  );
  expect(json[0]).toMatchObject({ id: run?.id, jobId });
});

async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}
