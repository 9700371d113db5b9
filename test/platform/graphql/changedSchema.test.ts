import { buildSchema, graphqlSync, type GraphQLSchema } from 'graphql';
import { callChosenRootField } from './callChosenRootField';
import { validateUserQuery } from '../../../platform/graphql/userQuery/userQuery';
import { Platform } from '../../../platform/connection/platform';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';

const BEFORE = buildSchema('type Thing { id: ID old: Int } type Query { thing: Thing }');
const AFTER = buildSchema('type Thing { id: ID fresh: Int } type Query { thing: Thing }');

let server: RawServer;
let schema: GraphQLSchema;
/** What the platform tells of itself, where that is another one. */
let told: GraphQLSchema | undefined;
beforeEach(async () => {
  [schema, told] = [BEFORE, undefined];
  server = await startRawServer(
    withLogin(({ body }, response) => {
      const { query, variables } = JSON.parse(body) as { query: string; variables?: object };
      sendJson(
        response,
        graphqlSync({
          schema: (query.includes('IntrospectionQuery') && told) || schema,
          source: query,
          variableValues: { ...variables },
          rootValue: { thing: { id: '1', old: 2, fresh: 3 } },
        }),
      );
    }),
  );
});
afterEach(() => server.close());

const endpoint = () => Platform.connect(credentialFor(server.baseUrl)).projects;
const call = async () => await callChosenRootField(endpoint(), 'query.thing');
const introspections = () =>
  server.received.filter(({ body }) => body.includes('IntrospectionQuery')).length;

test('a field that is gone is no longer asked for: the schema is read anew and the read sent again', async () => {
  await expect(call()).resolves.toEqual({ id: '1', old: 2 });
  schema = AFTER;
  await expect(call()).resolves.toEqual({ id: '1', fresh: 3 });
  await expect(call()).resolves.toEqual({ id: '1', fresh: 3 });
  expect(introspections()).toBe(2);
});

test('a read that the platform refuses although it fits the schema that it reports is sent once', async () => {
  told = BEFORE;
  schema = AFTER;
  await expect(call()).rejects.toThrow('Cannot query field');
  expect(introspections()).toBe(2);
  expect(server.received.filter(({ body }) => body.includes('old'))).toHaveLength(1);
});

test('a schema that is kept is not read again', async () => {
  await Promise.all([call(), call(), call()]);
  await call();
  expect(introspections()).toBe(1);
});

test('an unknown field is reported with a suggestion each time, and nothing else is sent', async () => {
  for (let time = 1; time <= 2; time++) {
    await expect(validateUserQuery(endpoint(), '{ thing { idd } }')).rejects.toMatchObject({
      message: 'The query does not match the platform’s schema at line 1, column 11',
      hint: expect.stringContaining('Did you mean "id"'),
    });
  }
  expect(server.received.filter(({ body }) => body.includes('idd'))).toEqual([]);
});

test('a field that came later is looked for in a fresh schema before it is refused', async () => {
  await call();
  schema = AFTER;
  const later = Date.now() + 60_000;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
  try {
    await expect(validateUserQuery(endpoint(), '{ thing { fresh } }')).resolves.toBeUndefined();
  } finally {
    clock.mockRestore();
  }
});

test('a login that fails is tried once, not again for the query after the check', async () => {
  const refusing = await startRawServer((_request, response) => response.writeHead(401).end());
  try {
    const { projects } = Platform.connect(credentialFor(refusing.baseUrl));
    await expect(validateUserQuery(projects, '{ thing { id } }')).rejects.toThrow(
      'rejected the login',
    );
    expect(refusing.received).toHaveLength(1);
  } finally {
    await refusing.close();
  }
});

test('a schema that does not come does not keep a query waiting', async () => {
  const silent = await startRawServer(withLogin(() => undefined));
  try {
    const { projects } = Platform.connect(credentialFor(silent.baseUrl));
    await expect(validateUserQuery(projects, '{ any { thing } }')).resolves.toBeUndefined();
  } finally {
    await silent.close();
  }
});
