import * as fc from 'fast-check';
import { buildSchema, graphqlSync, introspectionFromSchema, parse, visit } from 'graphql';
import { field } from '../../../platform/graphql/document/document';
import type { GraphqlEndpoint } from '../../../platform/graphql/send/endpoint';
import { callRootField } from '../../../platform/graphql/call/callRootField';
import { queryBatched } from '../../../platform/graphql/read/queryBatched';
import { schemaSource } from '../../../platform/graphql/schema/schemaStore';
import { writtenFields } from '../../../platform/graphql/selection/writtenFields';
import { REQUEST_LIMITS_KEPT_FOR_MS } from '../../../platform/http/limits';
import { Platform } from '../../../platform/connection/platform';
import { cases } from '../../support/cases';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';
import { TestClock } from '../../support/testClock';

/** What a platform refuses, and how. */
interface Limits {
  bytes?: number;
  aliases?: number;
  levels?: number;
  /** An HTTP status with a page, or words of a GraphQL error. */
  by: number | 'words' | 'untold';
  /** An ID that is refused whatever else is asked for. */
  poison?: string;
}

const schema = buildSchema(`
  type Query { thing(id: ID!): Thing box(id: ID!): Box boxVersion(boxId: ID!, number: Int!): BoxVersion }
  type Mutation { makeBox(name: String!): Box }
  type Thing { id: ID! name: String much: String more: String evenMore: String theMost: String }
  type Box { id: ID! name: String versions: [BoxVersion!] things: [Thing!] }
  type BoxVersion { number: Int! lid: Lid }
  type Lid { knob: Knob }
  type Knob { screw: Screw }
  type Screw { thread: Thread }
  type Thread { pitch: Int }
`);
const knob = { screw: { thread: { pitch: 3 } } };
const thing = ({ id }: { id: string }) => ({ id, name: `Thing ${id}`, much: 'much' });
const version = ({ number }: { number: number }) => ({ number, lid: { knob } });
const rootValue = {
  thing,
  box: ({ id }: { id: string }) => ({
    id,
    name: `Box ${id}`,
    versions: [version({ number: 1 }), version({ number: 2 })],
    things: [thing({ id: 'a' })],
  }),
  boxVersion: version,
  makeBox: ({ name }: { name: string }) => {
    made++;
    return rootValue.box({ id: name });
  },
};

let limits: Limits;
let refused: number;
let made: number;
let server: RawServer;
let endpoint: GraphqlEndpoint;
let clock: TestClock | undefined;

async function start(): Promise<{ server: RawServer; endpoint: GraphqlEndpoint }> {
  const server = await startRawServer(
    withLogin(({ body }, response) => {
      const { query, variables } = JSON.parse(body) as { query: string; variables?: object };
      if (query.includes('__schema'))
        return sendJson(response, { data: introspectionFromSchema(schema) });
      const refusal = refusalOf(query, Buffer.byteLength(body));
      if (!refusal) {
        const variableValues = variables as Record<string, unknown>;
        const answer = graphqlSync({ schema, source: query, rootValue, variableValues });
        return sendJson(response, answer);
      }
      refused++;
      if (typeof limits.by !== 'number')
        return sendJson(response, {
          errors: [{ message: limits.by === 'words' ? refusal : 'Query validation error.' }],
        });
      response.writeHead(limits.by, { 'content-type': 'text/html' });
      response.end(`<html><head><title>Blocked</title></head>Support ID: ${1e9 + refused}</html>`);
    }),
  );
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  return { server, endpoint: projects };
}

function refusalOf(query: string, bytes: number): string | undefined {
  const { bytes: mostBytes = Infinity, aliases = Infinity, levels = Infinity, poison } = limits;
  const { counted, deepest } = shapeOf(query);
  if (bytes > mostBytes) return 'Request body is too large';
  if (counted > aliases) return `Aliases limit of ${aliases} exceeded, found ${counted}.`;
  if (deepest > levels) return `Query depth limit of ${levels} exceeded, found ${deepest}.`;
  return poison !== undefined && query.includes(`"${poison}"`) ? 'Not like this' : undefined;
}

/** As the usual protections count, which see a fragment as a level of its own. */
function shapeOf(query: string) {
  let counted = 0;
  let level = 0;
  let deepest = 0;
  const deeper = {
    enter: () => void (deepest = Math.max(deepest, ++level)),
    leave: () => void level--,
  };
  visit(parse(query), {
    Field: {
      enter({ alias }) {
        if (alias) counted++;
        deeper.enter();
      },
      leave: deeper.leave,
    },
    // What is spread stands two levels below.
    FragmentDefinition: { enter: () => void (level += 3), leave: () => void (level -= 3) },
    InlineFragment: deeper,
  });
  return { counted, deepest };
}

beforeEach(async () => {
  limits = { by: 413 };
  refused = 0;
  made = 0;
  ({ server, endpoint } = await start());
  await schemaSource(endpoint);
});
afterEach(async () => {
  clock?.restore();
  clock = undefined;
  await server.close();
});

const select = ['id', 'name', 'much', 'more', 'evenMore', 'theMost'].map((name) => field(name));
const read = async (id: string, at = endpoint, signal?: AbortSignal) =>
  await queryBatched(at, field('thing', { arguments: { id }, select }), { signal });
const ids = (count: number) => Array.from({ length: count }, (_, n) => `thing-${n}`);
const readAll = async (count: number, at = endpoint) =>
  await Promise.allSettled(ids(count).map(async (id) => await read(id, at)));
const idsIn = (results: Array<PromiseSettledResult<unknown>>) =>
  results.map((result) =>
    result.status === 'fulfilled' ? (result.value as { id: string }).id : result.reason,
  );

test('many that select alike carry the selection once', async () => {
  expect(idsIn(await readAll(100))).toEqual(ids(100));
  const { body } = server.received.at(-1) ?? { body: '' };
  expect(body.match(/evenMore/g)).toHaveLength(1);
  expect(Buffer.byteLength(body)).toBeLessThan(100 * 50);
});

test.each<Limits['by']>([400, 403, 406, 413, 414, 422, 'words', 'untold'])(
  'what an address takes is found out once, by %s',
  async (by) => {
    limits = { by, aliases: 15, bytes: 900 };
    expect(idsIn(await readAll(100))).toEqual(ids(100));
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(15);
    refused = 0;
    expect(idsIn(await readAll(100))).toEqual(ids(100));
    expect(refused).toBe(0);
  },
);

test('it is tried anew after a while, and no other address is kept to it', async () => {
  clock = new TestClock();
  limits = { by: 'words', aliases: 15 };
  const other = await start();
  try {
    await readAll(100);
    limits = { by: 413 };
    const sent = () => other.server.received.length + server.received.length;
    let before = sent();
    expect(idsIn(await readAll(100, other.endpoint))).toEqual(ids(100));
    // With the login.
    expect(sent() - before).toBe(2);
    before = sent();
    await readAll(100);
    expect(sent() - before).toBe(7);
    await clock.pass(REQUEST_LIMITS_KEPT_FOR_MS);
    before = sent();
    await readAll(100);
    expect(sent() - before).toBe(1);
  } finally {
    await other.server.close();
  }
});

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
  limits = { by: 403, bytes: 10 };
  const results = idsIn(await readAll(100));
  expect(results.every((result) => result instanceof Error)).toBe(true);
  expect(refused).toBe(3);
});

test('half-way, a cancel ends it', async () => {
  limits = { by: 'untold', aliases: 2 };
  const cancel = new AbortController();
  const reads = ids(100).map(async (id) => await read(id, endpoint, cancel.signal));
  const { received } = server;
  const push = received.push.bind(received);
  received.push = (...requests) => {
    if (received.length > 5) cancel.abort();
    return push(...requests);
  };
  const results = await Promise.allSettled(reads);
  expect(results.some(({ status }) => status === 'rejected')).toBe(true);
  expect(received.length).toBeLessThan(10);
});

const BOX = writtenFields('name versions { lid { knob { screw { thread { pitch } } } } }');
const readBox = async (id: string) =>
  await callRootField(endpoint, 'query', 'box', {
    arguments: { id },
    selection: { mode: 'supported', text: BOX },
  });
const box = (id: string) => ({
  name: `Box ${id}`,
  versions: [{ lid: { knob } }, { lid: { knob } }],
});

test.each<[number, Limits['by']]>([
  [7, 'words'],
  [6, 'words'],
  [6, 'untold'],
])('what lies deeper than %d levels is read level by level, by %s', async (levels, by) => {
  limits = { by, levels };
  expect(await readBox('b')).toEqual(box('b'));
  expect(refused).toBe(levels === 7 ? 0 : 1);
  refused = 0;
  expect(await readBox('c')).toEqual(box('c'));
  expect(refused).toBe(0);
});

test('what is gone when more of it is read is left out', async () => {
  limits = { by: 'words', levels: 6 };
  const { boxVersion } = rootValue;
  Object.assign(rootValue, {
    boxVersion: (given: { number: number }) => (given.number === 1 ? null : boxVersion(given)),
  });
  try {
    expect(await readBox('b')).toEqual({ name: 'Box b', versions: [{ lid: { knob } }] });
  } finally {
    Object.assign(rootValue, { boxVersion });
  }
});

const makeBox = async () =>
  await callRootField(endpoint, 'mutation', 'makeBox', {
    arguments: { name: 'b' },
    selection: { mode: 'supported', text: BOX },
  });

test('a change whose document is turned down for its depth is made once, and what lies deeper is read', async () => {
  limits = { by: 'words', levels: 6 };
  expect(await makeBox()).toEqual(box('b'));
  expect([made, refused]).toEqual([1, 1]);
  expect(await makeBox()).toEqual(box('b'));
  expect([made, refused]).toEqual([2, 1]);
});

test.each<Limits['by']>(['untold', 400, 403, 413, 500])(
  'a change that is refused by %s is not sent again',
  async (by) => {
    limits = { by, levels: 6 };
    await expect(makeBox()).rejects.toThrow();
    expect([made, refused]).toEqual([0, 1]);
  },
);

test('what a change has made and cannot be read is told as made', async () => {
  limits = { by: 'words', levels: 6, poison: 'b' };
  await expect(makeBox()).rejects.toThrow(/^"makeBox" was done, but the result could not be read/);
  expect(made).toBe(1);
});

test('what cannot be read with fewer levels fails in the platform’s words', async () => {
  limits = { by: 'words', levels: 3 };
  await expect(readBox('b')).rejects.toThrow('Query depth limit of 3 exceeded, found 7');
});

test('whatever the limits are, all is read, and the next time nothing is refused', async () => {
  const anyLimits = fc.record({
    bytes: fc.integer({ min: 400, max: 9_000 }),
    aliases: fc.integer({ min: 2, max: 100 }),
    levels: fc.integer({ min: 4, max: 8 }),
    by: fc.constantFrom<Limits['by']>(400, 403, 406, 413, 422, 'words', 'untold'),
  });
  await fc.assert(
    fc.asyncProperty(anyLimits, fc.integer({ min: 1, max: 130 }), async (given, count) => {
      const own = await start();
      try {
        limits = given;
        await schemaSource(own.endpoint);
        expect(idsIn(await readAll(count, own.endpoint))).toEqual(ids(count));
        refused = 0;
        expect(idsIn(await readAll(count, own.endpoint))).toEqual(ids(count));
        expect(refused).toBe(0);
      } finally {
        await own.server.close();
      }
    }),
    { numRuns: cases(200), seed: Number(process.env.SEED ?? 1) },
  );
});
