import { buildSchema, graphql, printSchema, type GraphQLSchema } from 'graphql';
import { readPastRuns } from '../../../../platform/runs/read/pastRuns';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const MINUTE_MS = 60_000;

interface Page {
  limit?: number;
  skip?: number;
}

/** A platform whose jobs have so many runs, one a minute, and that may go on having new ones. */
async function platformOf(
  schema: GraphQLSchema,
  countOf: (id: string) => number | undefined,
  options: { newRuns?: number } = {},
) {
  const asked: Page[] = [];
  let born = 0;
  const runsOf = (id: string, count: number) => ({
    id,
    instances: (page: Page) => {
      asked.push(page);
      const { limit = Infinity, skip = 0 } = page;
      const newest = -born;
      born += options.newRuns ?? 0;
      const length = Math.max(0, Math.min(limit, count - newest - skip));
      return Array.from({ length }, (_, index) => {
        const number = newest + skip + index;
        const startTime = new Date(NOW - number * MINUTE_MS).toISOString();
        const id = uuid(500_000 + number);
        return { id, number: 1, status: 'SUCCEEDED', startTime, endTime: startTime };
      });
    },
  });
  const rootValue = {
    job: ({ id }: { id: string }) => {
      const count = countOf(id);
      return count === undefined ? null : runsOf(id, count);
    },
  };
  let requests = 0;
  const queries: string[] = [];
  const platform = await startRawPlatform(({ query }, response) => {
    if (!query.includes('__schema')) requests++;
    queries.push(query);
    void graphql({ schema, source: query, rootValue }).then((found) => sendJson(response, found));
  });
  const { projects } = platform.connect();
  const read = async (ids: readonly string[], sinceMinutes: number) => {
    const sinceMs = NOW - sinceMinutes * MINUTE_MS;
    return await readPastRuns(
      projects,
      { kind: JOB_RUNS, ids, sinceMs },
      (_id, { runs, isCut }) => ({
        isCut,
        since: runs.filter(({ beginMs }) => beginMs >= sinceMs).length,
        ids: new Set(runs.map(({ id }) => id)).size,
        count: runs.length,
        isSorted: runs.every((run, n) => n === 0 || run.beginMs <= (runs[n - 1]?.beginMs ?? 0)),
      }),
    );
  };
  return { read, asked, queries, requests: () => requests };
}

const withInstances = (field: string) =>
  buildSchema(printSchema(RECENT).replace(/instances\([^)]*\)/g, field));

describe.each([
  ['pages', RECENT],
  ['a limit alone', withInstances('instances(limit: Int)')],
  ['neither', withInstances('instances')],
] as const)('a platform that takes %s', (_name, schema) => {
  test('counts all runs of jobs of any number of them', async () => {
    const counts = [0, 24, 25, 26, 249, 250, 251, 4_000];
    const { read } = await platformOf(schema, (id) => counts[Number(id.slice(-2))]);
    const found = await read(
      counts.map((_count, n) => uuid(n)),
      100_000,
    );
    for (const [n, count] of counts.entries()) {
      const all = { since: count, count, ids: count, isCut: false, isSorted: true };
      expect(found.get(uuid(n))).toEqual(all);
    }
  });

  test('is not asked for more than the time that is wanted', async () => {
    const { read, asked } = await platformOf(schema, () => 9_000);
    const found = (await read([uuid(1)], 100)).get(uuid(1));
    expect(found).toMatchObject({ since: 101, isCut: false });
    const most = Math.max(0, ...asked.map(({ limit = 0 }) => limit));
    expect(most).toBeLessThanOrEqual(250);
  });

  test('may lack some of the jobs', async () => {
    const { read } = await platformOf(schema, (id) => (id === uuid(2) ? undefined : 30));
    const found = await read([uuid(1), uuid(2), uuid(3)], 100_000);
    expect([...found.keys()].sort()).toEqual([uuid(1), uuid(3)]);
  });
});

test('runs that begin meanwhile push none of the others out, and none comes twice', async () => {
  const { read } = await platformOf(RECENT, () => 1_500, { newRuns: 7 });
  const found = (await read([uuid(1)], 1_400)).get(uuid(1));
  expect(found?.ids).toBe(found?.count);
  expect(found?.since).toBeGreaterThanOrEqual(1_401);
});

test('a hundred jobs share a request, whatever number of runs each has', async () => {
  const ids = Array.from({ length: 250 }, (_, n) => uuid(n));
  const { read, requests, queries } = await platformOf(RECENT, (id) => Number(id.slice(-3)));
  const found = await read(ids, 100_000);
  expect([...found].map(([id, { count }]) => [id, count]).sort()).toEqual(
    ids.map((id) => [id, Number(id.slice(-3))]),
  );
  expect(requests()).toBeLessThanOrEqual(7);
  // Texts of any length would make a response of 22,500 runs too large.
  const ofRuns = queries.filter((query) => query.includes('instances')).at(-1);
  expect(ofRuns).toContain('recordAt');
  expect(ofRuns).not.toMatch(/\b(details|reason|runTrigger)\b/);
});
