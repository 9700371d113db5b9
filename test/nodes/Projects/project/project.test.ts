import { PROJECT_IDS } from '../../../../sandbox';
import { byId, performed } from '../support';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

const { retail } = PROJECT_IDS;
const projectId = byId(retail);
const stored = (id: unknown = retail) => sandbox.store.project(String(id));
const hundred = { items: Array.from({ length: 100 }, (_, row) => ({ json: { row } })) };

test('create, with settings', async () => {
  const authorizedGroups = [{ name: 'analysts', role: 'ROLE_PROJECT_EDITOR' }];
  const description = 'Made by a test';
  const additionalFields = { description, authorizedGroups: JSON.stringify(authorizedGroups) };
  const parameters = { name: ' New ', additionalFields };
  const [project] = await performed(sandbox, 'project.create', parameters);
  expect(project).toMatchObject({ name: 'New', description });
  expect(stored(project?.id)).toMatchObject({ name: 'New', settings: { authorizedGroups } });
});

test('update changes what was set and empties what was emptied', async () => {
  const before = stored();
  const update = async (description: string) =>
    await performed(sandbox, 'project.update', { projectId, updateFields: { description } });
  await update('Other');
  expect(stored()).toEqual({ ...before, description: 'Other' });
  await update('');
  expect(stored()).toEqual({ ...before, description: null });
});

test('Get Rights returns each group with its role, in requests that items share', async () => {
  const analysts = { name: 'analysts', role: 'ROLE_PROJECT_VIEWER' } as const;
  sandbox.store.editProject(retail, { settings: { authorizedGroups: [analysts] } });
  const administrators = { name: 'administrators', role: 'ROLE_PROJECT_MANAGER' };
  const rights = await performed(sandbox, 'project.getRights', { projectId }, hundred);
  expect(rights).toHaveLength(200);
  expect(rights.slice(0, 2)).toEqual([
    { projectId: retail, ...administrators, isAllProjects: true },
    { projectId: retail, ...analysts, isAllProjects: false },
  ]);
  expect(sandbox.stats.requests).toBeLessThan(10);
});
