import { startSandbox, TECHNOLOGY_IDS } from '../../../../sandbox';
import type { WorkflowRun } from '../../../../harness/engine/runWorkflow';
import { byId, perform, performed } from '../support';

const group = (name: string, isManager = false) => ({
  name,
  role: isManager ? ('ROLE_PROJECT_MANAGER' as const) : ('ROLE_PROJECT_VIEWER' as const),
});
const actions = (json: WorkflowRun['json']) =>
  json.map(({ kind, name, action }) => `${String(kind)} ${String(name)}: ${String(action)}`);

test('rights and technologies are exported, planned and deployed', async () => {
  const sandbox = await startSandbox({ seedRuns: false });
  const authorizedGroups = [group('analysts'), group('owners', true)];
  const technologies = [{ id: TECHNOLOGY_IDS.python }];
  const technologiesByCategory = [{ jobCategory: 'Extraction', technologies }];
  const settings = { authorizedGroups, technologiesByCategory };
  const from = sandbox.store.addProject({ name: 'Dev', settings }).id;
  const theirs = { authorizedGroups: [group('operators')] };
  const to = sandbox.store.addProject({ name: 'Prod', settings: theirs }).id;

  const include = ['rights', 'technologies'];
  const parameters = { projectId: byId(from), output: 'files', include };
  const { outputs, error } = await perform(sandbox, 'project.export', parameters);
  expect(error).toBeUndefined();
  const items = (outputs[0] ?? []).map(({ json, binary }) => ({ json, binary }));
  const paths = ['project.json', 'rights.json', 'technologies.json'];
  expect(items.map(({ json }) => json.path)).toEqual(paths);
  const source = { source: 'items' };
  const valid = await perform(sandbox, 'project.validate', source, { items });
  expect(valid.json.map((json) => json.valid)).toEqual([true, true, true]);

  const into = (options: object) => ({
    ...source,
    target: 'project',
    projectId: byId(to),
    options,
  });
  const planned = await performed(sandbox, 'project.plan', into({}), { items });
  expect(actions(planned)).toEqual([
    'summary Prod: create',
    'project Prod: unchanged',
    'technology jobs/Extraction/Python: create',
    'right analysts: create',
    'right owners: create',
    'right operators: extraneous',
  ]);
  const approved = into({ approvedPlan: planned[0]?.fingerprint });
  const deployed = await performed(sandbox, 'project.deploy', approved, { items });
  expect(deployed[0]).toMatchObject({ action: 'created', counts: { created: 3, unchanged: 2 } });
  const rights = await performed(sandbox, 'project.getRights', { projectId: byId(to) });
  const names = rights.map(({ name }) => name).sort();
  expect(names).toEqual(['administrators', 'analysts', 'operators', 'owners']);
  const again = await performed(sandbox, 'project.plan', into({}), { items });
  expect(again[0]).toMatchObject({ action: 'unchanged' });
  await sandbox.close();
});
