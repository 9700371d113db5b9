import { buildSchema } from 'graphql';
import { untilTestEnds } from '../../support/untilTestEnds';
import { byId, perform, startOther } from './support';

/** Platforms of other versions: what they have is used, what they lack is named. */

const APPS = 'type App { id: ID! } type Query { app(id: ID!): App } type Mutation';

/** Deletes an app of a platform whose mutation has this signature and returns this. */
async function deleteApp(signature: string, returned: unknown) {
  const schema = buildSchema(`${APPS} { ${signature} }`);
  const platform = await untilTestEnds(startOther(schema, { deleteApp: returned }));
  return await perform(platform, 'app.delete', { appId: byId('a-1') });
}

test.each([
  ['deleteApp(appId: ID!): Boolean', true],
  ['deleteApp(id: String!): Boolean!', true],
  ['deleteApp(application: ID!, force: Boolean): Boolean', true],
  ['deleteApp(id: ID!, reason: String): App', { id: 'a-1' }],
  ['deleteApp(id: ID!): App', null],
])('the ID goes where the platform takes it: %s', async (signature, returned) => {
  const { json, error } = await deleteApp(signature, returned);
  expect(error).toBeUndefined();
  expect(json).toEqual([{ deleted: true, id: 'a-1' }]);
});

const NO_DELETION =
  'This platform cannot delete app: its mutation "deleteApp" does not take the ID of an app';

test.each([
  ['project: ID!, name: String!', NO_DELETION, 'It accepts: project: ID!, name: String!'],
  ['appId: ID!', 'The platform did not do "deleteApp" for the app a-1', ''],
])('a mutation of "%s" that does not delete is reported', async (taken, message, description) => {
  const { error } = await deleteApp(`deleteApp(${taken}): Boolean`, false);
  expect(error?.message).toBe(message);
  expect(error?.description).toContain(description);
});

describe('making a job', () => {
  const JOB = { projectId: 'p', name: 'New', category: 'Any', technologyId: 't' };
  const SMALL = 'projectId: ID!, name: String!, category: String!, technologyId: ID!';

  /** On a platform whose inputs have these fields. @returns what the platform was given, too */
  async function create(job: string, version: string, parameters: object = {}) {
    const given: object[] = [];
    const createJob = (args: object) => {
      given.push(args);
      return { id: 'j' };
    };
    const schema = buildSchema(`
      scalar Upload
      type Job { id: ID! }
      input NewJob { ${SMALL} ${job} }
      input NewVersion { ${version} }
      type Query { job(id: ID!): Job }
      type Mutation { createJob(job: NewJob!, jobVersion: NewVersion!): Job! }
    `);
    const ids = { projectId: byId('p'), technologyId: byId('t') };
    const platform = await untilTestEnds(startOther(schema, { createJob }));
    const made = await perform(platform, 'job.create', { ...JOB, ...ids, ...parameters });
    return { ...made, given };
  }

  test('fits another form of its inputs, and fills in what is required and not set', async () => {
    const needs = 'isStreaming: Boolean!, doesUseGPU: Boolean!';
    const version = { dockerImage: 'etl:1' };
    const { json, given } = await create(needs, 'dockerImage: String', { version });
    expect(json).toMatchObject([{ id: 'j', url: expect.stringMatching(/\/project\/p\/job\/j$/) }]);
    const job = { ...JOB, isStreaming: false, doesUseGPU: false };
    expect(given).toEqual([{ job, jobVersion: version }]);
  });

  test('refuses what was set and the platform does not take, and sends nothing', async () => {
    const additionalFields = { alias: 'new', doesUseGPU: true };
    const { error, given } = await create('', 'commandLine: String', { additionalFields });
    expect(error?.message).toBe('This platform does not support "alias", "doesUseGPU" here');
    expect(error?.description).toContain('The fields of its NewJob are: projectId: ID!');
    expect(given).toEqual([]);
  });

  test('takes what only this platform requires', async () => {
    const { error } = await create('owner: String!', 'commandLine: String');
    expect(error?.description).toContain('"owner"');
    const additionalFields = { moreFields: '{ "owner": "etl" }' };
    const { given } = await create('owner: String!', 'commandLine: String', { additionalFields });
    expect(given).toMatchObject([{ job: { owner: 'etl' } }]);
  });
});
