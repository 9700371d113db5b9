import { TECHNOLOGY_IDS, type Sandbox } from '../../../../sandbox';
import type { StartItem } from '../../../support/engine/helperNodes';
import { performed } from '../support';
import { addVolume, mutations, packageOf } from '../../../platform/projectFiles/support';
import { exportedItems, into, usePlatforms } from './support';

const CRON = { cronScheduling: '0 6 * * *', isScheduled: true };
const leaveOut = '*';

const { at, restartProd } = usePlatforms();
const exported = async () => await exportedItems(at.dev, at.from);

const addJob = (alias: string, more: object = {}) =>
  at.dev.store.addJob({ projectId: at.from, name: alias, alias, ...more });
const there = (name: string) => {
  const found = at.prod.store.jobs({ projectId: at.to }).find((job) => job.name === name);
  if (!found) throw new Error(`No ${name}`);
  return found;
};

const deployed = async (items: StartItem[], options: object = {}) =>
  await performed(at.prod, 'project.deploy', into(at.to, { leaveOut, ...options }), { items });

/** Reports the drift, which changes nothing. */
async function drift(items: StartItem[], options: object = {}) {
  at.prod.stats.reset();
  const parameters = into(at.to, { leaveOut, driftOnly: true, ...options });
  const [summary, ...changes] = await performed(at.prod, 'project.plan', parameters, { items });
  expect(mutations(at.prod)).toEqual({});
  return { summary, changes };
}

describe('on an older target', () => {
  const count = 2;
  const names = ['job_0', 'job_1'];

  test('what someone has changed there is reported, and what the files newly want is not', async () => {
    await restartProd({ generation: 'middle' });
    for (const name of names) addJob(name, { description: 'As it was', settings: CRON });
    const items = await exported();
    await deployed(items);
    expect(await drift(items)).toMatchObject({
      summary: { action: 'unchanged', reason: `${count + 1} unchanged.`, leftOut: 0 },
      changes: [],
    });

    const hotfix = { description: 'A hotfix', settings: { isScheduled: false } };
    for (const name of names) at.prod.store.editJob(there(name).id, hotfix);
    at.prod.store.addJob({ projectId: at.to, name: 'by_hand', alias: 'by_hand' });
    addJob('new_in_files');
    const { summary, changes } = await drift(await exported());
    expect(summary).toMatchObject({
      kind: 'summary',
      name: 'Prod',
      action: 'update',
      reason: `${count} changed on the target, 1 not in the files, 1 unchanged.`,
      counts: { create: 0, update: count, extraneous: 1, unchanged: 1, blocked: 0 },
      leftOut: 1,
      runAfter: null,
    });
    expect(summary).not.toHaveProperty('fingerprint');
    expect(changes).toHaveLength(count + 1);
    const undone = [
      { field: 'description', from: 'A hotfix', to: 'As it was' },
      { field: 'isScheduled', from: 'false', to: 'true' },
    ];
    const reason = 'It is not in the files. It is kept.';
    expect(changes).toMatchObject([
      ...names.map((name) => ({ kind: 'job', name, action: 'update', changes: undone })),
      { kind: 'job', name: 'by_hand', action: 'extraneous', reason },
    ]);
    // A deploy removes the drift.
    await deployed(await exported(), { deleteExtraneous: true });
    expect((await drift(await exported())).summary).toMatchObject({ action: 'unchanged' });
  });

  test('what is gone there, or empty, is no drift: it may be new in the files', async () => {
    await restartProd({ generation: 'middle' });
    for (const name of names) addJob(name, { description: 'Wanted' });
    addJob('stays', { description: 'Wanted' });
    const items = await exported();
    await deployed(items);
    for (const name of names) at.prod.store.deleteJob(there(name).id);
    at.prod.store.editJob(there('stays').id, { description: null });
    const { summary, changes } = await drift(items);
    expect(changes).toEqual([]);
    expect(summary).toMatchObject({ action: 'unchanged', leftOut: count + 1 });
  });
});

test('variables, packages and parts of fields that someone has changed are drift, and no secret is reported', async () => {
  const { id } = addJob('load', {
    settings: { resources: { cpu: { limit: 1 } } },
    version: packageOf(at.dev, 'one'),
  });
  const variable = (sandbox: Sandbox, entityId: string, name: string, value: string, more = {}) => {
    const scope = entityId === at.from || entityId === at.to ? 'PROJECT' : 'JOB';
    sandbox.store.variables.add({ scope, entityId, name, value, isPassword: false, ...more });
  };
  variable(at.dev, at.from, 'URL', 'https://a');
  variable(at.dev, id, 'URL', 'https://a');
  const items = await exported();
  await deployed(items);

  const job = there('load');
  const { variables } = at.prod.store;
  for (const entityId of [at.to, job.id]) {
    const [url] = variables.of(entityId === at.to ? 'PROJECT' : 'JOB', entityId);
    if (!url) throw new Error('Not deployed');
    variables.replace({ ...url, value: 'https://b' });
    variable(at.prod, entityId, 'MORE', 'by hand');
    variable(at.prod, entityId, 'SECRET', 'never shown', { isPassword: true });
  }
  at.prod.store.editJob(job.id, { settings: { resources: { cpu: { limit: 4, request: 1 } } } });
  at.prod.store.addJobVersion(job.id, packageOf(at.prod, 'two'), 'somebody');
  const { summary, changes } = await drift(items);
  expect(changes.map(({ kind, name, action }) => [kind, name, action])).toEqual([
    ['variable', 'URL', 'update'],
    ['job', 'load', 'update'],
    ['variable', 'SECRET', 'extraneous'],
    ['variable', 'MORE', 'extraneous'],
  ]);
  expect(changes[1]?.changes).toEqual([
    { field: 'resources.cpu.limit', from: '4', to: '1' },
    expect.objectContaining({ field: 'version.package' }),
    { field: 'variables.URL', from: 'https://b', to: 'https://a' },
    { field: 'variables.MORE', from: 'by hand', to: null },
    { field: 'variables.SECRET.isPassword', from: 'true', to: null },
  ]);
  expect(changes[3]?.changes).toEqual([{ field: 'value', from: 'by hand', to: null }]);
  expect(summary?.counts).toMatchObject({ update: 2, extraneous: 2 });
  expect(JSON.stringify(changes)).not.toContain('never shown');
});

test('what cannot be compared is reported, and what blocks for other reasons is not', async () => {
  addJob('twice');
  addJob('load', { settings: CRON });
  const { id } = addJob('secret');
  const token = { name: 'TOKEN', value: 'x', isPassword: true };
  at.dev.store.variables.add({ scope: 'JOB', entityId: id, ...token });
  addVolume(at.dev, at.from, 'smaller', '5 GB');
  addVolume(at.prod, at.to, 'smaller', '10 GB');
  const items = await exported();
  for (const alias of ['one', 'two']) {
    at.prod.store.addJob({ projectId: at.to, name: 'twice', alias });
  }
  at.prod.store.addJob({
    ...{ projectId: at.to, name: 'load', alias: 'load', technologyId: TECHNOLOGY_IDS.spark },
    settings: { ...CRON, cronScheduling: '0 7 * * *' },
  });
  const { summary, changes } = await drift(items);
  expect(summary).toMatchObject({ action: 'blocked', leftOut: 1 });
  expect(changes).toMatchObject([
    { name: 'smaller', action: 'update' },
    {
      ...{ name: 'load', action: 'update' },
      reason: expect.stringContaining('is "Spark" and cannot be changed to "Python"'),
      changes: [
        { field: 'technology.label', from: 'Spark', to: 'Python' },
        { field: 'cronScheduling', from: '0 7 * * *', to: '0 6 * * *' },
      ],
    },
    { name: 'twice', action: 'blocked', reason: expect.stringContaining('2 entries named') },
  ]);
  expect(changes[0]).toMatchObject({ reason: null });
});
