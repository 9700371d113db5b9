import { buildSchema, graphql, printSchema, type GraphQLSchema } from 'graphql';
import { JOB_RUNS } from '../../../platform/runs/kinds';
import { readOlderRuns, readUnseenRuns } from '../../../platform/watch/runs/olderRuns';
import { pollRunEvents } from '../../../platform/watch/runs/pollRunEvents';
import type { RunsState } from '../../../platform/watch/runs/runsState';
import { RECENT } from '../../support/generationSchemas';
import { uuid } from '../../support/ids';
import { startRawPlatform } from '../../support/rawPlatform';
import { sendJson } from '../../support/rawServer';

const JOB = uuid(1);
const START = Date.parse('2026-11-23T08:00:00Z');
const SECOND_MS = 1_000;
/** So many runs of each job are in the list of jobs. */
const LISTED = 5;

interface Page {
  limit?: number;
  skip?: number;
}

/** The numbers of a job's runs, newest first. */
type Numbers = number[];

const upTo = (last: number): Numbers => Array.from({ length: last }, (_, n) => last - n);

/**
 * A platform with one job. What a page of 100 runs or more changes is seen by the next one.
 * @param pages how many of these a poll has time for
 */
async function polledPlatform(
  schema: GraphQLSchema,
  change: (numbers: Numbers) => Numbers,
  pages: number,
) {
  const job = { numbers: upTo(3), pages: 0, requested: 0 };
  let time = new AbortController();
  const instances = ({ limit = Infinity, skip = 0 }: Page) => {
    const returned = job.numbers.slice(skip, skip + limit);
    job.requested += limit < 100 ? 0 : returned.length;
    if (limit >= 100) job.numbers = change(job.numbers);
    if (limit >= 100 && ++job.pages % pages === 0) time.abort();
    return returned.map((number) => {
      const startTime = new Date(START + number * SECOND_MS).toISOString();
      const currentStatus = { status: 'SUCCEEDED', recordAt: startTime };
      const history = { currentStatus };
      return { id: uuid(number), number, history, startTime, endTime: startTime };
    });
  };
  const rootValue = {
    job: () => ({ id: JOB, name: 'Import', project: { id: uuid(2), name: 'Retail' }, instances }),
  };
  const platform = await startRawPlatform(({ query }, response) => {
    void graphql({ schema, source: query, rootValue }).then((found) => sendJson(response, found));
  });
  const { projects } = platform.connect();
  let state: RunsState | undefined;
  const watch = { kind: JOB_RUNS, projectId: undefined, ids: [JOB] };
  const poll = async () => {
    time = new AbortController();
    const polled = await pollRunEvents(projects, watch, state, { noPageAfter: time.signal });
    ({ state } = polled);
    const ends = polled.events.filter(({ event }) => event === 'runSucceeded');
    return { ends: ends.map(({ run }) => run.number), isUnfinished: polled.unfinished.length > 0 };
  };
  await poll();
  return { job, poll };
}

const same = (numbers: Numbers): Numbers => numbers;
/** 300 runs begin while the first pages are read. */
const growing =
  (by: number) =>
  (numbers: Numbers): Numbers => {
    const newest = numbers[0] ?? 0;
    return newest >= 1_000 ? numbers : [...upTo(newest + by).slice(0, by), ...numbers];
  };
const withoutEven = (numbers: Numbers): Numbers => numbers.filter((n) => n % 2 === 1 || n > 600);

const withInstances = (field: string) =>
  buildSchema(printSchema(RECENT).replace(/instances\([^)]*\)/g, field));

describe.each([
  ['pages', RECENT],
  ['a limit alone', withInstances('instances(limit: Int)')],
] as const)('on a platform that takes %s, a poll with little time', (_name, schema) => {
  test.each<[string, number, (numbers: Numbers) => Numbers, Numbers]>([
    ['of as many new runs as the list shows', 3, same, upTo(3 + LISTED)],
    ['of few new runs', 3, same, upTo(9)],
    ['of some pages of new runs', 3, same, upTo(700)],
    ['of one page in each poll', 1, same, upTo(700)],
    ['while one run begins for each page', 2, growing(1), upTo(700)],
    ['while many runs begin for each page', 2, growing(40), upTo(700)],
    ['while more than a page begins for each page', 2, growing(120), upTo(700)],
    ['while runs are deleted', 2, withoutEven, upTo(700)],
    ['of which most are gone', 2, same, [5_000, ...upTo(600)]],
    ['of which no known one is left', 2, same, upTo(700).slice(0, 600)],
  ])('%s returns each run once, in order', async (_case, pages, change, numbers) => {
    const { job, poll } = await polledPlatform(schema, change, pages);
    job.numbers = numbers;
    const seen: Array<number | undefined> = [];
    for (let polls = 0, isUnfinished = true; isUnfinished; polls++) {
      const { ends, ...polled } = await poll();
      expect([ends.length > 0, polls < 30]).toEqual([true, true]);
      seen.push(...ends);
      isUnfinished = polled.isUnfinished;
    }
    seen.push(...(await poll()).ends);
    const late = job.numbers.filter((number) => number > (numbers[0] ?? 0));
    const expected = [...late, ...numbers].filter((number) => number > 3).sort((a, b) => a - b);
    const deleted = numbers.filter((number) => !job.numbers.includes(number));
    expect(seen.filter((n) => !deleted.includes(n ?? 0))).toEqual(
      expected.filter((n) => !deleted.includes(n)),
    );
    expect(new Set(seen).size).toBe(seen.length);
    // Beside a platform that returns the newest runs again, each is read about once.
    const pagesOfNew = Math.ceil((expected.length - LISTED) / 100);
    if (schema === RECENT) expect(job.requested).toBeLessThanOrEqual(300 * pagesOfNew);
  });
});

test('a job that was deleted while its older runs are read is left to the next poll', async () => {
  const platform = await startRawPlatform(({ query }, response) => {
    void graphql({ schema: RECENT, source: query, rootValue: { job: null } }).then((found) =>
      sendJson(response, found),
    );
  });
  const { projects } = platform.connect();
  const job = { id: JOB, name: 'Import', runs: [], listed: 0, oldestNumber: 9, hasMore: true };
  const left = { parents: [job], unfinished: [JOB] };
  expect(await readOlderRuns(projects, JOB_RUNS, [job], () => true, {})).toEqual(left);
  expect(await readUnseenRuns(projects, JOB_RUNS, [job], () => 3, {})).toEqual(left);
});
