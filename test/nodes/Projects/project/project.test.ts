import { loadOptions } from '../../../support/engine/loadOptions';
import { APP_TECHNOLOGY_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../../sandbox';
import { byId, perform, performed } from '../support';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

const { retail } = PROJECT_IDS;
const projectId = byId(retail);
const stored = (id: unknown = retail) => sandbox.store.project(String(id));
const asked = () => sandbox.stats.byOperation;
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

describe('Allowed Technologies', () => {
  const { python, spark } = TECHNOLOGY_IDS;
  const { dashboard } = APP_TECHNOLOGY_IDS;
  const settingsOf = (id?: unknown) => stored(id)?.settings;
  const ofJobs = () => settingsOf()?.technologiesByCategory?.[0]?.technologies;
  const ids = (...all: string[]) => all.map((id) => ({ id }));
  const update = async (allowedTechnologies: unknown, more: object = {}) =>
    await perform(sandbox, 'project.update', {
      projectId,
      updateFields: { allowedTechnologies, ...more },
    });

  test('are those of jobs in each category, and those of apps; 100 items read them once', async () => {
    const additionalFields = { allowedTechnologies: [python, dashboard, spark] };
    const parameters = { name: '=New {{ $json.row }}', additionalFields };
    const made = await performed(sandbox, 'project.create', parameters, hundred);
    expect(made).toHaveLength(100);
    expect([asked().repositories, asked().jobCategories]).toEqual([1, 1]);
    const categories = [...new Set(sandbox.store.jobs().map(({ category }) => category))];
    expect(categories.length).toBeGreaterThan(1);
    const technologies = ids(python, spark);
    expect(settingsOf(made[99]?.id)).toMatchObject({
      technologiesByCategory: categories.map((jobCategory) => ({ jobCategory, technologies })),
      appTechnologies: ids(dashboard),
    });
  });

  test('that are updated, by ID or name, leave those of the other kind', async () => {
    sandbox.store.editProject(retail, { settings: { appTechnologies: ids(dashboard) } });
    for (const given of [`={{ "${python}" }}`, ['Python']]) {
      expect((await update(given)).error).toBeUndefined();
      expect(ofJobs()).toEqual(ids(python));
      expect(settingsOf()?.appTechnologies).toEqual(ids(dashboard));
    }
  });

  test('of which none is chosen are not sent, and no catalog is read', async () => {
    await update([], { description: 'Changed' });
    expect(settingsOf()?.technologiesByCategory).toBeFalsy();
    expect([asked().repositories, asked().jobCategories]).toEqual([undefined, undefined]);
  });

  test('that are unknown, or that the platform does not have, are refused by name', async () => {
    const unknown = await update(['Cobol']);
    expect(unknown.error?.message).toBe('There is no technology with the name or ID "Cobol"');
    const without = ['ProjectEditionInput.appTechnologies'];
    await sandbox.restart({ schemaChanges: { without, instead: '' } });
    const ofApps = await update([dashboard]);
    expect(ofApps.error?.message).toBe('This platform does not support "appTechnologies" here');
    expect(asked().editProject).toBeUndefined();
    expect((await update([python])).error).toBeUndefined();
    expect(ofJobs()).toEqual(ids(python));
  });

  test('are chosen from the technologies of the catalog', async () => {
    const credentials = { dataPlatformApi: { ...sandbox.credentials } };
    const choices = await loadOptions({ method: 'listTechnologies', parameters: {}, credentials });
    expect(choices).toContainEqual({ name: 'Python', value: python });
    expect(choices.map(({ value }) => value)).toContain(dashboard);
  });
});
