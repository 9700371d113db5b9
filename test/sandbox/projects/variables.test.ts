import { APP_IDS, JOB_IDS, PIPELINE_IDS, PROJECT_IDS, VARIABLE_IDS } from '../../../sandbox';
import { closeSandboxes } from '../client';
import { dataOf, onAClock, UNKNOWN } from './client';

afterEach(closeSandboxes);

const SAVE = `mutation ($entityId: UUID, $variable: EnvironmentVariableInput!) {
  saveEnvironmentVariable(entityId: $entityId, environmentVariable: $variable) { id name scope value description isPassword }
}`;

test('a narrower scope stands before a wider one, and passwords are not read', async () => {
  const { ask } = await onAClock();
  const data = dataOf(
    await ask(`{
      globalEnvironmentVariables { name value }
      projectEnvironmentVariables(projectId: "${PROJECT_IDS.retail}") { name scope value isPassword overriddenValues { scope value } }
      pipelineEnvironmentVariables(pipelineId: "${PIPELINE_IDS.dailySales}") { name scope value }
    }`),
  );
  expect(data.globalEnvironmentVariables).toEqual([
    { name: 'LAKE_URL', value: 'hdfs://lake.invalid:8020' },
    { name: 'REGION', value: 'eu-central' },
  ]);
  expect(data.projectEnvironmentVariables).toEqual([
    {
      name: 'DATABASE_PASSWORD',
      scope: 'PROJECT',
      value: null,
      isPassword: true,
      overriddenValues: [],
    },
    {
      name: 'REGION',
      scope: 'PROJECT',
      value: 'eu-west',
      isPassword: false,
      overriddenValues: [{ scope: 'GLOBAL', value: 'eu-central' }],
    },
    {
      name: 'LAKE_URL',
      scope: 'GLOBAL',
      value: 'hdfs://lake.invalid:8020',
      isPassword: false,
      overriddenValues: [],
    },
  ]);
  expect(data.pipelineEnvironmentVariables.map((one: { name: string }) => one.name)).toEqual([
    'DAY',
    'DATABASE_PASSWORD',
    'REGION',
    'LAKE_URL',
  ]);
});

test('the variables of an app and of a job have those of their project below them, or one scope alone', async () => {
  const { ask, sandbox } = await onAClock();
  const { salesDashboard } = APP_IDS;
  sandbox.store.variables.add({
    scope: 'APP',
    entityId: salesDashboard,
    name: 'REGION',
    value: 'own',
  });
  const data = dataOf(
    await ask(`{
      appEnvironmentVariables(appId: "${salesDashboard}", scope: APP) { name value overriddenValues { scope value } }
      jobEnvironmentVariables(jobId: "${JOB_IDS.priceWatch}") { name }
    }`),
  );
  expect(data.appEnvironmentVariables).toEqual([
    {
      name: 'REGION',
      value: 'own',
      overriddenValues: [
        { scope: 'PROJECT', value: 'eu-west' },
        { scope: 'GLOBAL', value: 'eu-central' },
      ],
    },
  ]);
  expect(data.jobEnvironmentVariables).toHaveLength(3);
});

test('variables are made, changed by id and deleted', async () => {
  const { ask, sandbox } = await onAClock();
  const entityId = JOB_IDS.priceWatch;
  const variable = { scope: 'JOB', name: 'TOKEN', value: 'abc', isPassword: true };
  const made = dataOf(await ask(SAVE, { entityId, variable })).saveEnvironmentVariable;
  expect(made).toMatchObject({ name: 'TOKEN', scope: 'JOB', value: null, isPassword: true });

  const changed = {
    id: made.id,
    scope: 'JOB',
    name: 'API_TOKEN',
    description: 'of the shop',
    isPassword: true,
  };
  dataOf(await ask(SAVE, { entityId, variable: changed }));
  expect(sandbox.store.variables.find(made.id)).toMatchObject({
    name: 'API_TOKEN',
    value: 'abc',
    description: 'of the shop',
    isPassword: true,
  });
  const listed = dataOf(
    await ask(
      `{ jobEnvironmentVariables(jobId: "${entityId}", search: "token") { name scope value } }`,
    ),
  );
  expect(listed.jobEnvironmentVariables).toEqual([
    { name: 'API_TOKEN', scope: 'JOB', value: null },
  ]);

  // What was secret does not become readable by a change of the flag alone.
  const opened = { id: made.id, scope: 'JOB', name: 'API_TOKEN', isPassword: false };
  expect(
    dataOf(await ask(SAVE, { entityId, variable: opened })).saveEnvironmentVariable.value,
  ).toBeNull();

  const plain = {
    id: VARIABLE_IDS.globalRegion,
    scope: 'GLOBAL',
    name: 'REGION',
    isPassword: false,
  };
  const described = { ...plain, description: 'd' };
  const saved = async (input: object) =>
    dataOf(await ask(SAVE, { variable: input })).saveEnvironmentVariable;
  expect(await saved(described)).toMatchObject({ value: 'eu-central', description: 'd' });
  expect(await saved({ ...plain, value: null })).toMatchObject({ value: null, description: 'd' });

  const remove = `mutation { deleteEnvironmentVariable(id: "${made.id}") }`;
  expect(dataOf(await ask(remove)).deleteEnvironmentVariable).toBe(true);
  expect((await ask(remove)).errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
});

test('variables go with what they belong to', async () => {
  const { sandbox } = await onAClock();
  const { store } = sandbox;
  store.deleteProject(PROJECT_IDS.retail);
  expect(store.variables.find(VARIABLE_IDS.retailRegion)).toBeUndefined();
  expect(store.variables.find(VARIABLE_IDS.dailySalesDay)).toBeUndefined();
  expect(store.variables.find(VARIABLE_IDS.globalRegion)).toBeDefined();
});

test.each([
  [{ scope: 'GLOBAL', name: 'REGION' }, null, 'There is already an environment variable REGION'],
  [{ scope: 'GLOBAL', name: '1ST' }, null, '1ST is not a name for an environment variable'],
  [
    { scope: 'GLOBAL', name: 'A' },
    PROJECT_IDS.retail,
    'A global environment variable has no entityId',
  ],
  [{ scope: 'APP', name: 'A' }, null, 'An environment variable of the scope APP needs an entityId'],
  [{ scope: 'APP', name: 'A' }, UNKNOWN, `App ${UNKNOWN} does not exist`],
  [
    { scope: 'GLOBAL', name: 'A', id: VARIABLE_IDS.retailRegion },
    null,
    `Environment variable ${VARIABLE_IDS.retailRegion} belongs elsewhere`,
  ],
])('%j of %s is refused', async (variable, entityId, message) => {
  const { ask } = await onAClock();
  const { errors } = await ask(SAVE, { entityId, variable: { isPassword: false, ...variable } });
  expect(errors?.[0]?.message).toBe(message);
});
