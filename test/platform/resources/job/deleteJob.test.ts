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

test.each<[what: string, isLost: boolean, more: SandboxOptions, sent: number]>([
  ['each by one deletion that is carried out', false, {}, 10],
  ['also if a response is lost', true, {}, 11],
  ['without introspection by the name in the refusal', false, { introspection: false }, 10],
])('a platform that takes the ID by its oldest name: %s', async (_what, isLost, more, sent) => {
  await useSandbox({ generation: 'early', ...more }, 5);
  if (isLost) sandbox.accidents.add({ kind: 'resetAfter', operation: 'deleteJob', skip: 5 });
  await deleteAll();
  expect(left()).toEqual([]);
  // Each document is turned down once before anything is carried out.
  expect(asked().deleteJob).toBe(sent);
  expect(sandbox.accidents.pending()).toEqual([]);
  // Now it is not there.
  await expect(deleteAll()).rejects.toMatchObject({ name: 'GraphqlResponseError' });
});

test('on others the documented request is all that is sent', async () => {
  await useSandbox({});
  await deleteAll();
  expect(left()).toEqual([]);
  expect(asked()).toEqual({ authenticate: 1, deleteJob: 1 });
});
