import { APP_TECHNOLOGY_IDS, JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { mapFields } from '../../support/engine/loadOptions';
import { perform } from './support';
import { searchList } from '../../support/engine/searchList';
import { sandboxForEachTest } from '../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const CALL = { resource: 'graphql', operation: 'callOperation' };
const locator = (value: string) => ({ __rl: true, mode: 'list', value });

const call = async (
  rootField: string,
  value: object = {},
  more: object = {},
  items?: Parameters<typeof perform>[3],
) => {
  const given = { rootField: locator(rootField), arguments: { mappingMode: 'defineBelow', value } };
  const parameters = { ...given, selection: 'auto', ...more };
  return await perform(sandbox, 'graphql.callOperation', parameters, items);
};

describe('call operation', () => {
  const image = JSON.stringify({ image: 'registry.example.com/dashboard:1' });
  const nested = {
    'app.projectId': PROJECT_IDS.retail,
    'app.name': 'Dashboard of sales',
    'app.technologyId': APP_TECHNOLOGY_IDS.dockerImage,
    'app.version.dockerInfo': image,
    'app.version.ports': '[]',
    'app.version.releaseNote': '',
    'app.alerting.logins': null,
  };

  test('an argument that is given field by field, without what was left empty', async () => {
    const { json, error } = await call('mutation.createApp', nested);
    expect(error).toBeUndefined();
    expect(json).toEqual([expect.objectContaining({ name: 'Dashboard of sales' })]);
  });

  const id = JOB_IDS.salesExtraction;
  const job = { name: expect.any(String), technology: { id: expect.any(String) } };
  const [jobId, custom] = [JOB_IDS.nightlyBackup, ' { name technology { id } } '];
  test.each([
    ['query.job', { id }, { selection: 'custom', customSelection: custom }, job],
    ['mutation.deleteJob', { jobId }, {}, { deleteJob: true }],
  ])('%s %j with %j returns what was selected', async (name, value, more, returned) => {
    expect((await call(name, value, more)).json).toEqual([returned]);
  });

  const createApp = 'mutation.createApp';
  const select = (customSelection: string) => ({ selection: 'custom', customSelection });
  test.each([
    [createApp, { ...nested, 'app.name': '' }, {}, /"app" does not match its type/, /name/],
    [
      createApp,
      { app: 'none' },
      {},
      /"app" does not match its type/,
      /type "AppInput" to be an object/,
    ],
    [createApp, { ...nested, app: '{}' }, {}, /set both as a whole and field by/, /Remove one/],
    [createApp, { '__proto__.name': 'x' }, {}, /createApp has no argument "__proto__"/, /app/],
    ['query.jobs', {}, {}, /jobs needs a value for "projectId"/, /UUID!|projectId/],
    ['query.jobs', { project: 'x' }, {}, /jobs has no argument "project"/, /projectId/],
    ['mutation.nothing', {}, {}, /has no mutation "nothing"/, /Choose it again from the list/],
    ['jobs', {}, {}, /no query or mutation "jobs"/, /query\.jobs/],
    ['query.projects', {}, select('idd'), /does not match the platform’s schema/, /mean "id"/],
    ['query.projects', {}, select('id {'), /selection has a syntax error at/, /Nothing was sent/],
  ])('%s with %j %j is refused before it is sent', async (field, args, more, message, hint) => {
    const { error } = await call(field, args, more);
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(hint);
    expect(Object.keys(sandbox.stats.byOperation).sort()).toEqual(['__schema', 'authenticate']);
  });

  test('20 executions and the editor beside them read the schema once', async () => {
    const form = { ...CALL, rootField: locator('query.job') };
    const asked = { parameters: form, credentials: credentials() };
    const works = await Promise.all([
      ...Array.from({ length: 20 }, () => call('query.job', { id })),
      mapFields({ method: 'mapArguments', ...asked }),
      searchList({ method: 'searchRootFields', ...asked }),
    ]);
    expect(works.flatMap((work) => ('json' in work ? work.json : []))).toHaveLength(20);
    expect(sandbox.stats.byOperation.__schema).toBe(1);
    expect(sandbox.stats.logins).toBe(1);
  });
});

describe('call operation offers', () => {
  const asked = (method: string, rootField = '') => ({
    method,
    parameters: { ...CALL, rootField: locator(rootField) },
    credentials: credentials(),
  });
  const formOf = async (rootField?: string) => await mapFields(asked('mapArguments', rootField));

  test('every query, then every mutation; a search finds one by its name', async () => {
    const { results } = await searchList(asked('searchRootFields'));
    const values = results.map(({ value }) => String(value));
    expect(values).toEqual(expect.arrayContaining(['query.projects', 'mutation.createJob']));
    const mutations = values.slice(values.findIndex((value) => value.startsWith('mutation.')));
    expect(mutations.every((value) => value.startsWith('mutation.'))).toBe(true);
    const found = await searchList(asked('searchRootFields'), 'RUNJOB');
    const name = 'runJob · Mutation · JobInstance';
    expect(found.results[0]).toMatchObject({ name, value: 'mutation.runJob' });
  });

  test('input objects as fields of their own, lists as JSON that starts with what they need', async () => {
    const { fields } = await formOf('mutation.createApp');
    expect(fields.map(({ displayName }) => displayName)).toEqual(
      expect.arrayContaining([
        'app.projectId * (UUID)',
        'app.name *',
        'app.description',
        'app.version.ports * (JSON list)',
        'app.version.dockerInfo (JSON)',
        'app.alerting.statusList (JSON list)',
      ]),
    );
    expect(fields.filter(({ required }) => required)).toEqual([]);
    const ports = fields.find(({ id }) => id === 'app.version.ports');
    expect(JSON.parse(String(ports?.defaultValue))).toEqual([{ number: 0, isRewriteUrl: false }]);
    // Optional arguments are behind "Add argument".
    const shown = fields.filter(({ removed }) => removed !== true);
    expect(shown.every(({ displayName }) => displayName.includes('*'))).toBe(true);
  });

  test('a choice for an enum, and the name of a binary field for a file', async () => {
    const { fields: ofVariable } = await formOf('mutation.saveEnvironmentVariable');
    const { fields: ofJob } = await formOf('mutation.createJob');
    const fieldOf = new Map([...ofVariable, ...ofJob].map((field) => [field.id, field]));
    const project = expect.objectContaining({ value: 'PROJECT' });
    expect(fieldOf.get('environmentVariable.scope')?.options).toContainEqual(project);
    const displayName = expect.stringContaining('(name of a binary field)');
    expect(fieldOf.get('file')).toMatchObject({ displayName, type: 'string' });
  });

  test('nothing until a query is chosen, and no arguments if it has none', async () => {
    const noFields = (emptyFieldsNotice: string) => ({ fields: [], emptyFieldsNotice });
    expect(await formOf()).toEqual(noFields('Choose a query or mutation first.'));
    expect(sandbox.stats.requests).toBe(0);
    const withoutArguments = await formOf('query.getClusterCapacity');
    expect(withoutArguments).toEqual(noFields('It takes no arguments.'));
  });
});

test('a file travels from a binary field, beside nested input objects; one that is not there stops all', async () => {
  const job = {
    ...{ projectId: PROJECT_IDS.retail, name: 'From n8n', category: 'Extraction' },
    ...{ technology: { id: TECHNOLOGY_IDS.python }, isScheduled: 'false', isStreaming: false },
  };
  const jobVersion = { commandLine: 'python main.py', packageInfo: { name: 'main.py' } };
  const customSelection = 'id name versions { number packageInfo { name } }';
  const items = [{ file: { name: 'main.py', text: 'print("hello")' } }];
  const create = async (file: string) => {
    const args = { job: JSON.stringify(job), jobVersion, file };
    const selection = { selection: 'custom', customSelection };
    return await call('mutation.createJob', args, selection, { items });
  };
  const { error } = await create('other');
  expect(`${error?.message} ${error?.description}`).toMatch(/other/);
  expect(sandbox.stats.byOperation.createJob).toBeUndefined();
  const { json } = await create('data');
  const versions = [{ number: 1, packageInfo: { name: 'main.py' } }];
  expect(json).toEqual([{ id: expect.any(String), name: 'From n8n', versions }]);
  const { details } = sandbox.store.jobVersion(String(json[0]?.id), 1) ?? {};
  expect(details?.packageInfo).toMatchObject({ name: 'main.py', size: 14 });
});
