import { buildSchema, graphqlSync } from 'graphql';
import type { IDataObject } from 'n8n-workflow';
import type { ServerResponse } from 'node:http';
import { APP_TECHNOLOGY_IDS, JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { mapFields } from '../../support/engine/loadOptions';
import type { NodeUnderTest } from '../../support/engine/runWorkflow';
import { searchList } from '../../support/engine/searchList';
import { credentialFor, startRawServer, withLogin } from '../../support/rawServer';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';
import { byId, perform } from './support';

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
    // A hidden field is not read, although its expression does not return text.
    [
      'mutation.deleteJob',
      { jobId },
      { customSelection: '={{ ({ a: 1 }) }}' },
      { deleteJob: true },
    ],
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
    [createApp, { ...nested, app: '{}' }, {}, /set both as a whole and field by/, /Remove either/],
    [createApp, { '__proto__.name': 'x' }, {}, /createApp has no argument "__proto__"/, /app/],
    ['query.jobs', {}, {}, /jobs needs a value for "projectId"/, /UUID!|projectId/],
    ['query.jobs', { project: 'x' }, {}, /jobs has no argument "project"/, /projectId/],
    ['mutation.nothing', {}, {}, /has no mutation "nothing"/, /Choose an operation from the list/],
    ['jobs', {}, {}, /no query or mutation "jobs"/, /query\.jobs/],
    ['={{ "" }}', {}, {}, /no query or mutation ""/, /Choose an operation from the list/],
    [
      'query.projects',
      {},
      select('idd'),
      /does not match the platform’s schema/,
      /mean "id"\?\nNothing was sent/,
    ],
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
    expect(results.find(({ value }) => value === 'query.job')?.name).toBe('job · Query · Job');
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
    expect(withoutArguments).toEqual(noFields('This query or mutation has no arguments.'));
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

const RUN = 'mutation Run($id: UUID!) { runJob(jobId: $id) { id } }';
const GOOD = JOB_IDS.salesExtraction;

const ways = [
  {
    operation: 'callOperation',
    rootField: byId('mutation.runJob'),
    arguments: { mappingMode: 'defineBelow', value: { jobId: '={{ $json.id }}' } },
  },
  { operation: 'executeQuery', query: RUN, variables: '={{ { "id": $json.id } }}' },
];

const run = async (
  { operation, ...parameters }: { operation: string },
  items: IDataObject[],
  settings?: NodeUnderTest['settings'],
) =>
  await perform(sandbox, `graphql.${operation}`, parameters, {
    items: items.map((json) => ({ json })),
    settings,
  });
const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const started = () => sandbox.store.runsOfJob(GOOD).length;

describe.each(ways)('a mutation by $operation', (parameters) => {
  test('one item of 10 that cannot be sent: nothing is sent', async () => {
    const items = Array.from({ length: 10 }, (_, index) => (index === 9 ? {} : { id: GOOD }));
    const { error } = await run(parameters, items);
    expect(error?.message).toMatch(/needs a value for "?\$?\w*[iI]d/);
    expect(started()).toBe(0);
  });

  test('Retry On Fail does not send an item again that was carried out or may have been', async () => {
    await run(parameters, [{ id: GOOD }]);
    sandbox.faults.add({ kind: 'resetAfter', operation: 'runJob' });
    const { error } = await run(parameters, [{ id: GOOD }, { id: GOOD }], RETRIED);
    expect(error?.message).toContain('It is not known whether');
    expect(started()).toBe(3);
  });
});

test('a query is asked again in each try, and an operation is judged by the one that is chosen', async () => {
  const both = `query Names { projects { name } } ${RUN}`;
  const parameters = { operation: 'executeQuery', query: both, operationName: 'Names' };
  sandbox.faults.add({ kind: 'status', status: 400, operation: 'projects' } as never);
  const { json, error } = await run(parameters, [{}], RETRIED);
  expect(error).toBeUndefined();
  expect(json[0]).toHaveProperty('projects');
});

const PROJECTS = [
  { operation: 'callOperation', rootField: byId('query.projects') },
  { operation: 'executeQuery', query: '{ projects { name } }' },
];

test.each(PROJECTS)(
  'data beside errors is put out where that is chosen: $operation',
  async (query) => {
    const errors = [{ message: 'No right to read all', path: ['projects', 0] }];
    const data = { projects: [{ id: '1', name: 'Retail' }] };
    sandbox.faults.add({ kind: 'errors', operation: 'projects', errors, data, times: 2 });
    expect((await run(query, [{}])).error?.message).toContain('No right to read all');
    const accepting = { ...query, options: { acceptPartialData: true } };
    const accepted = await run(accepting, [{}]);
    expect(JSON.stringify(accepted.json)).toContain('Retail');
    expect(accepted.hints).toEqual([expect.stringContaining('No right to read all')]);
  },
);

const LARGE = '7615917337495251231';

const SCHEMA = buildSchema(
  'scalar Long type Project { size: Long } type Query { projects: [Project] }',
);

test.each([
  { operation: 'callOperation', rootField: byId('query.projects') },
  { operation: 'executeQuery', query: '{ projects { size } }' },
])('$operation returns a large number with all digits, and says so once', async (query) => {
  const answer = ({ body }: { body: string }, response: ServerResponse) => {
    const { query: source } = JSON.parse(body) as { query: string };
    const rootValue = { projects: [{ size: 1 }] };
    const text = JSON.stringify(graphqlSync({ schema: SCHEMA, source, rootValue }));
    response.setHeader('content-type', 'application/json');
    response.end(text.replace('"size":1', `"size":${LARGE}`));
  };
  const { baseUrl } = await untilTestEnds(startRawServer(withLogin(answer)));
  const { operation, ...parameters } = query;
  const platform = { credentials: credentialFor(baseUrl) };
  const more = { items: [{}, {}] };
  const read = await perform(platform, `graphql.${operation}`, parameters, more);
  expect(JSON.stringify(read.json)).toContain(`"size":"${LARGE}"`);
  expect(read.hints).toEqual([expect.stringMatching(/as text.*: projects\.size$/)]);
});

type Query = { operation: string } & Record<string, unknown>;
const CREATE = 'mutation Create($job: JobInput!) { createJob(job: $job) { id } }';
const inArguments = (value: object) => ({ mappingMode: 'defineBelow', value });

test.each<[Query]>([
  [{ operation: 'executeQuery', query: CREATE, variables: `{ "job": { "x": [${LARGE}] } }` }],
  [{ operation: 'executeQuery', query: CREATE, variables: `={{ { "job": ${LARGE} } }}` }],
  ...[`{ "x": [${LARGE}] }`, `={{ { "x": ${LARGE} } }}`].map((job): [Query] => [
    {
      operation: 'callOperation',
      rootField: byId('mutation.createJob'),
      arguments: inArguments({ job, jobVersion: '{}' }),
    },
  ]),
])('a number that would be sent with other digits is refused by name: %j', async (query) => {
  const { error } = await run(query, [{}]);
  expect(error?.message).toMatch(
    /(?:job|Arguments)\S* cannot be sent: it is a whole number beyond/,
  );
  expect(error?.description).toContain('Send it as text, in quotes. Nothing was sent.');
});
