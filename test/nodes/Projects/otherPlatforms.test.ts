import { buildSchema } from 'graphql';
import { byId, perform, startOther, type Platformlike } from './support';

/** Platforms of other versions: what they have is used, what they lack is named. */

/** Runs one operation on a platform with this schema. @returns its outputs and what was sent */
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

const NO_DELETION =
  'This platform cannot delete app: its mutation "deleteApp" does not take the ID of an app';

test.each([
  ['project: ID!, name: String!', NO_DELETION, 'It accepts: project: ID!, name: String!'],
  ['appId: ID!', 'The platform did not do "deleteApp" for the app a-1', ''],
])('a mutation of "%s" that does not delete is reported', async (taken, message, description) => {
  const { error } = await on(
    `type Query { app(id: ID!): ID } type Mutation { deleteApp(${taken}): Boolean }`,
    { deleteApp: false },
    'app.delete',
    { appId: byId('a-1') },
  );
  expect(error?.message).toBe(message);
  expect(error?.description).toContain(description);
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
    return {
      ...(await on(text, { createJob }, 'job.create', { ...NEW_JOB, ...parameters })),
      given,
    };
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
        ...{ projectId: 'p', name: 'New', category: 'Any', technologyId: 't' },
        ...{ isStreaming: false, doesUseGPU: false },
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
    const additionalFields = { moreFields: '{ "owner": "etl" }' };
    const { given } = await create(text, { additionalFields });
    expect(given.job).toMatchObject({ owner: 'etl' });
  });
});
