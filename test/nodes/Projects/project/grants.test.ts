import { startSandbox, type Sandbox } from '../../../../sandbox';
import { TECHNOLOGY_IDS } from '../../../../sandbox/ids';
import type { WorkflowRun } from '../../../../harness/engine/runWorkflow';
import { byId, perform, performed } from '../support';

const MANAGER = 'ROLE_PROJECT_MANAGER';
const VIEWER = 'ROLE_PROJECT_VIEWER';

let sandbox: Sandbox;
let from: string;
let to: string;

async function start(options: Parameters<typeof startSandbox>[0] = {}): Promise<void> {
  sandbox = await startSandbox({ seedRuns: false, ...options });
  const settings = {
    authorizedGroups: [
      { name: 'analysts', role: VIEWER },
      { name: 'owners', role: MANAGER },
    ] as const,
    technologiesByCategory: [
      { jobCategory: 'Extraction', technologies: [{ id: TECHNOLOGY_IDS.python }] },
    ],
  };
  from = sandbox.store.addProject({
    name: 'Dev',
    settings: { ...settings, authorizedGroups: [...settings.authorizedGroups] },
  }).id;
  const theirs = { name: 'operators', role: VIEWER } as const;
  to = sandbox.store.addProject({ name: 'Prod', settings: { authorizedGroups: [theirs] } }).id;
}
afterEach(async () => await sandbox.close());

const exportOf = { output: 'files', include: ['rights', 'technologies'] };

const actions = (json: WorkflowRun['json']) =>
  json.map(({ kind, name, action }) => `${String(kind)} ${String(name)}: ${String(action)}`);

test.each(['2021', 'today'] as const)(
  'rights and technologies go from project to project on a platform of %s',
  async (age) => {
    await start({ age });
    const { outputs, error } = await perform(sandbox, 'project.export', {
      projectId: byId(from),
      ...exportOf,
    });
    expect(error).toBeUndefined();
    const items = (outputs[0] ?? []).map(({ json, binary }) => ({ json, binary }));
    expect(items.map(({ json }) => json.path)).toEqual([
      'project.json',
      'rights.json',
      'technologies.json',
    ]);
    const source = { source: 'items' };
    const valid = await perform(sandbox, 'project.validate', source, { items });
    expect(valid.json.map((json) => json.valid)).toEqual([true, true, true]);

    const into = (options: object = {}) => ({
      ...source,
      target: 'project',
      projectId: byId(to),
      options,
    });
    const planned = await performed(sandbox, 'project.plan', into(), { items });
    expect(actions(planned)).toEqual([
      'summary Prod: create',
      'project Prod: unchanged',
      'technology jobs/Extraction/Python: create',
      'right analysts: create',
      'right owners: create',
      'right operators: extraneous',
    ]);
    const approvedPlan = planned[0]?.fingerprint;
    const deployed = await performed(sandbox, 'project.deploy', into({ approvedPlan }), { items });
    expect(actions(deployed)).toEqual([
      'summary Prod: created',
      'project Prod: unchanged',
      'technology jobs/Extraction/Python: created',
      'right analysts: created',
      'right owners: created',
      'right operators: unchanged',
    ]);
    const rights = await performed(sandbox, 'project.getRights', { projectId: byId(to) });
    expect(rights.map(({ name }) => name).sort()).toEqual([
      'administrators',
      'analysts',
      'operators',
      'owners',
    ]);
    const again = await performed(sandbox, 'project.plan', into(), { items });
    expect(again[0]).toMatchObject({ action: 'unchanged' });
  },
);

test('who may not change rights is told why, for each', async () => {
  await start();
  const { outputs } = await perform(sandbox, 'project.export', {
    projectId: byId(from),
    ...exportOf,
  });
  const items = (outputs[0] ?? []).map(({ json, binary }) => ({ json, binary }));
  sandbox.accidents.add({
    kind: 'errors',
    errors: [{ message: 'Access is denied' }],
    operation: 'editProject',
    times: 9,
  });
  const parameters = { source: 'items', target: 'project', projectId: byId(to) };
  const settings = { onError: 'continueErrorOutput' } as const;
  const run = await perform(sandbox, 'project.deploy', parameters, { items, settings });
  const failed = (run.outputs[1] ?? []).map(({ json }) => json);
  expect(failed.map(({ kind }) => kind)).toEqual(['summary', 'technology', 'right', 'right']);
  expect(failed.slice(1).map(({ error }) => error)).toEqual(
    Array(3).fill('The platform responded: Access is denied'),
  );
});

test('a platform without rights of groups says so', async () => {
  await start({ generation: 'documented' });
  const { error } = await perform(sandbox, 'project.export', {
    projectId: byId(from),
    ...exportOf,
  });
  expect(error?.message).toContain('cannot export a project: it does not return the rights');
});
