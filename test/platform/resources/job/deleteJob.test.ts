import { Platform } from '../../../../platform/connection/platform';
import { prepareDeleteJob } from '../../../../platform/resources/job/list';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox';

let sandbox: Sandbox;
let jobs: string[];
afterEach(() => sandbox.close());

async function useSandbox(options: SandboxOptions, count = 1): Promise<void> {
  sandbox = await startSandbox({ seedRuns: false, ...options });
  jobs = Array.from({ length: count }, () => sandbox.store.addJob({ name: 'Job' }).id);
}
const deleteAll = async () => {
  const { projects } = Platform.connect(sandbox.credentials);
  await Promise.all(jobs.map(async (job) => await (await prepareDeleteJob(projects, job))()));
};
const left = () => jobs.filter((job) => sandbox.store.job(job));
const asked = () => sandbox.stats.byOperation;

describe('on a platform that takes the ID by its oldest name', () => {
  test('jobs are deleted, each by one deletion that is carried out', async () => {
    await useSandbox({ generation: 'early' }, 5);
    await deleteAll();
    expect(left()).toEqual([]);
    // Each document is turned down once before anything is carried out.
    expect(asked().deleteJob).toBe(10);
    expect(asked().__schema).toBeLessThanOrEqual(4);
  });

  test('the response is lost: done', async () => {
    await useSandbox({ generation: 'early' });
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'deleteJob', skip: 1 });
    await deleteAll();
    expect(left()).toEqual([]);
    expect(sandbox.accidents.pending()).toEqual([]);
  });

  test('a job that is not there is an error', async () => {
    await useSandbox({ generation: 'early' });
    sandbox.store.deleteJob(jobs[0] ?? '');
    await expect(deleteAll()).rejects.toMatchObject({ name: 'GraphqlResponseError' });
  });

  test('without introspection the refusal itself says what the name is', async () => {
    await useSandbox({ generation: 'early', introspection: false });
    await deleteAll();
    expect(left()).toEqual([]);
  });
});

test('on others the documented request is all that is sent', async () => {
  await useSandbox({});
  await deleteAll();
  expect(left()).toEqual([]);
  expect(asked()).toEqual({ authenticate: 1, deleteJob: 1 });
});
