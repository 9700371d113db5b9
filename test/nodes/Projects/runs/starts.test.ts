import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import { runNode } from '../../../../harness/engine/runWorkflow';

let sandbox: Sandbox;
async function useSandbox(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startSandbox({ seedRuns: false, ...options });
}
afterEach(() => sandbox.close());

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const jobId = { __rl: true, mode: 'id', value: '={{ $json.jobId }}' };
const node = (operation: string, options: object = {}, settings: object = {}) => ({
  parameters: { resource: 'job', operation, jobId, options: options as never },
  settings,
});
const addJob = (script: object = {}) =>
  sandbox.store.addJob({ name: 'Job', script: { queueSeconds: 0, durationSeconds: 1, ...script } })
    .id;
const sends = () => sandbox.stats.byOperation.runJob ?? 0;
const items = (count: number, job: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ jobId: job(n) }));

describe.each(['run', 'runAndWait'])('%s', (operation) => {
  test.each([1, 100])('with a bad ID among %d items starts nothing', async (count) => {
    await useSandbox();
    const job = addJob();
    const { error } = await runNode(node(operation), credentials(), [
      ...items(count, () => job),
      { jobId: 'no uuid' },
    ]);
    expect(error?.message).toContain('"no uuid" is not a valid ID of a job');
    expect(error?.context).toMatchObject({ itemIndex: count });
    expect(sends()).toBe(0);
  });

  test('with a bad option among its items starts nothing', async () => {
    await useSandbox();
    const job = addJob();
    const { error } = await runNode(
      node(operation, { ifRunning: '={{ $json.ifRunning }}' }),
      credentials(),
      [
        { jobId: job, ifRunning: 'start' },
        { jobId: job, ifRunning: 'later' },
      ],
    );
    expect(error?.message).toBe(
      '"If Already Running" cannot be "later". Choose one of: error, skip, start, take',
    );
    expect(sends()).toBe(0);
  });

  test('that continues on fail starts the others', async () => {
    await useSandbox();
    const job = addJob();
    const { outputs } = await runNode(
      node(operation, { pollInterval: 1 }, { onError: 'continueErrorOutput' }),
      credentials(),
      [{ jobId: 'no uuid' }, { jobId: job }],
    );
    expect(outputs.map((branch) => branch.map(({ pairedItem }) => pairedItem))).toEqual([
      [{ item: 1 }],
      [{ item: 0 }],
    ]);
  });

  test.each([
    [21, 20, undefined],
    [25, 20, 'and 4 more'],
  ])('names the runs that were started where the last of %i fails', async (count, named, more) => {
    await useSandbox();
    const jobs = Array.from({ length: count }, () => addJob());
    sandbox.accidents.add({ kind: 'status', status: 409, operation: 'runJob', skip: count - 1 });
    const { error } = await runNode(
      node(operation, { pollInterval: 1 }),
      credentials(),
      items(count, (n) => jobs[n] ?? ''),
    );
    expect(error?.description).toContain('Runs that were started:');
    expect(error?.description?.match(/\(job /g)).toHaveLength(named);
    expect(/and .+ more/.exec(error?.description ?? '')?.[0]).toBe(more);
  });
});

test('"run" sends nothing but the documented request', async () => {
  await useSandbox({ introspection: false });
  const { json } = await runNode(node('run'), credentials(), [{ jobId: addJob() }]);
  expect(json).toHaveLength(1);
  expect(sandbox.stats.byOperation).toEqual({ authenticate: 1, runJob: 1 });
});

test('"runAndWait" starts nothing that it could not wait for, also without introspection', async () => {
  await useSandbox({ introspection: false, generation: 'documented' });
  const { error } = await runNode(node('runAndWait'), credentials(), [{ jobId: addJob() }]);
  expect(error?.message).toContain('This platform cannot return a job');
  expect(sends()).toBe(0);
});

test.each([1, 100])(
  '"runAndWait" starts none of %d jobs beside one that cannot be looked at',
  async (count) => {
    await useSandbox();
    const unknown = '20000000-0000-4000-8000-00000000dead';
    const jobs = items(count, () => addJob());
    const { error } = await runNode(node('runAndWait'), credentials(), [
      ...jobs,
      { jobId: unknown },
    ]);
    expect(error?.context).toMatchObject({ itemIndex: count });
    expect(sends()).toBe(0);
  },
);

test('one look serves 100 jobs', async () => {
  await useSandbox();
  const jobs = Array.from({ length: 100 }, () => addJob());
  const { error } = await runNode(
    node('run', { ifRunning: 'skip' }),
    credentials(),
    items(100, (n) => jobs[n] ?? ''),
  );
  expect(error).toBeUndefined();
  expect(sandbox.stats.byOperation.job).toBe(1);
});

const PAGE = readFileSync(path.join(__dirname, '../../../../docs/nodes/projects/job.md'), 'utf8');

// n8n completes expressions from one schema for all options, which has the fields of a skipped run as well.
test.each(['start', 'take'])(
  '"run" with "%s" returns the fields that its page names',
  async (ifRunning) => {
    await useSandbox();
    const job = addJob({ durationSeconds: null });
    sandbox.store.startRun(job);
    const { json } = await runNode(node('run', { ifRunning }), credentials(), [{ jobId: job }]);
    const fields = Object.keys(json[0] ?? {}).map((field) => `\`${field}\``);
    expect(PAGE).toContain(`It has ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}, and`);
  },
);

test('"run" with "skip" returns all fields of the run that was there', async () => {
  await useSandbox();
  const job = addJob({ durationSeconds: null });
  sandbox.store.startRun(job);
  const { json } = await runNode(node('run', { ifRunning: 'skip' }), credentials(), [
    { jobId: job },
  ]);
  expect(json[0]).toMatchObject({
    skipped: true,
    jobName: 'Job',
    number: 1,
    trigger: expect.anything(),
  });
  expect(PAGE).toContain('All other fields come only if **If Already Running** is Skip');
});
