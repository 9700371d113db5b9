import { GENERATIONS, startSandbox, type Generation, type Sandbox } from '../../../sandbox';
import { addCredentials, fillProject } from '../../support/randomProject';
import { deploy, filesOf, mutations, passwordValues, plan } from './support';

const PROJECTS = 4;

let source: Sandbox;
let target: Sandbox | undefined;
beforeAll(async () => {
  source = await startSandbox({ seedRuns: false });
});
afterEach(async () => {
  await target?.close();
  target = undefined;
});
afterAll(() => source.close());

const able = GENERATIONS.filter((generation) => generation !== 'documented');

async function targetOf(generation: Generation) {
  target = await startSandbox({ seedRuns: false, generation });
  const to = target.store.addProject({ name: 'To' });
  addCredentials(target, to.id);
  return { sandbox: target, to: to.id };
}

test.each(able)('after a deploy, a plan is empty on the generation %s', async (generation) => {
  for (let seed = 1; seed <= PROJECTS; seed++) {
    const { sandbox, to } = await targetOf(generation);
    const from = source.store.addProject({ name: `${generation} ${seed}` });
    const variables = passwordValues(fillProject(source, from.id, seed));
    const files = await filesOf(source, from.id);
    // What this platform cannot have is blocked, and says so; the rest is deployed.
    const { changes } = await deploy(sandbox, files, to, { variables, isPartly: true });
    expect({ seed, failed: changes.filter(({ failure }) => failure) }).toEqual({
      seed,
      failed: [],
    });
    const blocked = changes.filter(({ action }) => action === 'blocked');
    expect(blocked.every(({ reason }) => /\w/.test(reason ?? ''))).toBe(true);
    if (generation === 'recent') expect(blocked).toEqual([]);

    const { steps } = await plan(sandbox, files, to, { variables });
    const left = steps.filter(({ action }) => action !== 'unchanged' && action !== 'blocked');
    expect({ seed, left }).toEqual({ seed, left: [] });
    sandbox.stats.reset();
    await deploy(sandbox, files, to, { variables, isPartly: true });
    expect(mutations(sandbox)).toEqual({});
    await sandbox.close();
  }
});

test('an export of an older platform is deployed to one of today, and back', async () => {
  const { sandbox, to } = await targetOf('early');
  const load = sandbox.store.addJob({ projectId: to, name: 'Load', alias: 'load' });
  const join = sandbox.store.addJob({ projectId: to, name: 'Join', alias: 'join' });
  const [first, second] = [load, join].map(({ id }) => ({
    id: crypto.randomUUID(),
    jobId: id,
    position: null,
  }));
  if (!first || !second) throw new Error('Two jobs');
  const jobNodes = [
    { ...first, nextNodes: [second.id] },
    { ...second, nextNodes: [] },
  ];
  sandbox.store.pipelines.add({
    projectId: to,
    name: 'Daily',
    graph: { jobNodes, conditionNodes: [] },
  });
  const files = await filesOf(sandbox, to);
  const today = source.store.addProject({ name: 'Today' }).id;
  await deploy(source, files, today);
  expect(await filesOf(source, today)).toEqual(files);
  expect(mutations(sandbox)).toEqual({});
  await deploy(sandbox, await filesOf(source, today), to);
  expect(mutations(sandbox)).toEqual({});
});

test('whatever a platform adds or writes in another way is no difference', async () => {
  const { sandbox, to } = await targetOf('recent');
  const from = source.store.addProject({ name: 'Plain' }).id;
  source.store.addJob({
    projectId: from,
    name: 'Load',
    alias: 'load',
    description: 'Two\nlines',
    settings: {
      isScheduled: true,
      cronScheduling: '0 6 * * *',
      resources: { cpu: { request: 0.3 } },
    },
  });
  source.store.volumes.add({
    projectId: from,
    name: 'models',
    size: '10 GB',
    description: null,
    creator: 'somebody',
    createdAt: 0,
  });
  const files = await filesOf(source, from);
  await deploy(sandbox, files, to);
  const [job] = sandbox.store.jobs({ projectId: to });
  const [volume] = sandbox.store.volumes.of(to);
  if (!job || !volume) throw new Error('Not deployed');
  sandbox.store.editJob(job.id, {
    description: ' Two\r\nlines ',
    settings: {
      cronScheduling: '0  6 * * *',
      scheduleTimezone: 'UTC',
      resources: { cpu: { request: 0.3, limit: 1 }, memory: { request: 0.5, limit: 2 } },
      alerting: { emails: [], statusList: [], loginEmails: [] },
    },
  });
  sandbox.store.volumes.edit(volume.id, { size: '10000 MB' });
  const { steps } = await plan(sandbox, files, to);
  expect(steps.filter(({ action }) => action !== 'unchanged')).toEqual([]);
});
