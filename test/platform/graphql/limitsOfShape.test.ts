import { buildSchema, graphqlSync, introspectionFromSchema, parse, visit } from 'graphql';
import { buildField } from '../../../platform/graphql/document/document';
import type { GraphqlEndpoint } from '../../../platform/graphql/send/endpoint';
import { queryBatched } from '../../../platform/graphql/read/queryBatched';
import { getLiveSchema } from '../../../platform/graphql/schema/schemaStore';
import { startRawPlatform, type RawPlatform } from '../../support/rawPlatform';
import { sendJson } from '../../support/rawServer';
import { TestClock } from '../../support/testClock';

/** Requests that a platform refuses, and its response. */
interface Limits {
  bytes?: number;
  aliases?: number;
  /** An HTTP status with a page, or words of a GraphQL error. */
  by: number | 'words' | 'untold';
  /** An ID that is refused whatever else is asked for. */
  poison?: string;
}

const schema = buildSchema(`
  type Query { thing(id: ID!): Thing }
  type Thing { id: ID! name: String much: String more: String evenMore: String theMost: String }
`);
const rootValue = { thing: ({ id }: { id: string }) => ({ id, name: 'Thing', much: 'much' }) };

let limits: Limits;
let refused: number;
/** Whether a limit of rate has room for so many root fields now. */
let acceptsFields: (fields: number) => boolean;
let server: RawPlatform;
let endpoint: GraphqlEndpoint;

const start = async () =>
  await startRawPlatform(({ query, variableValues, body }, response) => {
    const answer = (errors: unknown, status?: number) => {
      refused++;
      sendJson(response, { errors }, status);
    };
    if (query.includes('__schema'))
      return sendJson(response, { data: introspectionFromSchema(schema) });
    if (!acceptsFields(Math.max(1, aliasesIn(query))))
      return answer([{ message: 'Slow down', extensions: { code: 'RATE_LIMITED' } }], 429);
    const refusal = refusalOf(query, Buffer.byteLength(body));
    if (!refusal)
      return sendJson(response, graphqlSync({ schema, source: query, rootValue, variableValues }));
    if (limits.by === 'words') return answer([{ message: refusal }]);
    if (limits.by === 'untold') return answer([{ message: 'Query validation error.' }]);
    if (limits.poison === undefined) return answer(undefined, limits.by);
    response.writeHead(limits.by, { 'content-type': 'text/html' });
    response.end(`<html><head><title>Blocked</title></head>Support ID: ${1e9 + ++refused}</html>`);
  });

function refusalOf(query: string, bytes: number): string | undefined {
  const { bytes: mostBytes = Infinity, aliases = Infinity, poison } = limits;
  const counted = aliasesIn(query);
  if (bytes > mostBytes) return 'Request body is too large';
  if (counted > aliases) return `Aliases limit of ${aliases} exceeded, found ${counted}.`;
  return poison !== undefined && query.includes(`"${poison}"`) ? 'Not like this' : undefined;
}

function aliasesIn(query: string): number {
  let counted = 0;
  visit(parse(query), { Field: ({ alias }) => void (alias && counted++) });
  return counted;
}

beforeEach(async () => {
  limits = { by: 413 };
  refused = 0;
  acceptsFields = () => true;
  server = await start();
  endpoint = server.connect().projects;
  await getLiveSchema(endpoint);
});

const select = ['id', 'name', 'much', 'more', 'evenMore', 'theMost'].map((name) =>
  buildField(name),
);
const read = async (id: string, at = endpoint, signal?: AbortSignal) =>
  await queryBatched(at, buildField('thing', { arguments: { id }, select }), { signal });
const ids = (count: number) => Array.from({ length: count }, (_, n) => `thing-${n}`);
const readAll = async (count: number, at = endpoint) =>
  await Promise.allSettled(ids(count).map(async (id) => await read(id, at)));
const idsIn = (results: Array<PromiseSettledResult<unknown>>) =>
  results.map((result) =>
    result.status === 'fulfilled' ? (result.value as { id: string }).id : result.reason,
  );

test.each<Limits['by']>([400, 403, 406, 413, 414, 422, 'words', 'untold'])(
  'what is too large for an address is halved, by %s',
  async (by) => {
    limits = { by, aliases: 15, bytes: 2_500 };
    expect(idsIn(await readAll(100))).toEqual(ids(100));
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(15);
  },
);

test('one that is refused alone fails in its own words, and says nothing of the others', async () => {
  limits = { by: 403, poison: 'thing-7' };
  const results = idsIn(await readAll(50));
  expect(results.filter((_id, n) => n !== 7)).toEqual(ids(50).filter((_id, n) => n !== 7));
  expect((results[7] as Error).message).toMatch(/^A firewall or gateway .*"Blocked".*Support ID/);
  limits = { by: 403 };
  const before = server.received.length;
  await readAll(50);
  expect(server.received.length - before).toBe(1);
});

test('what is refused whatever it asks for is asked for three times', async () => {
  limits = { by: 403, bytes: 10, poison: 'none' };
  const results = idsIn(await readAll(100));
  expect(results.every((result) => result instanceof Error)).toBe(true);
  expect(refused).toBe(3);
});

test.each([
  [5, 20, 25_000],
  [10, 500, 20_000],
  [20, 5_000, 60_000],
])(
  'reads that never fit under %i root fields in %i ms are sent in smaller requests',
  async (maxFields, windowMs, withinMs) => {
    const clock = new TestClock().run();
    let spent: number[] = [];
    acceptsFields = (fields) => {
      spent = spent.filter((atMs) => atMs > clock.now() - windowMs);
      if (spent.length + fields > maxFields) return false;
      spent.push(...Array<number>(fields).fill(clock.now()));
      return true;
    };
    const begun = clock.now();
    expect(idsIn(await readAll(60))).toEqual(ids(60));
    expect(clock.now() - begun).toBeLessThan(withinMs);
    await clock.wait(5_000);
    refused = 0;
    expect(idsIn(await readAll(maxFields))).toEqual(ids(maxFields));
    expect(refused).toBeLessThan(3);
  },
);

test('halfway, a cancel ends it', async () => {
  limits = { by: 'untold', aliases: 2 };
  const cancel = new AbortController();
  const reads = ids(100).map(async (id) => await read(id, endpoint, cancel.signal));
  const { received } = server;
  acceptsFields = () => {
    if (received.length > 6) cancel.abort();
    return true;
  };
  const results = await Promise.allSettled(reads);
  expect(results.some(({ status }) => status === 'rejected')).toBe(true);
  expect(received.length).toBeLessThan(10);
});
