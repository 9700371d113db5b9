// First, before the client is loaded.
import './fewRuns';
import { introspectionFromSchema } from 'graphql';
import { listWatchedFiles, MAX_WATCHED_FILES } from '../../platform/confFiles/watchedFolder';
import { MAX_ATTEMPTS, MAX_SLOW_ATTEMPTS, SLOW_ATTEMPT_MS } from '../../platform/http/sending';
import { Cluster } from '../../platform/cluster/cluster';
import { JOB_RUNS } from '../../platform/runs/kinds';
import { listRuns, MAX_RUNS } from '../../platform/runs/read/listRuns';
import { readPastRuns } from '../../platform/runs/read/pastRuns';
import { MAX_PAST_RUNS, MAX_PAST_RUNS_OF_ONE } from '../../platform/runs/read/pastRunBounds';
import { RECENT } from '../support/generationSchemas';
import { uuid } from '../support/ids';
import { failureOf } from '../support/failureOf';
import { startRawPlatform } from '../support/rawPlatform';
import { sendJson, startRawServer, type Behaviour } from '../support/rawServer';
import { untilTestEnds } from '../support/untilTestEnds';

const startCluster = async (behave: Behaviour) => {
  const { baseUrl, received } = await untilTestEnds(startRawServer(behave));
  return { received, cluster: Cluster.connect({ apiServer: baseUrl, token: 'a-token' }) };
};

test.each([
  ['a failure that is long in coming is met twice, and no more', 0, MAX_SLOW_ATTEMPTS],
  ['one that comes sooner is met four times', -1, MAX_ATTEMPTS],
])('%s', async (_name, moreMs, attempts) => {
  // As the API server of a cluster whose database does not answer.
  const message = 'Timeout: request did not complete within requested timeout';
  let nowMs = Date.now();
  const { cluster, received } = await startCluster((_request, response) => {
    nowMs += SLOW_ATTEMPT_MS + moreMs;
    sendJson(response, { kind: 'Status', reason: 'Timeout', message, code: 504 }, 504);
  });
  const time = jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  const error = await failureOf(cluster.testConnection());
  time.mockRestore();
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
  expect(received).toHaveLength(attempts);
});

test('a list from the cluster without a last page is not used, and ends after 100 pages', async () => {
  const { cluster, received } = await startCluster((_request, response) =>
    sendJson(response, { items: [], metadata: { continue: 'a page' } }),
  );
  await expect(cluster.listNodes()).rejects.toThrow(
    'The cluster did not list its nodes: the list did not end after 0 entries',
  );
  expect(received).toHaveLength(100);
  const nodes = '/api/v1/nodes?limit=500';
  expect(received.slice(0, 2).map(({ path }) => path)).toEqual([
    nodes,
    `${nodes}&continue=a%20page`,
  ]);
});

test('a list from the cluster that is too slow is not used', async () => {
  let nowMs = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  const { cluster, received } = await startCluster((_request, response) => {
    nowMs += 4 * 60_000;
    sendJson(response, { items: [{ metadata: { name: 'a' } }], metadata: { continue: 'more' } });
  });
  await expect(cluster.listNodes()).rejects.toThrow('the list did not end after 2 entries');
  jest.restoreAllMocks();
  expect(received).toHaveLength(2);
});

test('a page of a list that the cluster no longer has says to try again', async () => {
  const { cluster } = await startCluster(({ path }, response) => {
    const expired = { kind: 'Status', reason: 'Expired', message: 'too old', code: 410 };
    if (path.includes('continue')) sendJson(response, expired, 410);
    else sendJson(response, { items: [], metadata: { continue: 'more' } });
  });
  await expect(cluster.listNodes()).rejects.toMatchObject({
    hint: expect.stringMatching(/^Run the node again/),
    sends: 1,
  });
});

test.each([0, 1])(
  'a trigger watches as many files as it can remember, and %d more',
  async (more) => {
    const count = MAX_WATCHED_FILES + more;
    const fileOf = (name: string) => ({ path: `/${name}`, name, type: 'file' as const });
    const files = Array.from({ length: count }, (_file, index) => fileOf(`f${index}`));
    const service = { list: async () => await Promise.resolve(files) };
    const watched = listWatchedFiles(service as never, { path: '/', recursive: false });
    if (more === 0) expect(await watched).toHaveLength(count);
    else await expect(watched).rejects.toThrow(`can watch only ${MAX_WATCHED_FILES}`);
  },
);

/** Of each job, as many runs as are requested. */
async function startEndless() {
  const runs = (query: string) => {
    const [, limit = '0'] = /limit:\s*(\d+)/.exec(query) ?? [];
    const [, skip = '0'] = /skip:\s*(\d+)/.exec(query) ?? [];
    return Array.from({ length: Number(limit) }, (_run, index) => ({
      id: uuid(Number(skip) + index),
      status: 'SUCCEEDED',
      startTime: Date.now() - Number(skip) - index,
    }));
  };
  const introspection = introspectionFromSchema(RECENT);
  const { connect } = await startRawPlatform(({ query }, response) => {
    if (query.includes('__schema')) return sendJson(response, { data: introspection });
    const aliases = [...query.matchAll(/(item\d+)\s*:\s*job/g)].map(([, alias]) => alias ?? '');
    const job = { id: uuid(1), instances: runs(query) };
    const names = aliases.length > 0 ? aliases : ['job'];
    sendJson(response, { data: Object.fromEntries(names.map((name) => [name, job])) });
  });
  return connect().projects;
}

test('a job with runs without an end gives the newest ones, and each once', async () => {
  const projects = await startEndless();
  const runs = await listRuns(projects, JOB_RUNS, uuid(1), Number.MAX_SAFE_INTEGER);
  expect(runs).toHaveLength(MAX_RUNS);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(MAX_RUNS);
}, 120_000);

test('a report reads so many runs of one job, and so many of all, of a platform that has them without an end', async () => {
  const projects = await startEndless();
  const ids = Array.from({ length: 80 }, (_, index) => uuid(index));
  const wanted = { kind: JOB_RUNS, ids, sinceMs: 0 };
  const read = await readPastRuns(projects, wanted, (_id, { runs, isCut }) => {
    expect(isCut).toBe(true);
    return runs.length;
  });
  const counts = [...read.values()];
  expect(counts).toHaveLength(80);
  expect(Math.max(...counts)).toBe(MAX_PAST_RUNS_OF_ONE);
  const all = counts.reduce((sum, runs) => sum + runs, 0);
  // Requests in flight when the bound is reached still count.
  expect(all).toBeGreaterThanOrEqual(MAX_PAST_RUNS);
  expect(all).toBeLessThan(2 * MAX_PAST_RUNS);
}, 120_000);
