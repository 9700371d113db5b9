import type { ServerResponse } from 'node:http';
import { buildSchema, graphqlSync, introspectionFromSchema, type GraphQLSchema } from 'graphql';
import {
  callRootField,
  prepareChosenRootField,
  type ChosenCall,
} from '../../../../platform/graphql/call/callRootField';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { withSchema } from '../../../../platform/graphql/schema/bySchema';
import { parseRootField, requireRootField } from '../../../../platform/graphql/schema/rootFields';
import { getLiveSchema } from '../../../../platform/graphql/schema/schemaStore';
import {
  readUserQuery,
  sendUserQuery,
  validateUserQuery,
} from '../../../../platform/graphql/call/userQuery';
import { RECENT } from '../../../support/generationSchemas';
import { startRawPlatform, type RawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';
import { retryAtOnce } from '../../../support/retryAtOnce';

retryAtOnce();

process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = '1.5';

let server: RawPlatform;
let clock: jest.SpyInstance | undefined;
afterEach(() => {
  clock?.mockRestore();
  clock = undefined;
});

const endpoint = () => server.connect().projects;
const callChosen = async (root: string, call: ChosenCall = {}) =>
  await (
    await prepareChosenRootField(endpoint(), root, call)
  )();
const introspections = () =>
  server.received.map(({ body }) => body).filter((body) => body.includes('IntrospectionQuery'));
const later = (ms: number) => {
  const at = Date.now() + ms;
  clock?.mockRestore();
  clock = jest.spyOn(Date, 'now').mockImplementation(() => at);
};

type Answer = (response: ServerResponse) => unknown;

/** @param meddle gives what is answered in place of what the schema gives */
async function start(
  schemaFor: (query: string) => GraphQLSchema,
  meddle: (query: string) => Answer | undefined = () => undefined,
): Promise<void> {
  const rootValue = { thing: { id: '1', old: 2, fresh: 3 }, make: true, other: 4 };
  server = await startRawPlatform(({ query: source, variableValues }, response) => {
    const schema = schemaFor(source);
    const answer: Answer = () =>
      sendJson(response, graphqlSync({ schema, source, variableValues, rootValue }));
    (meddle(source) ?? answer)(response);
  });
}

const data =
  (value: object): Answer =>
  (response) =>
    sendJson(response, { data: value });
const says =
  (message: string, code?: string): Answer =>
  (response) =>
    sendJson(response, { errors: [{ message, extensions: { code } }] }, 400);
const status =
  (code: number, text = ''): Answer =>
  (response) =>
    response.writeHead(code).end(text);

const DEPRECATED = buildSchema(`
  input Filter { name: String old: Int @deprecated(reason: "later") }
  type Query { taken(id: ID, was: Int @deprecated(reason: "use id"), filter: Filter): Int }
`);

test('deprecated arguments and input fields can be given', async () => {
  await start(() => DEPRECATED);
  const { schema } = await getLiveSchema(endpoint());
  const described = describeArguments(parseRootField(schema, 'query.taken'));
  const paths = described.map(({ path }) => path.join('.'));
  expect(paths).toEqual(['id', 'was', 'filter.name', 'filter.old']);
  const args = { was: 1, filter: { old: 2 } };
  await expect(callChosen('query.taken', { arguments: args })).resolves.toBeNull();
});

test.each([
  ['a damaged default value', { defaultValue: '{' }, /Syntax Error: [^)]+/],
  ['an object as a name', { name: {} }, /a name in it is an object/],
])('a schema with %s is reported with the reason', async (_what, damage, reason) => {
  const broken = introspectionFromSchema(DEPRECATED, { inputValueDeprecation: true });
  const query = broken.__schema.types.find(({ name }) => name === 'Query');
  const [taken] = query && 'fields' in query ? query.fields : [];
  Object.assign(taken && 'args' in taken ? (taken.args[0] ?? {}) : {}, damage);
  await start(
    () => DEPRECATED,
    () => data(broken),
  );
  await expect(getLiveSchema(endpoint())).rejects.toMatchObject({
    message: 'The platform returned its schema in an unknown format',
    hint: expect.stringMatching(new RegExp(`in another format \\(${reason.source}\\)\\.$`)),
  });
});

test('where deprecated arguments are refused, it is asked without them', async () => {
  const refusal = says('Unknown argument "includeDeprecated" on field "__Field.args".');
  const isRefused = (query: string) => query.includes('args(includeDeprecated');
  await start(
    () => DEPRECATED,
    (query) => (isRefused(query) ? refusal : undefined),
  );
  const { schema } = await getLiveSchema(endpoint());
  expect(parseRootField(schema, 'query.taken').name).toBe('taken');
  expect(introspections()).toHaveLength(2);
});

describe('an introspection', () => {
  /** Answers it in place of the platform. */
  let fail: Answer | undefined;
  beforeEach(async () => {
    new TestClock().run();
    const [job, any] = [data({ job: { id: '1' } }), data({ any: 1 })];
    await start(
      () => RECENT,
      (query) => (query.includes('__schema') ? fail : query.includes('any') ? any : job),
    );
  });
  const getJob = async () =>
    await callRootField(endpoint(), 'query', 'job', {
      arguments: { id: '10000000-0000-4000-8000-000000000001' },
      selection: { mode: 'supported', text: 'id' } as never,
    });
  const executeQuery = async () => {
    await validateUserQuery(endpoint(), '{ any }');
    return await sendUserQuery(endpoint(), readUserQuery('{ any }'));
  };
  const refused = {
    code: 'NOT_SUPPORTED',
    message: 'The platform does not return its schema: it refuses introspection',
    hint: expect.stringMatching(
      /^Ask a platform administrator to turn on introspection .* Until then, only .*"Execute Query"/,
    ),
  };

  test.each<[string, Answer, object]>([
    ['is refused', says('GraphQL introspection is not allowed'), refused],
    ['is too deep', says('Query exceeds the depth limit'), refused],
    ['is blocked', status(403, '<html>busy</html>'), refused],
    ['meets silence', () => undefined, { name: 'ConnectionError' }],
    ['meets a broken connection', (response) => response.destroy(), { name: 'ConnectionError' }],
    ['meets 504', status(504), { name: 'PlatformError' }],
    ['brings something else', data({ a: 1 }), { name: 'UnexpectedResponseError' }],
  ])(
    'that %s stops what needs the schema before anything is sent, and no query of a user',
    async (_how, failure, error) => {
      fail = failure;
      const calls = [getJob(), getJob(), getLiveSchema(endpoint())];
      await Promise.all(calls.map(async (call) => await expect(call).rejects.toMatchObject(error)));
      const first = introspections();
      const sent = server.received.filter(({ path }) => path.endsWith('/graphql'));
      expect(sent).toHaveLength(first.length);
      expect(new Set(first).size).toBeLessThanOrEqual(2);
      await expect(executeQuery()).resolves.toEqual({ any: 1 });
      // Callers that can do without the schema do not ask again so soon.
      expect(introspections()).toHaveLength(first.length);
      fail = undefined;
      later(4_000);
      await expect(getJob()).resolves.toEqual({ id: '1' });
    },
    20_000,
  );

  test('is good for an hour', async () => {
    await getJob();
    later(59 * 60_000);
    await getJob();
    expect(introspections()).toHaveLength(1);
    later(2 * 60_000);
    await getJob();
    expect(introspections()).toHaveLength(2);
  });
});

describe('a schema that has become old', () => {
  const BEFORE = buildSchema(
    'type Thing { id: ID old: Int } type Query { thing: Thing } type Mutation { make: Boolean }',
  );
  const AFTER = buildSchema(
    'type Thing { id: ID fresh: Int } type Query { thing: Thing other: Int } type Mutation { remake: Boolean }',
  );
  let schema: GraphQLSchema;
  /** What the platform says that its schema is, if it is another one. */
  let reported: GraphQLSchema | undefined;
  beforeEach(async () => {
    [schema, reported] = [BEFORE, undefined];
    await start((query) => (query.includes('IntrospectionQuery') && reported) || schema);
    await getLiveSchema(endpoint());
    schema = AFTER;
  });

  test('is read anew where a read is refused, and the read is sent again', async () => {
    for (const call of [callChosen('query.thing'), callRootField(endpoint(), 'query', 'thing')]) {
      await expect(call).resolves.toEqual({ id: '1', fresh: 3 });
    }
    expect(introspections()).toHaveLength(2);
  });

  test('is read anew once where a read is refused although it fits, and the read is sent once more', async () => {
    reported = BEFORE;
    await expect(callChosen('query.thing')).rejects.toThrow('Cannot query field');
    expect(introspections()).toHaveLength(2);
    expect(server.received.filter(({ body }) => body.includes('old'))).toHaveLength(2);
  });

  test('is forgotten where a change is refused, which is not sent again', async () => {
    await expect(callChosen('mutation.make')).rejects.toThrow('Cannot query field "make"');
    expect(server.received.filter(({ body }) => body.includes('make'))).toHaveLength(1);
    await expect(callChosen('mutation.make')).rejects.toThrow('has no mutation "make"');
  });

  test('is forgotten where a query of a user’s own is refused', async () => {
    const query = readUserQuery('{ thing { old } }');
    await expect(sendUserQuery(endpoint(), query)).rejects.toThrow('Cannot query field');
    await expect(validateUserQuery(endpoint(), '{ thing { fresh } }')).resolves.toBeUndefined();
  });

  test('is read anew before something is said not to be there', async () => {
    await expect(callChosen('query.other')).rejects.toThrow('no query "other"');
    const require = async (name: string) =>
      await withSchema(endpoint(), (schema) => requireRootField(schema, 'query', name).name);
    await expect(require('other')).rejects.toThrow('no query "other"');
    await expect(validateUserQuery(endpoint(), '{ thing { idd } }')).rejects.toMatchObject({
      message: 'The query does not match the platform’s schema at line 1, column 11',
      hint: expect.stringContaining('Did you mean "id"'),
    });
    later(11_000);
    await expect(require('other')).resolves.toBe('other');
    await expect(callChosen('query.other')).resolves.toBe(4);
    await expect(validateUserQuery(endpoint(), '{ thing { fresh } }')).resolves.toBeUndefined();
    expect(server.received.filter(({ body }) => body.includes('idd'))).toEqual([]);
  });
});
