import { Kind } from 'graphql';
import { Platform } from '../../../../platform/connection/platform';
import { buildField } from '../../../../platform/graphql/document/document';
import { queryBatched } from '../../../../platform/graphql/read/queryBatched';
import { readObject } from '../../../../platform/graphql/read/result';
import type { CallOptions, GraphqlEndpoint } from '../../../../platform/graphql/send/endpoint';
import { startRawPlatform, type RawPlatform } from '../../../support/rawPlatform';
import { credentialFor, sendJson, startRawServer } from '../../../support/rawServer';
import { untilTestEnds } from '../../../support/untilTestEnds';

type Answer = { data?: Record<string, unknown> | null; errors?: unknown[] };

let server: RawPlatform;
let endpoint: GraphqlEndpoint;
/** By the aliases that a request asks for. */
let answerTo: (aliases: string[]) => Answer;
beforeEach(async () => {
  server = await startRawPlatform(({ query }, response) => {
    const aliases = [...query.matchAll(/(\w+): thing/g)].map(([, alias]) => String(alias));
    sendJson(response, answerTo(aliases.length > 0 ? aliases : ['thing']));
  });
  endpoint = server.connect().projects;
});

const requests = () => server.received.filter(({ path }) => path.endsWith('/graphql')).length;
const read = async (options?: CallOptions) =>
  await queryBatched(endpoint, buildField('thing', { select: [buildField('id')] }), options);
const readMany = async (amount: number, options?: CallOptions) =>
  await Promise.allSettled(Array.from({ length: amount }, async () => await read(options)));

const things = (aliases: string[], but?: string) => {
  const thing = (id: string) => [id, id === but ? null : { id }] as const;
  return { data: Object.fromEntries(aliases.map(thing)) };
};

const fulfilled = (results: Array<PromiseSettledResult<unknown>>) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
const messages = (results: Array<PromiseSettledResult<unknown>>) =>
  results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  );

test('250 reads of one moment are three requests, and each gets its own result', async () => {
  answerTo = (aliases) => things(aliases);
  const results = fulfilled(await readMany(250));
  const ids = Array.from({ length: 250 }, (_, n) => ({ id: `item${n % 100}` }));
  expect(results).toEqual(ids);
  expect(requests()).toBe(3);
});

test.each([1, 3])(
  'fields of members get their names back, in %i reads of one moment',
  async (count) => {
    const alias = { kind: Kind.NAME, value: 'name__of__Job' } as const;
    const select = [{ ...buildField('name'), alias }];
    const answer = (name: string) => [name, { name__of__Job: 'text' }] as const;
    answerTo = (aliases) => ({ data: Object.fromEntries(aliases.map(answer)) });
    const reads = Array.from({ length: count }, () =>
      queryBatched(endpoint, buildField('thing', { select })),
    );
    expect(await Promise.all(reads)).toEqual(reads.map(() => ({ name: 'text' })));
  },
);

test('a single read is asked for by its own name', async () => {
  answerTo = (aliases) => things(aliases);
  expect(await read()).toEqual({ id: 'thing' });
  expect(server.received.at(-1)?.body).not.toContain('item0');
});

test('one that fails fails in its own words; the others have their results', async () => {
  const errors = [{ message: 'No rights for item1', path: ['item1'] }];
  answerTo = (aliases) => ({ ...things(aliases, 'item1'), errors });
  const results = await readMany(3);
  expect(fulfilled(results)).toEqual([{ id: 'item0' }, undefined, { id: 'item2' }]);
  expect(messages(results)).toEqual([expect.stringContaining('No rights for item1')]);
  expect(requests()).toBe(1);
});

test('one that does not fit the schema leaves the others of its request alone', async () => {
  answerTo = (aliases) =>
    server.received.at(-1)?.body.includes('wrong')
      ? { errors: [{ message: 'Cannot query field "wrong" on type "Thing".' }] }
      : things(aliases);
  const wrong = queryBatched(endpoint, buildField('thing', { select: [buildField('wrong')] }));
  const [results, refusal] = await Promise.all([readMany(2), wrong.catch((error: Error) => error)]);
  expect(fulfilled(results)).toEqual([{ id: 'item0' }, { id: 'item1' }]);
  expect(refusal).toMatchObject({ message: expect.stringContaining('"wrong"') });
  // All of them, then those of each kind.
  expect(requests()).toBe(3);
});

test('what a response leaves out is asked for again, together', async () => {
  answerTo = (aliases) =>
    aliases.length === 3
      ? { ...things(aliases.slice(0, 1)), errors: [{ message: 'Cut short' }] }
      : things(aliases);
  expect(fulfilled(await readMany(3))).toEqual([{ id: 'item0' }, { id: 'item0' }, { id: 'item1' }]);
  expect(requests()).toBe(2);
});

test('a response without a value that names none is refused for all of them', async () => {
  answerTo = (aliases) => ({
    data: Object.fromEntries(aliases.map((alias) => [alias, null])),
    errors: [{ message: 'Cut short' }],
  });
  expect(messages(await readMany(50))).toHaveLength(50);
  expect(requests()).toBe(3);
});

test('a login that is refused is tried once for all of them', async () => {
  const refusing = await untilTestEnds(
    startRawServer((_request, response) => sendJson(response, { message: 'No' }, 403)),
  );
  endpoint = Platform.connect(credentialFor(refusing.baseUrl)).projects;
  expect(messages(await readMany(50))).toHaveLength(50);
  expect(refusing.received).toHaveLength(1);
});

test('those who can be cancelled apart do not share a request', async () => {
  answerTo = (aliases) => things(aliases);
  const cancelled = new AbortController();
  const [first, second] = [readMany(2, { signal: cancelled.signal }), readMany(2)];
  cancelled.abort();
  expect(messages(await first)).toHaveLength(2);
  expect(fulfilled(await second)).toEqual([{ id: 'item0' }, { id: 'item1' }]);
});

test.each([
  [{}, 'nothing', 'NOT_FOUND'],
  [{ job: 'text' }, 'a string', undefined],
  [{ job: [] }, 'a list', undefined],
])('%j in the place of an object is said as %s', (data, what, code) => {
  const read = () => readObject(data, 'job');
  expect(read).toThrow(
    expect.objectContaining({ message: `The platform returned ${what} for "job"`, code }),
  );
});
