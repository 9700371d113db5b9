import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { byId, perform, performed } from '../support';
import { NO_SUCH_ID } from '../../../support/ids';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

test('get', async () => {
  const [project] = await performed(sandbox, 'project.get', {
    projectId: byId(PROJECT_IDS.retail),
  });
  expect(project).toEqual({
    id: PROJECT_IDS.retail,
    name: expect.any(String),
    description: expect.any(String),
    creator: expect.any(String),
    status: 'READY',
    jobsCount: sandbox.store.jobs({ projectId: PROJECT_IDS.retail }).length,
    url: expect.stringMatching(`/project/${PROJECT_IDS.retail}/jobs$`),
  });
});

test('create, with settings', async () => {
  const [project] = await performed(sandbox, 'project.create', {
    name: ' New ',
    additionalFields: {
      description: 'Made by a test',
      authorizedGroups: '[{ "name": "analysts", "role": "ROLE_PROJECT_EDITOR" }]',
    },
  });
  expect(project).toMatchObject({ name: 'New', description: 'Made by a test' });
  expect(sandbox.store.project(String(project?.id))).toMatchObject({
    name: 'New',
    settings: { authorizedGroups: [{ name: 'analysts', role: 'ROLE_PROJECT_EDITOR' }] },
  });
});

test('create is not repeated when the response is lost, and the error says where to look', async () => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'createProject' });
  const { error } = await perform(sandbox, 'project.create', { name: 'New' });
  expect(error?.message).toContain('It is not known whether the platform carried this out');
  expect(error?.description).toContain(
    'Before you try again, check whether the project "New" exists',
  );
  expect(sandbox.store.projects().filter(({ name }) => name === 'New')).toHaveLength(1);
  expect(sandbox.stats.byOperation.createProject).toBe(1);
});

test('update changes what was set and empties what was emptied', async () => {
  const projectId = byId(PROJECT_IDS.retail);
  const before = sandbox.store.project(PROJECT_IDS.retail);
  await performed(sandbox, 'project.update', {
    projectId,
    updateFields: { description: 'Other' },
  });
  expect(sandbox.store.project(PROJECT_IDS.retail)).toEqual({ ...before, description: 'Other' });
  await performed(sandbox, 'project.update', { projectId, updateFields: { description: '' } });
  expect(sandbox.store.project(PROJECT_IDS.retail)).toEqual({ ...before, description: null });
});

test('update is repeated when the response is lost', async () => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'editProject' });
  const [project] = await performed(sandbox, 'project.update', {
    projectId: byId(PROJECT_IDS.retail),
    updateFields: { name: 'Renamed' },
  });
  expect(project).toMatchObject({ id: PROJECT_IDS.retail, name: 'Renamed' });
});

test.each([
  [{}, /There is nothing to update/],
  [{ name: '' }, /The name is empty/],
  [{ moreFields: '{ "colour": "red" }' }, /does not match its type ProjectEditionInput/],
  [{ moreFields: 'red' }, /"More Fields \(JSON\)" is not a JSON object/],
])('update with %j is refused before anything is changed', async (updateFields, message) => {
  const projectId = byId(PROJECT_IDS.retail);
  const { error } = await perform(sandbox, 'project.update', { projectId, updateFields });
  expect(error?.message).toMatch(message);
  expect(sandbox.stats.byOperation.editProject).toBeUndefined();
});

test('delete, also where the response is lost', async () => {
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'deleteProject' });
  const projectId = byId(PROJECT_IDS.retail);
  expect(await performed(sandbox, 'project.delete', { projectId })).toEqual([
    { deleted: true, id: PROJECT_IDS.retail },
  ]);
  expect(sandbox.store.project(PROJECT_IDS.retail)).toBeUndefined();
});

test('an unknown project says so, and other items go on', async () => {
  const ids = [PROJECT_IDS.retail, NO_SUCH_ID, PROJECT_IDS.energy, 'Retail', ''];
  const { json } = await perform(
    sandbox,
    'project.get',
    { projectId: byId('={{ $json.id }}') },
    {
      items: ids.map((id) => ({ json: { id } })),
      settings: { onError: 'continueRegularOutput' },
    },
  );
  expect(json).toEqual([
    expect.objectContaining({ id: PROJECT_IDS.retail }),
    expect.objectContaining({ errorCode: 'NOT_FOUND', error: expect.stringContaining(NO_SUCH_ID) }),
    expect.objectContaining({ id: PROJECT_IDS.energy }),
    expect.objectContaining({ error: '"Retail" is not a valid ID of a project' }),
    expect.objectContaining({ error: 'No project is selected' }),
  ]);
});
