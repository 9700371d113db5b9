import { buildSchema } from 'graphql';
import { startSandbox } from '../../../sandbox';
import { byId, perform, startOther, type Platformlike } from './support';

/** Platforms of other versions: what they have is used, what they lack is named. */

const ID = '60000000-0000-4000-8000-000000000001';
const OPERATIONS: Array<[string, object, string]> = [
  [
    'project.get',
    { projectId: byId(ID) },
    'cannot return a project: its schema has no query "project"',
  ],
  [
    'project.create',
    { name: 'New' },
    'cannot create projects: its schema has no mutation "createProject"',
  ],
  [
    'project.update',
    { projectId: byId(ID), updateFields: { name: 'New' } },
    'cannot update projects: its schema has no mutation "editProject"',
  ],
  [
    'project.delete',
    { projectId: byId(ID) },
    'cannot delete projects: its schema has no mutation "deleteProject"',
  ],
  ['job.get', { jobId: byId(ID) }, 'cannot return a job: its schema has no query "job"'],
  [
    'job.create',
    { projectId: byId(ID), name: 'New', category: 'Any', technologyId: byId(ID) },
    'cannot create jobs: its schema has no mutation "createJob"',
  ],
  [
    'job.addVersion',
    { jobId: byId(ID) },
    'cannot add versions to jobs: its schema has no mutation "addJobVersion"',
  ],
  [
    'job.update',
    { jobId: byId(ID), updateFields: { name: 'New' } },
    'cannot update jobs: its schema has no mutation "editJob"',
  ],
  [
    'job.duplicate',
    { jobId: byId(ID) },
    'cannot duplicate jobs: its schema has no mutation "duplicateJob"',
  ],
  [
    'pipeline.getAll',
    { projectId: byId(ID) },
    'cannot return a project: its schema has no query "project"',
  ],
  [
    'pipeline.get',
    { pipelineId: byId(ID) },
    'cannot return a pipeline: its schema has no query "graphPipeline" or "pipeline"',
  ],
  [
    'pipeline.delete',
    { pipelineId: byId(ID) },
    'cannot delete pipelines: its schema has no mutation "deletePipeline"',
  ],
  [
    'app.getAll',
    { projectId: byId(ID) },
    'cannot return a project: its schema has no query "project"',
  ],
  ['app.get', { appId: byId(ID) }, 'cannot return an app: its schema has no query "app"'],
  ['app.run', { appId: byId(ID) }, 'cannot start apps: its schema has no mutation "runApp"'],
  ['app.stop', { appId: byId(ID) }, 'cannot stop apps: its schema has no mutation "stopApp"'],
  [
    'app.restart',
    { appId: byId(ID) },
    'cannot restart apps: its schema has no mutation "restartApp"',
  ],
  ['app.delete', { appId: byId(ID) }, 'cannot delete apps: its schema has no mutation "deleteApp"'],
  [
    'environmentVariable.getAll',
    { scope: 'PROJECT', projectId: byId(ID) },
    'has no environment variables of the scope PROJECT',
  ],
  [
    'environmentVariable.set',
    { scope: 'GLOBAL', name: 'A', value: 'b' },
    'has no environment variables of the scope GLOBAL',
  ],
  [
    'environmentVariable.delete',
    { scope: 'APP', appId: byId(ID), name: 'A' },
    'has no environment variables of the scope APP',
  ],
];

describe('a platform that has only what is documented', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  beforeAll(async () => {
    sandbox = await startSandbox({ generation: 'documented', seedRuns: false });
  });
  afterAll(() => sandbox.close());

  test.each(OPERATIONS)('%s names what is missing', async (name, parameters, missing) => {
    const { error } = await perform(sandbox, name, parameters);
    expect(error?.message).toBe(`This platform ${missing}`);
    expect(error?.description).toMatch(/older (?:or newer )?version/);
  });
});

/** Runs one operation on a platform with this schema, and tells what it was asked. */
async function on(
  schema: string,
  rootValue: Record<string, unknown>,
  name: string,
  parameters: object,
) {
  const platform = await startOther(buildSchema(schema), rootValue);
  try {
    const { json, error } = await perform(platform as Platformlike, name, parameters);
    return { json, error, sent: platform.calls() };
  } finally {
    await platform.close();
  }
}

test('only the fields that are there are asked for', async () => {
  const { json, error } = await on(
    'type App { id: ID! name: String! description: String! colour: String } type Query { app(id: ID!): App }',
    { app: { id: 'a-1', name: 'Board', description: 'Sales', colour: 'red' } },
    'app.get',
    { appId: byId('a-1') },
  );
  expect(error).toBeUndefined();
  expect(json).toEqual([{ id: 'a-1', name: 'Board', description: 'Sales', url: null }]);
});

test('a type with none of the known fields is asked for what it has', async () => {
  const { json } = await on(
    'type App { key: ID! } type Query { app(appId: ID!): App }',
    { app: { key: 'a-1' } },
    'app.get',
    { appId: byId('a-1') },
  );
  expect(json).toEqual([{ key: 'a-1', url: null }]);
});

test.each([
  ['deleteApp(appId: ID!): Boolean', true],
  ['deleteApp(id: String!): Boolean!', true],
  ['deleteApp(application: ID!, force: Boolean): Boolean', true],
  ['deleteApp(id: ID!, reason: String): App', { id: 'a-1' }],
  ['deleteApp(id: ID!): App', null],
])('the ID goes where the platform takes it: %s', async (signature, deleteApp) => {
  const { json, error } = await on(
    `type App { id: ID! } type Query { app(id: ID!): App } type Mutation { ${signature} }`,
    { deleteApp },
    'app.delete',
    { appId: byId('a-1') },
  );
  expect(error).toBeUndefined();
  expect(json).toEqual([{ deleted: true, id: 'a-1' }]);
});

test('a mutation with other arguments altogether is reported', async () => {
  const { error } = await on(
    'type Query { app(id: ID!): ID } type Mutation { deleteApp(project: ID!, name: String!): Boolean }',
    {},
    'app.delete',
    { appId: byId('a-1') },
  );
  expect(error?.message).toBe(
    'This platform cannot delete apps: its mutation "deleteApp" does not take the ID of an app',
  );
  expect(error?.description).toContain('It accepts: project: ID!, name: String!');
});

test('"false" is no success', async () => {
  const { error } = await on(
    'type Query { app(id: ID!): ID } type Mutation { deleteApp(appId: ID!): Boolean }',
    { deleteApp: false },
    'app.delete',
    { appId: byId('a-1') },
  );
  expect(error?.message).toBe('The platform did not do "deleteApp" for the app a-1');
});

test('a project without apps is reported by name', async () => {
  const { error } = await on(
    'type Project { id: ID! } type Query { project(id: ID!): Project }',
    { project: { id: 'p' } },
    'app.getAll',
    { projectId: byId('p') },
  );
  expect(error?.message).toBe(
    'This platform cannot list apps: its type Project has no field "apps"',
  );
});

describe('making a job', () => {
  const NEW_JOB = { projectId: byId('p'), name: 'New', category: 'Any', technologyId: byId('t') };
  const schema = (job: string, version: string, more = '') => `
    scalar Upload
    ${more}
    type Job { id: ID! }
    input NewJob { ${job} }
    input NewVersion { ${version} }
    type Query { job(id: ID!): Job }
    type Mutation { createJob(job: NewJob!, jobVersion: NewVersion!): Job! }
  `;
  const create = async (text: string, parameters: object = {}) => {
    let given: Record<string, unknown> = {};
    const createJob = (args: Record<string, unknown>) => {
      given = args;
      return { id: 'j' };
    };
    const rootValue = { createJob };
    return { ...(await on(text, rootValue, 'job.create', { ...NEW_JOB, ...parameters })), given };
  };
  const SMALL = 'projectId: ID!, name: String!, category: String!, technologyId: ID!';

  test('fits another form of its inputs, and fills in what is required and not set', async () => {
    const { json, given } = await create(
      schema(`${SMALL}, isStreaming: Boolean!, doesUseGPU: Boolean!`, 'dockerImage: String'),
      { version: { dockerImage: 'etl:1' } },
    );
    expect(json).toMatchObject([{ id: 'j', url: expect.stringMatching(/\/project\/p\/job\/j$/) }]);
    expect(given).toEqual({
      job: {
        projectId: 'p',
        name: 'New',
        category: 'Any',
        technologyId: 't',
        isStreaming: false,
        doesUseGPU: false,
      },
      jobVersion: { dockerImage: 'etl:1' },
    });
  });

  test('refuses what was set and the platform does not take, and sends nothing', async () => {
    const { error, given } = await create(schema(SMALL, 'commandLine: String'), {
      additionalFields: { alias: 'new', doesUseGPU: true },
    });
    expect(error?.message).toBe('This platform does not support "alias", "doesUseGPU" here');
    expect(error?.description).toContain('The fields of its NewJob are: projectId: ID!');
    expect(given).toEqual({});
  });

  test('takes what only this platform requires', async () => {
    const text = schema(`${SMALL}, owner: String!`, 'commandLine: String');
    const { error } = await create(text);
    expect(error?.description).toContain('"owner"');
    const { given } = await create(text, {
      additionalFields: { moreFields: '{ "owner": "etl" }' },
    });
    expect(given.job).toMatchObject({ owner: 'etl' });
  });
});

test('a change that requires more than was set keeps the rest as it is', async () => {
  let given: unknown;
  const { error, sent } = await on(
    `type Technology { id: ID! label: String }
     type Job { id: ID! name: String! isScheduled: Boolean! technology: Technology! }
     input TechnologyInput { id: ID! label: String }
     input JobEdition { name: String! isScheduled: Boolean! technology: TechnologyInput! alias: String }
     type Query { job(id: ID!): Job }
     type Mutation { editJob(id: ID!, edition: JobEdition!): Job! }`,
    {
      job: { id: ID, name: 'Old', isScheduled: true, technology: { id: 't' } },
      editJob: (args: unknown) => {
        given = args;
        return { id: ID, name: 'Old', isScheduled: true, technology: { id: 't' } };
      },
    },
    'job.update',
    { jobId: byId(ID), updateFields: { alias: 'a' } },
  );
  expect(error).toBeUndefined();
  expect(sent).toHaveLength(2);
  expect(given).toEqual({
    id: ID,
    edition: {
      name: 'Old',
      isScheduled: true,
      technology: { id: 't', label: null },
      alias: 'a',
    },
  });
});

test('a copy whose ID is not reported is not changed, nor is the original', async () => {
  const { error, sent } = await on(
    `input JobEdition { id: ID! name: String }
     type Query { job(id: ID!): ID }
     type Mutation { duplicateJob(originalJobId: ID!): Boolean! editJob(job: JobEdition!): Boolean! }`,
    { duplicateJob: true, editJob: true },
    'job.duplicate',
    { jobId: byId(ID), updateFields: { name: 'Copy' } },
  );
  expect(error?.message).toBe('The copy was created, but the platform did not return its ID');
  expect(sent.filter((body) => body.includes('editJob'))).toEqual([]);
});
