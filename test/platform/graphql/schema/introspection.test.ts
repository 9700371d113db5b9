import type { ServerResponse } from 'node:http';
import { buildSchema, graphqlSync, introspectionFromSchema, type GraphQLSchema } from 'graphql';
import {
  callRootField,
  prepareChosenRootField,
  type ChosenCall,
} from '../../../../platform/graphql/call/callRootField';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { findRootField } from '../../../../platform/graphql/schema/rootFields';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import {
  readUserQuery,
  sendUserQuery,
  validateUserQuery,
} from '../../../../platform/graphql/userQuery/userQuery';
import { RECENT } from '../../../support/generationSchemas';
import { startRawPlatform, type RawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

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
  const { schema } = await wholeSchema(endpoint());
  const described = describeArguments(findRootField(schema, 'query.taken'));
  const paths = described.map(({ path }) => path.join('.'));
  expect(paths).toEqual(['id', 'was', 'filter.name', 'filter.old']);
  const args = { was: 1, filter: { old: 2 } };
  await expect(callChosen('query.taken', { arguments: args })).resolves.toBeNull();
});

test('a schema that cannot be read is reported with the reason', async () => {
  const broken = introspectionFromSchema(DEPRECATED, { inputValueDeprecation: true });
  const query = broken.__schema.types.find(({ name }) => name === 'Query');
  const [taken] = query && 'fields' in query ? query.fields : [];
  Object.assign(taken && 'args' in taken ? (taken.args[0] ?? {}) : {}, { defaultValue: '{' });
  await start(
    () => DEPRECATED,
    () => data(broken),
  );
  await expect(wholeSchema(endpoint())).rejects.toMatchObject({
    message: 'The platform returned its schema in an unknown format',
    hint: expect.stringMatching(
      /in another format \(Syntax Error: .+\)\. Ask a platform administrator/,
    ),
  });
});

test.each([
  ['Unknown argument "includeDeprecated" on field "__Field.args".', 2],
  ['Invalid query', 2],
  ['GraphQL introspection is not allowed', 1],
  ['Invalid query', 1, 'INTROSPECTION_DISABLED'],
])('where deprecated arguments are refused with "%s", it is asked %i times', async (...given) => {
  const [why, times, code] = given;
  const refuse = (query: string) =>
    query.includes('args(includeDeprecated') ? says(why, code) : undefined;
  await start(() => DEPRECATED, refuse);
  const read = wholeSchema(endpoint());
  if (times === 1) await expect(read).rejects.toThrow('introspection is switched off');
  else expect(findRootField((await read).schema, 'query.taken').name).toBe('taken');
  expect(introspections()).toHaveLength(times);
});

describe('an introspection', () => {
  /** What becomes of it, as long as it fails. */
  let fail: Answer | undefined;
  beforeEach(async () => {
    new TestClock().run();
    const job = data({ job: { id: '1' } });
    await start(
      () => RECENT,
      (query) => (query.includes('__schema') ? fail : job),
    );
  });
  const getJob = async () =>
    await callRootField(endpoint(), 'query', 'job', {
      arguments: { id: '10000000-0000-4000-8000-000000000001' },
      selection: { mode: 'supported', text: 'id' } as never,
    });
  const ask = async () => await wholeSchema(endpoint());

  test.each<[string, Answer, string]>([
    ['is refused', says('GraphQL introspection is not allowed'), 'IntrospectionRefusedError'],
    ['is blocked', status(403, '<html>busy</html>'), 'IntrospectionRefusedError'],
    ['meets silence', () => undefined, 'TimeoutError'],
    ['meets a broken connection', (response) => response.destroy(), 'ConnectionError'],
    ['meets 504', status(504), 'HttpStatusError'],
    ['brings something else', data({ a: 1 }), 'UnexpectedResponseError'],
  ])(
    'that %s stops no operation, is remembered and tried again later',
    async (_how, failure, name) => {
      fail = failure;
      await expect(getJob()).resolves.toEqual({ id: '1' });
      const first = introspections().length;
      await Promise.all([getJob(), getJob()]);
      expect(introspections()).toHaveLength(first);
      later(4 * 60_000);
      await getJob();
      expect(introspections()).toHaveLength(first);
      // Who needs the schema itself asks at once, and learns why it does not come.
      await expect(ask()).rejects.toMatchObject({ name });
      expect(introspections().length).toBeGreaterThan(first);
      await expect(validateUserQuery(endpoint(), '{ any { thing } }')).resolves.toBeUndefined();
      fail = undefined;
      later(4 * 60_000 + 4_000);
      await expect(ask()).resolves.toHaveProperty('schema');
    },
    20_000,
  );

  test('that meets a limit of rate for long stops no operation, and the limit is named', async () => {
    fail = says("You are trying to access '__schema' too often");
    await expect(getJob()).resolves.toEqual({ id: '1' });
    await expect(ask()).rejects.toMatchObject({
      message: expect.stringContaining('too often'),
      code: 'RATE_LIMITED',
    });
    fail = undefined;
    later(10_000);
    await expect(ask()).resolves.toHaveProperty('schema');
  });

  test('that fails for a while is tried again by operations, too', async () => {
    fail = status(504);
    await getJob();
    fail = undefined;
    const before = introspections().length;
    later(6 * 60_000);
    await getJob();
    expect(introspections()).toHaveLength(before + 1);
    await expect(ask()).resolves.toHaveProperty('schema');
    expect(introspections()).toHaveLength(before + 1);
  }, 20_000);
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
    await wholeSchema(endpoint());
    schema = AFTER;
  });

  test('is read anew where a read is refused, and the read is sent again', async () => {
    for (const call of [callChosen('query.thing'), callRootField(endpoint(), 'query', 'thing')]) {
      await expect(call).resolves.toEqual({ id: '1', fresh: 3 });
    }
    expect(introspections()).toHaveLength(2);
  });

  test('is read anew once where a read is refused although it fits', async () => {
    reported = BEFORE;
    await expect(callChosen('query.thing')).rejects.toThrow('Cannot query field');
    expect(introspections()).toHaveLength(2);
    expect(server.received.filter(({ body }) => body.includes('old'))).toHaveLength(1);
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
    await expect(validateUserQuery(endpoint(), '{ thing { idd } }')).rejects.toMatchObject({
      message: 'The query does not match the platform’s schema at line 1, column 11',
      hint: expect.stringContaining('Did you mean "id"'),
    });
    later(11_000);
    await expect(callChosen('query.other')).resolves.toBe(4);
    await expect(validateUserQuery(endpoint(), '{ thing { fresh } }')).resolves.toBeUndefined();
    expect(server.received.filter(({ body }) => body.includes('idd'))).toEqual([]);
  });
});
