import '../../shortSilence';
import type { ServerResponse } from 'node:http';
import { buildSchema, graphqlSync, introspectionFromSchema, type GraphQLSchema } from 'graphql';
import { callRootField } from '../../../../platform/graphql/call/callRootField';
import { callChosenRootField } from '../callChosenRootField';
import { describeArguments } from '../../../../platform/graphql/call/describe';
import { findRootField } from '../../../../platform/graphql/schema/rootFields';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { validateUserQuery } from '../../../../platform/graphql/userQuery/userQuery';
import { RECENT } from '../../../support/generationSchemas';
import { startRawPlatform, type RawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

let server: RawPlatform;
let clock: jest.SpyInstance | undefined;
afterEach(() => {
  clock?.mockRestore();
  clock = undefined;
});

const endpoint = () => server.connect().projects;
const introspections = () =>
  server.received.map(({ body }) => body).filter((body) => body.includes('IntrospectionQuery'));
const later = (ms: number) => {
  const at = Date.now() + ms;
  clock?.mockRestore();
  clock = jest.spyOn(Date, 'now').mockImplementation(() => at);
};

type Refuse = (query: string, response: ServerResponse) => boolean;

async function start(
  schemaFor: (query: string) => GraphQLSchema,
  refuse: Refuse = () => false,
): Promise<void> {
  server = await startRawPlatform(({ query, variables: variableValues }, response) => {
    if (refuse(query, response)) return;
    const rootValue = { thing: { id: '1', old: 2, fresh: 3 }, make: true, other: 4 };
    const schema = schemaFor(query);
    sendJson(response, graphqlSync({ schema, source: query, variableValues, rootValue }));
  });
}

const says = (response: ServerResponse, message: string) => {
  sendJson(response, { errors: [{ message }] }, 400);
  return true;
};

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
  await expect(
    callChosenRootField(endpoint(), 'query.taken', { arguments: args }),
  ).resolves.toBeNull();
});

test('a schema that cannot be read is reported with the reason', async () => {
  const broken = introspectionFromSchema(DEPRECATED, { inputValueDeprecation: true });
  const query = broken.__schema.types.find(({ name }) => name === 'Query');
  const [taken] = query && 'fields' in query ? query.fields : [];
  Object.assign(taken && 'args' in taken ? (taken.args[0] ?? {}) : {}, { defaultValue: '{' });
  server = await startRawPlatform((_request, response) => sendJson(response, { data: broken }));
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
])(
  'a server that refuses deprecated arguments with "%s" is asked %i times',
  async (message, times) => {
    await start(
      () => DEPRECATED,
      (query, response) => query.includes('args(includeDeprecated') && says(response, message),
    );
    const read = wholeSchema(endpoint());
    if (times === 1) await expect(read).rejects.toThrow('introspection is switched off');
    else expect(findRootField((await read).schema, 'query.taken').name).toBe('taken');
    expect(introspections()).toHaveLength(times);
  },
);

describe('an introspection', () => {
  let fail: (response: ServerResponse) => void;
  let isFailing: boolean;
  let testClock: TestClock;
  afterEach(() => testClock.restore());
  beforeEach(async () => {
    testClock = new TestClock().run();
    isFailing = true;
    await start(
      () => RECENT,
      (query, response) => {
        const isIntrospection = query.includes('__schema');
        if (isIntrospection && isFailing) fail(response);
        else if (!isIntrospection) sendJson(response, { data: { job: { id: '1' } } });
        return !isIntrospection || isFailing;
      },
    );
  });
  const getJob = async () =>
    await callRootField(endpoint(), 'query', 'job', {
      arguments: { id: '10000000-0000-4000-8000-000000000001' },
      selection: { mode: 'supported', text: 'id' } as never,
    });
  const ask = async () =>
    await wholeSchema(endpoint()).then(
      () => 'read',
      (error: Error) => error.name,
    );

  test.each<[string, typeof fail, string]>([
    [
      'is refused',
      (response) => void says(response, 'GraphQL introspection is not allowed'),
      'IntrospectionRefusedError',
    ],
    [
      'is blocked',
      (response) => void response.writeHead(403).end('<html>busy</html>'),
      'IntrospectionRefusedError',
    ],
    ['meets silence', () => undefined, 'TimeoutError'],
    ['meets a broken connection', (response) => void response.destroy(), 'ConnectionError'],
    ['meets 504', (response) => void response.writeHead(504).end(), 'HttpStatusError'],
    [
      'brings something else',
      (response) => void sendJson(response, { data: { a: 1 } }),
      'UnexpectedResponseError',
    ],
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
      await expect(ask()).resolves.toBe(name);
      expect(introspections().length).toBeGreaterThan(first);
      await expect(validateUserQuery(endpoint(), '{ any { thing } }')).resolves.toBeUndefined();
      isFailing = false;
      later(4 * 60_000 + 4_000);
      await expect(ask()).resolves.toBe('read');
    },
    20_000,
  );

  test('that meets a limit of rate for long stops no operation, and the limit is named', async () => {
    fail = (response) => void says(response, "You are trying to access '__schema' too often");
    await expect(getJob()).resolves.toEqual({ id: '1' });
    await expect(wholeSchema(endpoint())).rejects.toMatchObject({
      message: expect.stringContaining('too often'),
      code: 'RATE_LIMITED',
    });
    isFailing = false;
    later(10_000);
    await expect(ask()).resolves.toBe('read');
  });

  test('that fails for a while is tried again by operations, too', async () => {
    fail = (response) => void response.writeHead(504).end();
    await getJob();
    isFailing = false;
    const before = introspections().length;
    later(6 * 60_000);
    await getJob();
    expect(introspections()).toHaveLength(before + 1);
    await expect(ask()).resolves.toBe('read');
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
    for (const call of [
      callChosenRootField(endpoint(), 'query.thing'),
      callRootField(endpoint(), 'query', 'thing'),
    ]) {
      await expect(call).resolves.toEqual({ id: '1', fresh: 3 });
    }
    expect(introspections()).toHaveLength(2);
  });

  test('is read anew once where a read is refused although it fits', async () => {
    reported = BEFORE;
    await expect(callChosenRootField(endpoint(), 'query.thing')).rejects.toThrow(
      'Cannot query field',
    );
    expect(introspections()).toHaveLength(2);
    expect(server.received.filter(({ body }) => body.includes('old'))).toHaveLength(1);
  });

  test('is forgotten where a change is refused, which is not sent again', async () => {
    await expect(callChosenRootField(endpoint(), 'mutation.make')).rejects.toThrow('make');
    expect(server.received.filter(({ body }) => body.includes('make'))).toHaveLength(1);
    await expect(callChosenRootField(endpoint(), 'mutation.make')).rejects.toThrow(
      'has no mutation "make"',
    );
  });

  test('is read anew before something is said not to be there', async () => {
    await expect(callChosenRootField(endpoint(), 'query.other')).rejects.toThrow(
      'no query "other"',
    );
    await expect(validateUserQuery(endpoint(), '{ thing { idd } }')).rejects.toMatchObject({
      message: 'The query does not match the platform’s schema at line 1, column 11',
      hint: expect.stringContaining('Did you mean "id"'),
    });
    later(11_000);
    await expect(callChosenRootField(endpoint(), 'query.other')).resolves.toBe(4);
    await expect(validateUserQuery(endpoint(), '{ thing { fresh } }')).resolves.toBeUndefined();
    expect(server.received.filter(({ body }) => body.includes('idd'))).toEqual([]);
  });
});
