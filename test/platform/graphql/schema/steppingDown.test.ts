import type { ServerResponse } from 'node:http';
import {
  graphqlSync,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { callRootField } from '../../../../platform/graphql/call/callRootField';
import { GraphqlResponseError } from '../../../../platform/errors/errors';
import { isSchemaRefusal } from '../../../../platform/graphql/schema/schemaRefusal';
import { Platform } from '../../../../platform/connection/platform';
import { EARLY } from '../../../support/generationSchemas';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../../support/rawServer';

const ID = '10000000-0000-4000-8000-000000000001';

let server: RawServer;
/** Answers in place of the platform where it gives true. */
let meddle: (query: string, response: ServerResponse) => boolean;
/** Mutations that were carried out. */
let carriedOut: string[];
beforeEach(async () => {
  carriedOut = [];
  meddle = () => false;
  server = await startRawServer(
    withLogin(({ body }, response) => {
      const { query, variables } = JSON.parse(body) as { query: string; variables?: object };
      if (meddle(query, response)) return;
      const refused = validate(EARLY, parse(query), [NoSchemaIntrospectionCustomRule]);
      if (refused.length > 0) return sendJson(response, { errors: refused });
      const stopJobInstance = () => {
        carriedOut.push('stopJobInstance');
        return { id: ID, status: 'KILLING' };
      };
      const rootValue = { stopJobInstance };
      const variableValues = { ...variables };
      sendJson(response, graphqlSync({ schema: EARLY, source: query, variableValues, rootValue }));
    }),
  );
});
afterEach(() => server.close());

const endpoint = () => Platform.connect(credentialFor(server.baseUrl)).projects;
const sent = (name: string) => server.received.filter(({ body }) => body.includes(name)).length;
/** The status stands on the run on older platforms, in its history on newer ones. */
const FIELDS = {
  mode: 'supported',
  text: 'id status history { currentStatus { status } }',
} as never;
const stop = async () =>
  await callRootField(endpoint(), 'mutation', 'stopJobInstance', {
    arguments: { jobInstanceId: ID },
    selection: FIELDS,
  });

test('what a platform refuses in the newest known form is sent in an older one, and is carried out once', async () => {
  await expect(stop()).resolves.toEqual({ id: ID, status: 'KILLING' });
  expect(carriedOut).toEqual(['stopJobInstance']);
  expect(sent('stopJobInstance')).toBe(3);
});

test('a bad request was not begun, although the data of its response is null (Mercurius)', async () => {
  let isRefused = false;
  meddle = (query, response) => {
    if (isRefused || !query.includes('stopJobInstance')) return false;
    isRefused = true;
    const errors = validate(EARLY, parse(query), [...specifiedRules]);
    sendJson(response, { data: null, errors }, 400);
    return true;
  };
  await expect(stop()).resolves.toMatchObject({ id: ID });
  expect(carriedOut).toEqual(['stopJobInstance']);
});

test('what was refused once is not asked for again', async () => {
  await stop();
  await stop();
  expect(carriedOut).toEqual(['stopJobInstance', 'stopJobInstance']);
  expect(sent('stopJobInstance')).toBe(4);
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
  [
    'with the path of a field',
    { errors: [{ ...REFUSAL, path: ['stopJobInstance', 'history'] }] },
    200,
  ],
  ['beside another failure', { errors: [REFUSAL, { message: 'The database is full' }] }, 200],
  ['of a gateway that had trouble', { errors: [REFUSAL] }, 502],
])('a change is not sent again after a refusal %s', async (_which, answer, status) => {
  meddle = (query, response) => {
    if (!query.includes('stopJobInstance')) return false;
    sendJson(response, answer, status);
    return true;
  };
  await expect(stop()).rejects.toThrow();
  expect(sent('stopJobInstance')).toBe(1);
});

test('a platform that refuses every known form is given up, in its first words', async () => {
  let refused = 0;
  meddle = (query, response) => {
    if (!query.includes('stopJobInstance')) return false;
    const message = `Cannot query field "field${refused++}" on type "JobInstance".`;
    sendJson(response, { errors: [{ message }] });
    return true;
  };
  await expect(stop()).rejects.toThrow('"field0"');
  expect(refused).toBeLessThan(4);
  meddle = () => false;
  await stop();
  expect(carriedOut).toEqual(['stopJobInstance']);
});

const failed = (message: string) =>
  new GraphqlResponseError(message, { hint: '', reach: 'answered' }, [{ message }], undefined);

test.each([
  ['graphql-js', 'Cannot query field "alias" on type "Job". Did you mean "name"?'],
  ['graphql-js', 'Unknown argument "jobId" on field "Mutation.deleteJob".'],
  [
    'graphql-js',
    'Field "deleteJob" argument "id" of type "UUID!" is required, but it was not provided.',
  ],
  [
    'graphql-js',
    'Variable "$jobVersion" got invalid value { commandLine: "x" }; Field "resources" of required type "JobResourcesInput!" was not provided.',
  ],
  ['graphql-js', 'Field "sourceUrl" is not defined by type "JobVersionInput".'],
  ['graphql-core', "Cannot query field 'alias' on type 'Job'."],
  [
    'Sangria',
    "Query does not pass validation. Violations: Cannot query field 'alias' on type 'Job'. (line 1, column 3)",
  ],
  [
    'graphql-java',
    "Validation error (FieldUndefined@[job/alias]) : Field 'alias' in type 'Job' is undefined",
  ],
  [
    'graphql-java',
    "Validation error (UnknownArgument@[deleteJob]) : Unknown field argument 'jobId'",
  ],
  [
    'graphql-java',
    "Validation error (MissingFieldArgument@[deleteJob]) : Missing field argument 'id'",
  ],
  ['Hot Chocolate', 'The field `alias` does not exist on the type `Job`.'],
  ['graphql-ruby', "Field 'alias' doesn't exist on type 'Job'"],
])('%s says that a document does not fit its schema: %s', (_server, message) => {
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
