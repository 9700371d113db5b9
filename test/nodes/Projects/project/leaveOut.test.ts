import { startSandbox, type Sandbox } from '../../../../sandbox';
import { byId, perform, performed } from '../support';

let today: Sandbox;
let older: Sandbox;
beforeAll(async () => (today = await startSandbox({ seedRuns: false })));
afterAll(() => today.close());
afterEach(() => older.close());

async function filesOfToday() {
  const projectId = today.store.addProject({ name: crypto.randomUUID() }).id;
  const { id } = today.store.addJob({
    projectId,
    name: 'Load',
    alias: 'load',
    settings: { resources: { cpu: { limit: 2 } } },
    version: { commandLine: 'run' },
  });
  const node = { id: crypto.randomUUID(), jobId: id, position: { x: 1, y: 2 }, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  today.store.pipelines.add({ projectId, name: 'Daily', alias: 'every_day', graph });
  const exported = { projectId: byId(projectId), output: 'files' };
  const { outputs } = await perform(today, 'project.export', exported);
  return (outputs[0] ?? []).map(({ json, binary }) => ({ json, binary }));
}

test('what an older platform cannot hold blocks, and is left out by choice', async () => {
  older = await startSandbox({ seedRuns: false, age: '2021' });
  const to = older.store.addProject({ name: 'Prod' }).id;
  const items = await filesOfToday();
  const into = (leaveOut: string) => ({
    source: 'items',
    target: 'project',
    projectId: byId(to),
    options: leaveOut === '' ? {} : { leaveOut },
  });
  const blocked = await perform(older, 'project.deploy', into(''), { items });
  expect(blocked.error?.description).toMatch(
    /set "Leave Out If Not Supported" to: alias, resources, version\.graph\.position\.$/,
  );
  expect(older.store.jobs({ projectId: to })).toEqual([]);

  const unknown = await perform(older, 'project.deploy', into('resource'), { items });
  expect(unknown.error?.message).toBe('"Leave Out If Not Supported" cannot contain "resource"');

  const names = into('alias, resources, version.graph.position');
  const deployed = await performed(older, 'project.deploy', names, { items });
  expect(deployed.find(({ kind }) => kind === 'job')).toMatchObject({
    action: 'created',
    reason: 'Left out because the target does not support it: resources.',
  });
  const [job] = older.store.jobs({ projectId: to });
  const version = older.store.jobVersion(job?.id ?? '', 1);
  expect(version?.details.commandLine).toBe('run');
  const again = await performed(older, 'project.plan', names, { items });
  expect(again.every(({ action }) => action === 'unchanged')).toBe(true);
});
