import { setTimeout as pause } from 'node:timers/promises';
import { GENERATIONS, startSandbox, type Generation, type Sandbox } from '../../../../sandbox';
import type { StartItem } from '../../../../harness/engine/helperNodes';
import { startNode, type WorkflowRun } from '../../../../harness/engine/runWorkflow';
import { ownSandbox as prod, testBeside } from '../../../support/ownSandbox';
import { byId, perform, performed } from '../support';

const JOBS = ['load', 'join', 'report'];
const able = GENERATIONS.filter((generation) => generation !== 'documented');

let dev: Sandbox;
let files: StartItem[];
let changedFiles: StartItem[];
beforeAll(async () => {
  dev = await startSandbox({ seedRuns: false });
  const projectId = dev.store.addProject({ name: 'Dev' }).id;
  const jobs = JOBS.map((alias) => dev.store.addJob({ projectId, name: alias, alias }));
  const [first, second] = jobs.map(({ id }) => ({ id: crypto.randomUUID(), jobId: id }));
  const jobNodes = [
    { ...first, position: null, nextNodes: [second?.id] },
    { ...second, position: null, nextNodes: [] },
  ] as never;
  const graph = { jobNodes, conditionNodes: [] };
  dev.store.pipelines.add({ projectId, name: 'daily', alias: 'daily', graph });
  const exported = async () =>
    itemsOf(await perform(dev, 'project.export', { projectId: byId(projectId), output: 'files' }));
  files = await exported();
  dev.store.editJob(jobs[0]?.id ?? '', { description: 'Changed' });
  changedFiles = await exported();
});
afterAll(() => dev.close());

function itemsOf({ outputs: [items = []], error }: WorkflowRun): StartItem[] {
  expect(error).toBeUndefined();
  return items.map(({ json, binary }) => ({ json, binary }));
}

async function startProd(generation: Generation): Promise<Sandbox> {
  const started = await startSandbox({ seedRuns: false, generation });
  started.store.addProject({ name: 'Prod' });
  return started;
}
const to = () => prod().store.projectByName('Prod')?.id ?? '';

const into = (options: object = {}) => ({
  source: 'items',
  target: 'project',
  projectId: byId(to()),
  options,
});
const names = () =>
  prod()
    .store.jobs({ projectId: to() })
    .map(({ name }) => name);
const changing = () => prod().stats.byOperation.editJob ?? 0;

const testDocumented = testBeside(async () => await startProd('documented'));

testDocumented(
  'a platform with the documented operations alone says what it lacks, and nothing is changed',
  async () => {
    const told = async (operation: string, parameters: object, items: StartItem[]) => {
      const { error } = await perform(prod(), operation, parameters, { items });
      return error?.message;
    };
    const lacks = 'This platform cannot return a project: its schema has no query "project"';
    for (const items of [files, changedFiles]) {
      expect(await told('project.plan', into(), items)).toBe(lacks);
      for (const options of [{}, { ifRunning: 'wait' }, { approvedPlan: 'x' }]) {
        expect(await told('project.deploy', into(options), items)).toBe(lacks);
      }
    }
    const newProject = { source: 'items', target: 'newProject', name: 'New', options: {} };
    const { error } = await perform(prod(), 'project.deploy', newProject, { items: files });
    expect(error?.message).toBe('5 changes cannot be deployed; nothing was changed');
    expect(error?.description).toMatch(
      /^The project "New": This platform cannot create projects\. The job "join": This platform cannot create jobs\. The job/,
    );
    expect(await told('project.export', { projectId: byId(to()) }, [{}])).toMatch(
      /^This platform cannot export a project: /,
    );
    expect(names()).toEqual([]);
  },
);

describe.each(able)('on the generation %s', (generation) => {
  const test = testBeside(async () => await startProd(generation));

  test('what was approved is deployed; not after the target or the files have changed', async () => {
    const approve = async (items: StartItem[]) =>
      (await performed(prod(), 'project.plan', into(), { items }))[0]?.fingerprint;
    const deployed = async (approvedPlan: unknown, items: StartItem[]) =>
      await perform(prod(), 'project.deploy', into({ approvedPlan }), { items });
    const other = 'The approved plan is not the current plan';

    const first = await approve(files);
    expect((await deployed(first, changedFiles)).error?.message).toBe(other);
    const somebody = prod().store.addJob({ projectId: to(), name: 'Somebody else was here' });
    expect((await deployed(first, files)).error?.message).toBe(other);
    prod().store.deleteJob(somebody.id);
    expect(names()).toEqual([]);
    expect((await deployed(first, files)).error).toBeUndefined();
    expect(names().sort()).toEqual([...JOBS].sort());

    const second = await approve(changedFiles);
    expect((await deployed(second, files)).error?.message).toBe(other);
    expect((await deployed(first, changedFiles)).error?.message).toBe(other);
    expect(changing()).toBe(0);
    expect((await deployed(second, changedFiles)).error).toBeUndefined();
    expect(changing()).toBe(1);
  });

  test.each([1, 100])(
    'with %i runs under way, a deploy is refused, or waits for their end',
    async (count) => {
      await performed(prod(), 'project.deploy', into(), { items: files });
      const load = prod()
        .store.jobs({ projectId: to() })
        .find(({ name }) => name === 'load');
      const join = prod()
        .store.jobs({ projectId: to() })
        .find(({ name }) => name === 'join');
      if (!load || !join) throw new Error('Not deployed');
      const script = { queueSeconds: 0, durationSeconds: 3600 };
      for (const { id } of [load, join]) prod().store.setScript(id, script);
      const runs = Array.from({ length: count }, () => prod().store.startRun(load.id)?.id ?? '');
      // One that nothing is changed of may run.
      prod().store.startRun(join.id);

      const refused = await perform(prod(), 'project.deploy', into({ ifRunning: 'error' }), {
        items: changedFiles,
      });
      expect(refused.error?.message).toBe('The job "load" is already running');
      expect(refused.error?.description).toMatch(/^Nothing was changed\. /);
      expect(changing()).toBe(0);
      const same = await performed(prod(), 'project.deploy', into({ ifRunning: 'error' }), {
        items: files,
      });
      expect(same.every(({ action }) => action === 'unchanged')).toBe(true);

      const parameters = {
        resource: 'project',
        operation: 'deploy',
        ...into({ ifRunning: 'wait' }),
      };
      const start = async () =>
        await startNode(
          { parameters: parameters as never },
          { dataPlatformApi: prod().credentials },
          { items: changedFiles },
        );
      const looks = () => prod().stats.requests;
      const cancelled = await start();
      const before = looks();
      while (looks() < before + 8) await pause(5);
      cancelled.cancel();
      await cancelled.result;
      expect(changing()).toBe(0);

      const { result } = await start();
      const atStart = looks();
      while (looks() < atStart + 8) await pause(5);
      expect(changing()).toBe(0);
      for (const id of runs) prod().store.stopRun(id);
      expect((await result).error).toBeUndefined();
      expect(changing()).toBe(1);
    },
  );

  test('a run under way is left alone where nothing else is chosen', async () => {
    await performed(prod(), 'project.deploy', into(), { items: files });
    const [load] = prod().store.jobs({ projectId: to() });
    prod().store.setScript(load?.id ?? '', { queueSeconds: 0, durationSeconds: 3600 });
    prod().store.startRun(load?.id ?? '');
    const deployed = await performed(prod(), 'project.deploy', into(), { items: changedFiles });
    const updated = deployed.filter(({ action }) => action === 'updated');
    expect(updated.map(({ kind }) => kind)).toEqual(['summary', 'job']);
  });
});
