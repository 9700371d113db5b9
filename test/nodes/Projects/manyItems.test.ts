import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { runNode, startNode } from '../../../harness/engine/runWorkflow';
import { NO_SUCH_ID } from '../../support/ids';

const RUN_JOB = {
  resource: 'job',
  operation: 'run',
  jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
};

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const credentials = () => ({ dataPlatformApi: sandbox.credentials });

function addJobs(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const job = sandbox.store.addJob({ name: `Job ${index}` });
    return { jobId: job.id };
  });
}

test('100 runs with the token ending in the middle: one new login, none twice, order kept', async () => {
  const items = addJobs(100);
  sandbox.accidents.add({ kind: 'expiredToken', operation: 'runJob', skip: 50 });

  const { json, outputs, error } = await runNode({ parameters: RUN_JOB }, credentials(), items);

  expect(error).toBeUndefined();
  expect(json.map(({ jobId }) => jobId)).toEqual(items.map(({ jobId }) => jobId));
  expect(outputs[0]?.map(({ pairedItem }) => Object(pairedItem).item)).toEqual(
    items.map((_item, index) => index),
  );
  expect(items.map(({ jobId }) => sandbox.store.runsOfJob(jobId).length)).toEqual(
    Array(100).fill(1),
  );
  expect(sandbox.stats.logins).toBe(2);
});

test('120 reads share requests; one that fails reports the same as alone', async () => {
  const projectId = { __rl: true, mode: 'id', value: '={{ $json.projectId }}' };
  const list = { resource: 'job', operation: 'getAll', projectId, returnAll: true };
  const settings = { onError: 'continueRegularOutput' as const };
  const read = async (ids: string[]) => {
    const items = ids.map((id) => ({ projectId: id }));
    return (await runNode({ parameters: list, settings }, credentials(), items)).outputs[0] ?? [];
  };
  const [alone] = await read([NO_SUCH_ID]);
  const ids = Array.from({ length: 119 }, (_, index) => {
    const { id } = sandbox.store.addProject({ name: `Project ${index}` });
    sandbox.store.addJob({ projectId: id, name: `Job of ${index}` });
    return id;
  });
  sandbox.stats.reset();
  const found = await read([...ids.slice(0, 77), NO_SUCH_ID, ...ids.slice(77)]);
  expect(sandbox.stats.requests).toBeLessThanOrEqual(6);
  expect(found.map(({ pairedItem }) => pairedItem)).toEqual(found.map((_, item) => ({ item })));
  expect(found.splice(77, 1)[0]?.json).toEqual(alone?.json);
  expect(found.map(({ json }) => json.name)).toEqual(ids.map((_id, index) => `Job of ${index}`));
});

test('stopping the execution while a request hangs returns within a second', async () => {
  sandbox.accidents.add({ kind: 'hang', operation: 'projects' });
  const { result, cancel } = await startNode(
    { parameters: { resource: 'project', operation: 'getAll' } },
    credentials(),
  );
  while (!sandbox.stats.byOperation.projects) await pause(10);
  const stoppedAt = Date.now();
  cancel();
  await result.catch(() => undefined);
  expect(Date.now() - stoppedAt).toBeLessThan(1000);
});
