import type { DeployOptions } from '../../../../platform/projectFiles/options';
import {
  addApp,
  addJob,
  addPipeline,
  addVolume,
  deploy,
  filesOf,
  mutations,
  notUnchanged,
  plan,
  useProjects,
} from '../support';

const at = useProjects();
const job = (projectId: string, alias: string) => addJob(at.sandbox, projectId, alias);
const variable = (projectId: string, name: string) =>
  at.sandbox.store.variables.add({ scope: 'PROJECT', entityId: projectId, name, value: 'a' });

/** Three jobs, two pipelines, an app and a volume, two variables. */
function fill(): void {
  const [orders, stock, clean] = ['import-orders', 'import-stock', 'clean'].map(
    (alias) => job(at.from, alias).id,
  ) as [string, string, string];
  addPipeline(at.sandbox, at.from, 'nightly', orders, clean);
  addPipeline(at.sandbox, at.from, 'hourly', stock);
  addApp(at.sandbox, at.from, 'Api', addVolume(at.sandbox, at.from, 'data').id);
  for (const name of ['URL', 'MODE']) variable(at.from, name);
}

const files = async () => await filesOf(at.sandbox, at.from);

async function planned(select: string[], options: DeployOptions = {}) {
  const { steps } = await plan(at.sandbox, await files(), at.to, { select, ...options });
  return notUnchanged(steps).map(({ kind, name, action, reason }) => [
    kind,
    name,
    action,
    ...(reason ? [reason] : []),
  ]);
}

const STAYS = 'It is not in the files. It is kept.';

test('globs choose what is deployed, and what it needs comes with it', async () => {
  fill();
  at.sandbox.store.editProject(at.from, { description: 'New' });
  expect(await planned(['jobs/import-*'])).toEqual([
    ['job', 'import-orders', 'create'],
    ['job', 'import-stock', 'create'],
  ]);
  expect(await planned(['pipelines/nightly'])).toEqual([
    ['job', 'clean', 'create'],
    ['job', 'import-orders', 'create'],
    ['pipeline', 'nightly', 'create'],
  ]);
  expect(await planned(['apps/Api', 'variables/U*'])).toEqual([
    ['variable', 'URL', 'create'],
    ['volume', 'data', 'create'],
    ['app', 'Api', 'create'],
  ]);
  expect(await planned(['project'])).toEqual([['project', 'To', 'update']]);
  const both = await planned(['pipelines/nightly', 'jobs/clean']);
  expect(both).toContainEqual(['job', 'clean', 'create']);
  expect(await planned(['*'])).toEqual(await planned([]));
});

test('a deploy of a part makes that part alone, and one of the rest finishes it', async () => {
  fill();
  const { changes } = await deploy(at.sandbox, await files(), at.to, {
    select: ['pipelines/nightly'],
  });
  expect(notUnchanged(changes).map(({ kind, action }) => [kind, action])).toEqual([
    ['job', 'created'],
    ['job', 'created'],
    ['pipeline', 'created'],
  ]);
  expect(await planned(['pipelines/nightly'])).toEqual([]);
  await deploy(at.sandbox, await files(), at.to);
  expect(await filesOf(at.sandbox, at.to)).toEqual(await files());
});

test('a pipeline that is chosen runs a job that the target alone has, and is blocked without it', async () => {
  addPipeline(at.sandbox, at.from, 'nightly', job(at.from, 'shared').id);
  const all = await files();
  all.delete('jobs/shared.json');
  const select = ['pipelines/*'];
  expect((await plan(at.sandbox, all, at.to, { select })).steps.at(-1)).toMatchObject({
    action: 'blocked',
    reason: 'There is no job with the alias "shared" to run.',
  });
  job(at.to, 'shared');
  const { changes } = await deploy(at.sandbox, all, at.to, { select });
  expect(notUnchanged(changes)).toMatchObject([{ name: 'nightly', action: 'created' }]);
});

test.each([
  ['jobs/imprt-*', /^Nothing matches "jobs\/imprt-\*" in "Deploy Only"/],
  ['job/*', /^"Deploy Only" contains "job\/\*", which cannot match anything/],
])('the glob %s is refused by name, and nothing is changed', async (glob, message) => {
  job(at.from, 'clean');
  const select = ['jobs/clean', glob];
  await expect(deploy(at.sandbox, await files(), at.to, { select })).rejects.toThrow(message);
  expect(mutations(at.sandbox)).toEqual({});
});

test('a glob may match what the target alone has: deletions are of that alone', async () => {
  fill();
  for (const alias of ['old-a', 'old-b', 'other']) job(at.to, alias);
  variable(at.to, 'OLD');
  expect(await planned(['jobs/old-*'])).toEqual([
    ['job', 'old-b', 'extraneous', STAYS],
    ['job', 'old-a', 'extraneous', STAYS],
  ]);
  const options = { select: ['jobs/{old,import}-*'], deleteExtraneous: true };
  const { changes } = await deploy(at.sandbox, await files(), at.to, options);
  expect(notUnchanged(changes).map(({ name, action }) => [name, action])).toEqual([
    ['import-orders', 'created'],
    ['import-stock', 'created'],
    ['old-b', 'deleted'],
    ['old-a', 'deleted'],
  ]);
  const left = await filesOf(at.sandbox, at.to);
  expect(left.has('jobs/other.json')).toBe(true);
  expect(String(left.get('variables.json'))).toContain('OLD');
});

test('a job that a pipeline outside the globs needs is not deleted', async () => {
  job(at.from, 'clean');
  addPipeline(at.sandbox, at.to, 'theirs', job(at.to, 'old-a').id);
  const options = { select: ['jobs/*'], deleteExtraneous: true };
  const { changes } = await deploy(at.sandbox, await files(), at.to, options);
  expect(changes.find(({ name }) => name === 'old-a')).toMatchObject({
    action: 'unchanged',
    reason: 'It is not in the files. It is kept because pipelines/theirs needs it.',
  });
});

test('another choice is another plan', async () => {
  fill();
  const fingerprint = async (select: string[]) =>
    (await plan(at.sandbox, await files(), at.to, { select })).fingerprint;
  const nightly = await fingerprint(['pipelines/nightly']);
  expect(await fingerprint(['pipelines/nightly'])).toBe(nightly);
  expect(await fingerprint(['pipelines/hourly'])).not.toBe(nightly);
});

test('what is not chosen may be run afterwards', async () => {
  const { id } = job(at.to, 'check');
  job(at.from, 'load');
  const options = { select: ['jobs/load'], runAfter: 'check' };
  const { steps, runAfter } = await plan(at.sandbox, await files(), at.to, options);
  expect(runAfter).toMatchObject({ kind: 'job', id });
  expect(steps.map(({ name }) => name)).toEqual(['To', 'load']);
});
