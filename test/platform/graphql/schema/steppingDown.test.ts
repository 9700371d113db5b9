import type { ServerResponse } from 'node:http';
import { graphqlSync, NoSchemaIntrospectionCustomRule, parse, validate } from 'graphql';
import { callRootField } from '../../../../platform/graphql/call/callRootField';
import { GraphqlResponseError } from '../../../../platform/errors/errors';
import { isSchemaRefusal } from '../../../../platform/graphql/schema/schemaRefusal';
import { EARLY } from '../../../support/generationSchemas';
import { startRawPlatform, type RawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';

const ID = '10000000-0000-4000-8000-000000000001';

let server: RawPlatform;
/** Answers a stop in place of the platform. */
let meddle: ((query: string, response: ServerResponse) => void) | undefined;
/** Mutations that were carried out. */
let carriedOut: number;
beforeEach(async () => {
  [carriedOut, meddle] = [0, undefined];
  server = await startRawPlatform(({ query, variableValues }, response) => {
    if (meddle && query.includes('stopJobInstance')) return meddle(query, response);
    const errors = validate(EARLY, parse(query), [NoSchemaIntrospectionCustomRule]);
    if (errors.length > 0) return sendJson(response, { errors });
    const stopJobInstance = () => {
      carriedOut++;
      return { id: ID, status: 'KILLING' };
    };
    const rootValue = { stopJobInstance };
    sendJson(response, graphqlSync({ schema: EARLY, source: query, variableValues, rootValue }));
  });
});
const endpoint = () => server.connect().projects;
const sent = (name: string) => server.received.filter(({ body }) => body.includes(name)).length;
/** The status stands on the run on older platforms, in its history on newer ones. */
const text = 'id status history { currentStatus { status } }';
const stop = async () =>
  await callRootField(endpoint(), 'mutation', 'stopJobInstance', {
    arguments: { jobInstanceId: ID },
    selection: { mode: 'supported', text } as never,
  });

test('what a platform refuses in the newest known form is sent in an older one, carried out once, and not asked for again', async () => {
  await expect(stop()).resolves.toEqual({ id: ID, status: 'KILLING' });
  expect(carriedOut).toBe(1);
  expect(sent('stopJobInstance')).toBe(3);
  await stop();
  expect(carriedOut).toBe(2);
  expect(sent('stopJobInstance')).toBe(4);
  expect(sent('IntrospectionQuery')).toBe(1);
});

test('a bad request was not begun, although the data of its response is null (Mercurius)', async () => {
  meddle = (query, response) => {
    meddle = undefined;
    const errors = validate(EARLY, parse(query));
    sendJson(response, { data: null, errors }, 400);
  };
  await expect(stop()).resolves.toMatchObject({ id: ID });
  expect(carriedOut).toBe(1);
});

test('what it lacks altogether is named', async () => {
  const call = callRootField(endpoint(), 'mutation', 'deleteApp', { arguments: { appId: ID } });
  await expect(call).rejects.toMatchObject({
    name: 'UnsupportedError',
    message: 'This platform cannot delete app: its schema has no mutation "deleteApp"',
    hint: expect.stringContaining('If it returns its schema'),
  });
});

const REFUSAL = { message: 'Cannot query field "history" on type "JobInstance".' };

test.each([
  ['whose data is null: it was begun', { data: null, errors: [REFUSAL] }, 200],
  ['with the path of a field', { errors: [{ ...REFUSAL, path: ['stopJobInstance'] }] }, 200],
  ['beside another failure', { errors: [REFUSAL, { message: 'The database is full' }] }, 200],
  ['of a gateway that had trouble', { errors: [REFUSAL] }, 502],
])('a change is not sent again after a refusal %s', async (_which, answer, status) => {
  meddle = (_query, response) => sendJson(response, answer, status);
  await expect(stop()).rejects.toThrow();
  expect(sent('stopJobInstance')).toBe(1);
});

test('a platform that refuses every known form is given up, in its first words', async () => {
  let refused = 0;
  meddle = (_query, response) => {
    const message = `Cannot query field "field${refused++}" on type "JobInstance".`;
    sendJson(response, { errors: [{ message }] });
  };
  await expect(stop()).rejects.toThrow('"field0"');
  expect(refused).toBeLessThan(4);
  meddle = undefined;
  await stop();
  expect(carriedOut).toBe(1);
});

const failed = (message: string) =>
  new GraphqlResponseError(message, { hint: '', reach: 'answered' }, [{ message }], undefined);

/** As each server says that a document does not fit its schema. */
const REFUSALS = {
  'graphql-js': [
    'Cannot query field "alias" on type "Job". Did you mean "name"?',
    'Unknown argument "jobId" on field "Mutation.deleteJob".',
    'Field "deleteJob" argument "id" of type "UUID!" is required, but it was not provided.',
    'Variable "$jobVersion" got invalid value { commandLine: "x" }; Field "resources" of required type "JobResourcesInput!" was not provided.',
    'Field "sourceUrl" is not defined by type "JobVersionInput".',
  ],
  'graphql-core': ["Cannot query field 'alias' on type 'Job'."],
  Sangria: [
    "Query does not pass validation. Violations: Cannot query field 'alias' on type 'Job'. (line 1, column 3)",
  ],
  'graphql-java': [
    "Validation error (FieldUndefined@[job/alias]) : Field 'alias' in type 'Job' is undefined",
    "Validation error (UnknownArgument@[deleteJob]) : Unknown field argument 'jobId'",
    "Validation error (MissingFieldArgument@[deleteJob]) : Missing field argument 'id'",
  ],
  'Hot Chocolate': ['The field `alias` does not exist on the type `Job`.'],
  'graphql-ruby': ["Field 'alias' doesn't exist on type 'Job'"],
};

test.each(Object.values(REFUSALS).flat())('a document does not fit the schema: %s', (message) => {
  expect(isSchemaRefusal(failed(message))).toBe(true);
});

test.each([
  'The job does not exist',
  'Unknown job',
  'Cannot query the database',
  'not found',
  'Variable "$id" got invalid value "x"; Expected type "UUID".',
  'Expected value of type "UUID!", found "x".',
])('nothing of the schema is said by: %s', (message) => {
  expect(isSchemaRefusal(failed(message))).toBe(false);
});
