import {
  APP_TECHNOLOGY_IDS,
  JOB_IDS,
  PROJECT_IDS,
  startSandbox,
  type Sandbox,
} from '../../../sandbox';
import { loadOptions, mapFields } from '../../../harness/engine/loadOptions';
import { runNode } from '../../../harness/engine/runWorkflow';
import { searchList } from '../../../harness/engine/searchList';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const CALL = { resource: 'graphql', operation: 'callOperation' };
const locator = (value: string) => ({ __rl: true, mode: 'list', value });

const call = async (
  rootField: string,
  args: object = {},
  more: object = {},
  items?: Parameters<typeof runNode>[2],
) =>
  await runNode(
    {
      parameters: {
        ...CALL,
        rootField: locator(rootField),
        arguments: { mappingMode: 'defineBelow', value: args },
        selection: 'auto',
        ...more,
      } as never,
    },
    credentials(),
    items,
  );

describe('call operation', () => {
  test('a list becomes items, with the plain fields and objects below', async () => {
    const { json, error } = await call('query.jobs', { projectId: PROJECT_IDS.retail });
    expect(error).toBeUndefined();
    expect(json).toHaveLength(sandbox.store.jobs({ projectId: PROJECT_IDS.retail }).length);
    expect(json[0]).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      technology: { id: expect.any(String) },
    });
  });

  test('a mutation', async () => {
    const { json, error } = await call('mutation.runJob', { jobId: JOB_IDS.salesExtraction });
    expect(error).toBeUndefined();
    expect(json[0]?.id).toBe(sandbox.store.runsOfJob(JOB_IDS.salesExtraction)[0]?.id);
  });

  test('a mutation whose response is lost is not sent again', async () => {
    await call('query.projects');
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
    const { error } = await call('mutation.runJob', { jobId: JOB_IDS.salesExtraction });
    expect(error?.message).toContain('It is not known whether the platform carried this out');
    expect(sandbox.store.runsOfJob(JOB_IDS.salesExtraction)).toHaveLength(1);
  });

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

  test.each([
    [{ ...nested, 'app.name': '' }, /"app" does not match its type AppInput!/, /name/],
    [{ ...nested, app: '{}' }, /"app" is set both as a whole and field by field/, /Remove one/],
    [{ 'constructor.name': 'x' }, /createApp has no argument "constructor"/, /app/],
    [{ ...nested, '__proto__.name': 'x' }, /createApp has no argument "__proto__"/, /app/],
    [
      { ...nested, 'app.__proto__.name': 'x' },
      /"app" does not match its type AppInput!/,
      /__proto__/,
    ],
  ])('fields %j are refused before anything is sent', async (args, message, hint) => {
    const { error } = await call('mutation.createApp', args);
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(hint);
    expect(sandbox.stats.byOperation.createApp).toBeUndefined();
  });

  test('a result that is no object stands under its name', async () => {
    const { json } = await call('mutation.deleteJob', { jobId: JOB_IDS.nightlyBackup });
    expect(json).toEqual([{ deleteJob: true }]);
  });

  test('fields that were picked', async () => {
    const { json } = await call(
      'query.job',
      { id: JOB_IDS.salesExtraction },
      { selection: 'fields', fields: ['name', 'technology.id'] },
    );
    expect(json).toEqual([{ name: expect.any(String), technology: { id: expect.any(String) } }]);
  });

  test.each(['title: name', ' { title: name } '])(
    'a selection that was written: "%s"',
    async (customSelection) => {
      const { json } = await call(
        'query.job',
        { id: JOB_IDS.salesExtraction },
        { selection: 'custom', customSelection },
      );
      expect(json).toEqual([{ title: expect.any(String) }]);
    },
  );

  test.each([
    ['query.jobs', {}, {}, /jobs needs a value for "projectId"/, /UUID!|projectId/],
    ['query.jobs', { project: 'x' }, {}, /jobs has no argument "project"/, /projectId/],
    ['mutation.nothing', {}, {}, /has no mutation "nothing"/, /Choose it again from the list/],
    ['jobs', {}, {}, /no query or mutation "jobs"/, /query\.jobs/],
    [
      'query.projects',
      {},
      { selection: 'custom', customSelection: 'idd' },
      /does not match the platform’s schema/,
      /Did you mean "id"/,
    ],
    [
      'query.projects',
      {},
      { selection: 'custom', customSelection: 'id {' },
      /selection has a syntax error at line/,
      /Nothing was sent/,
    ],
  ])('%s with %j %j is refused before it is sent', async (field, args, more, message, hint) => {
    const { error } = await call(field, args, more);
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(hint);
    expect(Object.keys(sandbox.stats.byOperation).sort()).toEqual(['__schema', 'authenticate']);
  });

  test('500 items read the schema once', async () => {
    const items = Array.from({ length: 500 }, () => ({}));
    const { json, error } = await call('query.job', { id: JOB_IDS.salesExtraction }, {}, items);
    expect(error).toBeUndefined();
    expect(json).toHaveLength(500);
    expect(sandbox.stats.byOperation.__schema).toBe(1);
    expect(sandbox.stats.byOperation.job).toBe(500);
  });

  test('100 executions and the editor beside them read the schema once', async () => {
    const form = { ...CALL, rootField: locator('query.job') };
    const asked = { parameters: form, credentials: credentials() };
    const works = await Promise.all([
      ...Array.from({ length: 100 }, () => call('query.job', { id: JOB_IDS.salesExtraction })),
      mapFields({ method: 'mapArguments', ...asked }),
      searchList({ method: 'searchRootFields', ...asked }),
    ]);
    expect(works.flatMap((work) => ('json' in work ? work.json : []))).toHaveLength(100);
    expect(sandbox.stats.byOperation.__schema).toBe(1);
    expect(sandbox.stats.logins).toBe(1);
  });
});

describe('the lists and forms of call operation', () => {
  test('every query and mutation, queries first', async () => {
    const { results } = await searchList({
      method: 'searchRootFields',
      parameters: {},
      credentials: credentials(),
    });
    const values = results.map(({ value }) => String(value));
    expect(values).toEqual(expect.arrayContaining(['query.projects', 'mutation.createJob']));
    const firstMutation = values.findIndex((value) => value.startsWith('mutation.'));
    expect(values.slice(firstMutation).every((value) => value.startsWith('mutation.'))).toBe(true);
  });

  test('a search by name', async () => {
    const { results } = await searchList(
      { method: 'searchRootFields', parameters: {}, credentials: credentials() },
      'RUNJOB',
    );
    expect(results[0]).toMatchObject({
      name: 'runJob · Mutation · JobInstance',
      value: 'mutation.runJob',
    });
  });

  test('the arguments of the chosen one, required ones marked', async () => {
    const { fields } = await mapFields({
      method: 'mapArguments',
      parameters: { ...CALL, rootField: locator('mutation.runJob') },
      credentials: credentials(),
    });
    expect(fields).toEqual([
      expect.objectContaining({
        id: 'jobId',
        displayName: 'jobId * (UUID)',
        required: false,
        type: 'string',
      }),
    ]);
  });

  test('input objects as fields of their own, lists as JSON that starts with what they need', async () => {
    const { fields } = await mapFields({
      method: 'mapArguments',
      parameters: { ...CALL, rootField: locator('mutation.createApp') },
      credentials: credentials(),
    });
    const labels = fields.map(({ displayName }) => displayName);
    expect(labels).toEqual(
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
    const filled = fields.filter(({ defaultValue }) => defaultValue !== undefined);
    expect(filled.map(({ id }) => id)).toContain('app.version.ports');
    expect(filled.every(({ type }) => type === 'array' || type === 'object')).toBe(true);
    const shown = fields.filter(({ removed }) => removed !== true);
    expect(shown.every(({ displayName }) => displayName.includes('*'))).toBe(true);
  });

  test('the fields that can be picked', async () => {
    const options = await loadOptions({
      method: 'listSelectableFields',
      parameters: { ...CALL, rootField: locator('query.jobs') },
      credentials: credentials(),
    });
    expect(options.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['id', 'name', 'technology.id']),
    );
  });
});

describe('get schema', () => {
  test.each([
    [
      'sdl',
      (json: object) => expect(json).toHaveProperty('sdl', expect.stringContaining('runJob')),
    ],
    ['json', (json: object) => expect(json).toHaveProperty('__schema.types')],
  ])('as %s', async (format, check) => {
    const { json, error } = await runNode(
      { parameters: { resource: 'graphql', operation: 'getSchema', format } },
      credentials(),
    );
    expect(error).toBeUndefined();
    check(json[0] ?? {});
  });
});

describe('where introspection is off', () => {
  beforeEach(async () => {
    await sandbox.close();
    sandbox = await startSandbox({ introspection: false, seedRuns: false });
  });

  test('call operation says what is off and what to do', async () => {
    const { error } = await call('query.projects');
    expect(error?.message).toBe(
      'The platform does not return its schema: introspection is switched off',
    );
    expect(error?.description).toMatch(/"Execute Query" still work.*allow GraphQL introspection/);
  });

  test('execute query goes on working, and asks for the schema once', async () => {
    const { json, error } = await runNode(
      {
        parameters: {
          resource: 'graphql',
          operation: 'executeQuery',
          query: '{ projects { id } }',
        },
      },
      credentials(),
      [{}, {}, {}],
    );
    expect(error).toBeUndefined();
    expect(json).toHaveLength(3);
    expect(sandbox.stats.byOperation.__schema).toBe(1);
  });
});
