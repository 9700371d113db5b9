import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { byId, perform } from './support';

const byName = (value: unknown) => ({ __rl: true, mode: 'name', value });
const byAlias = (value: unknown) => ({ __rl: true, mode: 'alias', value });
const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
/** Of one try, as `MAX_ATTEMPTS` has them. */
const ATTEMPTS = 4;

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const loseEach = (operation: string, count = 1) =>
  sandbox.accidents.add({ kind: 'resetAfter', operation, times: ATTEMPTS * count });
const retail = () => sandbox.store.project(PROJECT_IDS.retail)?.name ?? '';
const addJob = (name: string) =>
  sandbox.store.addJob({ projectId: PROJECT_IDS.retail, name, alias: name }).id;
const addPipeline = (name: string) => {
  const graph = { jobNodes: [], conditionNodes: [] };
  const pipeline = { projectId: PROJECT_IDS.retail, name, alias: name, graph };
  return sandbox.store.pipelines.add(pipeline).id;
};

describe('what Retry On Fail tries again by a name that is gone by then', () => {
  test('is a project that an earlier try has deleted', async () => {
    const { id } = sandbox.store.addProject({ name: 'Scratch' });
    loseEach('deleteProject');
    const parameters = { projectId: byName('Scratch') };
    const run = await perform(sandbox, 'project.delete', parameters, { settings });
    expect(run.error).toBeUndefined();
    expect(run.json).toEqual([{ deleted: true, id }]);
    expect(sandbox.accidents.pending()).toEqual([]);
    const again = await perform(sandbox, 'project.delete', parameters, { settings });
    expect(again.error?.message).toContain('There is no project with the name');
  });

  test.each([
    { kind: 'job', mutation: 'deleteJob', add: addJob },
    { kind: 'pipeline', mutation: 'deletePipeline', add: addPipeline },
  ])('is a $kind that an earlier try has deleted', async ({ kind, mutation, add }) => {
    const id = add('old');
    loseEach(mutation);
    const parameters = { projectId: byId(PROJECT_IDS.retail), [`${kind}Id`]: byAlias('old') };
    const run = await perform(sandbox, `${kind}.delete`, parameters, { settings });
    expect(run.error).toBeUndefined();
    expect(run.json).toEqual([{ deleted: true, id }]);
  });

  test.each([1, 100])('are %i projects that an earlier try has renamed', async (count) => {
    const items = Array.from({ length: count }, (_, n) => {
      const { id } = sandbox.store.addProject({ name: `Before ${n}` });
      return { json: { id, before: `Before ${n}`, after: `After ${n}` } };
    });
    loseEach('editProject', count);
    const parameters = {
      projectId: byName('={{ $json.before }}'),
      updateFields: { name: '={{ $json.after }}' },
    };
    const { json, error } = await perform(sandbox, 'project.update', parameters, {
      items,
      settings,
    });
    expect(error).toBeUndefined();
    expect(json.map(({ id, name }) => [id, name])).toEqual(
      items.map((item) => [item.json.id, item.json.after]),
    );
    expect(sandbox.accidents.pending()).toEqual([]);
  });

  test('is a job that an earlier try has moved, beside one that failed', async () => {
    const ids = ['one', 'two'].map(addJob);
    const { id: target } = sandbox.store.addProject({ name: 'Other' });
    const refusal = { kind: 'status', operation: 'moveJob', status: 403 } as const;
    sandbox.accidents.add({ ...refusal, skip: 1 });
    const parameters = {
      projectId: byName(retail()),
      jobId: byAlias('={{ $json.alias }}'),
      targetProjectId: byName('Other'),
    };
    const items = ['one', 'two'].map((alias) => ({ json: { alias } }));
    const { json, error } = await perform(sandbox, 'job.move', parameters, { items, settings });
    expect(error).toBeUndefined();
    expect(json.map(({ previousId, projectId }) => [previousId, projectId])).toEqual(
      ids.map((id) => [id, target]),
    );
    expect(sandbox.stats.byOperation.moveJob).toBe(3);
  });
});

test('a name that a later run of the node asks for is looked up anew', async () => {
  const first = sandbox.store.addProject({ name: 'Scratch' }).id;
  const parameters = { projectId: byName('Scratch') };
  const [deleted] = (await perform(sandbox, 'project.delete', parameters)).json;
  const second = sandbox.store.addProject({ name: 'Scratch' }).id;
  const [found] = (await perform(sandbox, 'project.get', parameters)).json;
  expect([deleted?.id, found?.id]).toEqual([first, second]);
});
