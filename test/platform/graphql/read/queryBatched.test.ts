import { field } from '../../../../platform/graphql/document/document';
import { queryBatched } from '../../../../platform/graphql/read/queryBatched';
import type { CallOptions, GraphqlEndpoint } from '../../../../platform/graphql/send/endpoint';
import { Platform } from '../../../../platform/connection/platform';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../../support/rawServer';

type Answer = { data?: Record<string, unknown> | null; errors?: unknown[] };

let server: RawServer;
let endpoint: GraphqlEndpoint;
/** By the aliases that a request asks for. */
let answerTo: (aliases: string[]) => { status?: number; body: Answer };
beforeEach(async () => {
  server = await startRawServer(
    withLogin(({ body }, response) => {
      const { query } = JSON.parse(body) as { query: string };
      const aliases = [...query.matchAll(/(\w+): thing/g)].map(([, alias]) => String(alias));
      const { status, body: answer } = answerTo(aliases.length > 0 ? aliases : ['thing']);
      sendJson(response, answer, status);
    }),
  );
  endpoint = Platform.connect(credentialFor(server.baseUrl)).projects;
});
afterEach(() => server.close());

const requests = () => server.received.filter(({ path }) => path.endsWith('/graphql')).length;
const read = async (options?: CallOptions) =>
  await queryBatched(endpoint, field('thing', { select: [field('id')] }), options);
const readMany = async (amount: number, options?: CallOptions) =>
  await Promise.allSettled(Array.from({ length: amount }, async () => await read(options)));

const thing = (alias: string) => [alias, { id: alias }];
const refused = (alias: string) => ({ message: `No rights for ${alias}`, path: [alias] });
const things = (aliases: string[], but: string[] = []) =>
  Object.fromEntries(aliases.map((alias) => (but.includes(alias) ? [alias, null] : thing(alias))));

const fulfilled = (results: Array<PromiseSettledResult<unknown>>) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
const messages = (results: Array<PromiseSettledResult<unknown>>) =>
  results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  );

test('250 reads of one moment are three requests, and each gets its own result', async () => {
  answerTo = (aliases) => ({ body: { data: things(aliases) } });
  const results = fulfilled(await readMany(250));
  const ids = Array.from({ length: 250 }, (_, n) => ({ id: `item${n % 100}` }));
  expect(results).toEqual(ids);
  expect(requests()).toBe(3);
});

test('a single read is asked for by its own name', async () => {
  answerTo = (aliases) => ({ body: { data: things(aliases) } });
  expect(await read()).toEqual({ id: 'thing' });
  expect(server.received.at(-1)?.body).not.toContain('item0');
});

test('one that fails fails in its own words; the others have their results', async () => {
  answerTo = (aliases) => ({
    body: { data: things(aliases, ['item1']), errors: [refused('item1')] },
  });
  const results = await readMany(3);
  expect(fulfilled(results)).toEqual([{ id: 'item0' }, undefined, { id: 'item2' }]);
  expect(messages(results)).toEqual([expect.stringContaining('No rights for item1')]);
  expect(requests()).toBe(1);
});

test('one that does not fit the schema leaves the others of its request alone', async () => {
  answerTo = (aliases) =>
    server.received.at(-1)?.body.includes('wrong')
      ? { body: { errors: [{ message: 'Cannot query field "wrong" on type "Thing".' }] } }
      : { body: { data: things(aliases) } };
  const wrong = queryBatched(endpoint, field('thing', { select: [field('wrong')] }));
  const [results, refusal] = await Promise.all([readMany(2), wrong.catch((error: Error) => error)]);
  expect(fulfilled(results)).toEqual([{ id: 'item0' }, { id: 'item1' }]);
  expect(refusal).toMatchObject({ message: expect.stringContaining('"wrong"') });
  // All of them, then those of each kind.
  expect(requests()).toBe(3);
});

test('what a response leaves out is asked for again, together', async () => {
  answerTo = (aliases) =>
    aliases.length === 3
      ? { body: { data: things(aliases.slice(0, 1)), errors: [{ message: 'Cut short' }] } }
      : { body: { data: things(aliases) } };
  expect(fulfilled(await readMany(3))).toEqual([{ id: 'item0' }, { id: 'item0' }, { id: 'item1' }]);
  expect(requests()).toBe(2);
});

test('a response without a value that names none is refused for all of them', async () => {
  answerTo = (aliases) => ({
    body: { data: things(aliases, aliases), errors: [{ message: 'Cut short' }] },
  });
  expect(messages(await readMany(50))).toHaveLength(50);
  expect(requests()).toBe(3);
});

test('those who can be cancelled apart do not share a request', async () => {
  answerTo = (aliases) => ({ body: { data: things(aliases) } });
  const cancelled = new AbortController();
  const [first, second] = [readMany(2, { signal: cancelled.signal }), readMany(2)];
  cancelled.abort();
  expect(messages(await first)).toHaveLength(2);
  expect(fulfilled(await second)).toEqual([{ id: 'item0' }, { id: 'item1' }]);
});
