import { introspectionFromSchema } from 'graphql';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Platform } from '../../../platform/platform';
import { JOB_RUNS } from '../../../platform/runs/kinds';
import { RunWatcher } from '../../../platform/runs/waiting';
import { jobInstance, RECENT, uuid } from '../../nodes/Projects/runs/generations';
import { credentialFor, sendJson, startRawServer, withLogin } from '../../support/rawServer';

/** How long a refusal has to last in these tests. */
const patience = { refusalMs: 3_000, unknownMs: 1_000 };

type Answer = (runIds: string[], response: ServerResponse) => void;

let server: Awaited<ReturnType<typeof startRawServer>>;
let looks: string[][];
afterEach(() => server.close());

/** A watcher of a platform that answers each look as `answer` says; the last one again and again. */
async function watching(
  answers: Answer[],
  { pollIntervalMs = 200, signal = undefined as AbortSignal | undefined } = {},
) {
  looks = [];
  server = await startRawServer(
    withLogin(({ body }, response) => {
      if (body.includes('__schema'))
        return sendJson(response, { data: introspectionFromSchema(RECENT) });
      const runIds = [...body.matchAll(/jobInstance\(id: \\"([^"\\]+)/g)].map(([, id]) => id ?? '');
      looks.push(runIds);
      const answer = answers[Math.min(looks.length, answers.length) - 1];
      answer?.(runIds, response);
    }),
  );
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  return new RunWatcher(projects, JOB_RUNS, { pollIntervalMs, patience, signal });
}

const told =
  (status: string): Answer =>
  (runIds, response) =>
    sendJson(response, {
      data: Object.fromEntries(
        runIds.map((id, n) => [`run${n}`, jobInstance(Number(id.slice(-6)), { status })]),
      ),
    });
const httpStatus =
  (status: number): Answer =>
  (_runIds, response) => {
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1/login' } : {});
    response.end('<html><title>No</title></html>');
  };
const refused: Answer = (_runIds, response) =>
  sendJson(response, { errors: [{ message: 'Not allowed' }] });
const nothing: Answer = (runIds, response) =>
  sendJson(response, { data: Object.fromEntries(runIds.map((_id, n) => [`run${n}`, null])) });
const silence: Answer = () => undefined;

async function timed<T>(work: Promise<T>) {
  const start = Date.now();
  const outcome = await work.catch((error: unknown) => error as Error);
  return { outcome, ms: Date.now() - start };
}

describe.each([1, 100])('%i runs', (count) => {
  const ids = Array.from({ length: count }, (_, n) => uuid(n + 1));

  test.each([
    ['403', httpStatus(403)],
    ['404', httpStatus(404)],
    ['a redirect', httpStatus(302)],
    ['a GraphQL error', refused],
    ['nothing in the place of the run', nothing],
  ])('%s at one look ends no wait', async (_name, answer) => {
    const watcher = await watching([told('RUNNING'), answer, told('SUCCEEDED')]);
    const waits = await Promise.all(ids.map((id) => watcher.end(id, 20_000)));
    expect(waits.map((wait) => wait.run?.status)).toEqual(ids.map(() => 'SUCCEEDED'));
  });

  test('a refusal that lasts ends the wait and names the run', async () => {
    const watcher = await watching([told('RUNNING'), refused]);
    const { outcome, ms } = await timed(watcher.end(ids[0] ?? '', 60_000));
    expect(outcome).toMatchObject({
      name: 'RunOutOfSightError',
      message: expect.stringContaining(`run ${ids[0]} cannot be waited for`),
      hint: expect.stringContaining('It was RUNNING when it was last seen.'),
    });
    expect(ms).toBeGreaterThan(patience.refusalMs);
  });
});

test('a general refusal costs few requests, whatever the number of runs', async () => {
  const watcher = await watching([refused]);
  const waits = Array.from({ length: 100 }, (_, n) => watcher.end(uuid(n + 1), 2_000));
  await Promise.all(waits);
  // Three requests a look, and at most one look each 200 ms; each run alone would be 100 requests a look.
  expect(looks.length).toBeLessThanOrEqual(30);
});

test('one run that the platform refuses leaves the other 99 alone', async () => {
  const bad = uuid(50);
  const watcher = await watching([
    (runIds, response) =>
      runIds.includes(bad) ? refused(runIds, response) : told('SUCCEEDED')(runIds, response),
  ]);
  const outcomes = await Promise.all(
    Array.from(
      { length: 100 },
      async (_, n) => (await timed(watcher.end(uuid(n + 1), 20_000))).outcome,
    ),
  );
  const failed = outcomes.filter((outcome) => outcome instanceof Error);
  expect(failed).toEqual([expect.objectContaining({ message: expect.stringContaining(bad) })]);
});

test('a run that somebody named and the platform does not know is told soon', async () => {
  const watcher = await watching([nothing]);
  const { outcome, ms } = await timed(watcher.end(uuid(1), 60_000, { exists: false }));
  expect(outcome).toBeInstanceOf(Error);
  expect(ms).toBeLessThan(6_000);
  expect(looks.length).toBeGreaterThan(1);
});

test('a wait keeps its time while the platform hangs', async () => {
  const watcher = await watching([silence]);
  const { outcome, ms } = await timed(watcher.end(uuid(1), 1_500));
  expect(outcome).toMatchObject({ ended: false });
  expect(ms).toBeLessThan(2_000);
});

test('a wait keeps its time beside one whose look under way hangs', async () => {
  const watcher = await watching([silence]);
  const long = watcher.end(uuid(1), 4_000);
  await pause(1_500);
  const { ms } = await timed(watcher.end(uuid(2), 1_000));
  expect(ms).toBeLessThan(1_500);
  await long;
});

test('a wait keeps its time, and is looked at, beside one with a long interval', async () => {
  const watcher = await watching([told('RUNNING')], { pollIntervalMs: 3_600_000 });
  const long = watcher.end(uuid(1), 5_000);
  await pause(1_500);
  const { outcome, ms } = await timed(watcher.end(uuid(2), 1_500));
  expect(outcome).toMatchObject({ ended: false, run: { status: 'RUNNING' } });
  expect(ms).toBeLessThan(2_000);
  await long;
});

test('a cancel ends all waits at once, while a look hangs', async () => {
  const cancel = new AbortController();
  const watcher = await watching([silence], { signal: cancel.signal });
  const waits = Array.from({ length: 100 }, (_, n) => timed(watcher.end(uuid(n + 1), 60_000)));
  await pause(1_300);
  const cancelledAt = Date.now();
  cancel.abort();
  const outcomes = (await Promise.all(waits)).map(({ outcome }) => outcome);
  expect(Date.now() - cancelledAt).toBeLessThan(200);
  expect(outcomes.every((outcome) => (outcome as Error).name === 'CancelledError')).toBe(true);
});

test('an endless timeout does not make the timer run wild', async () => {
  const cancel = new AbortController();
  const { signal } = cancel;
  const watcher = await watching([told('RUNNING')], { pollIntervalMs: 10_000_000_000, signal });
  const endless = timed(watcher.end(uuid(1), 10_000_000_000_000));
  await pause(2_500);
  cancel.abort();
  await endless;
  expect(looks).toHaveLength(1);
});

test('each run more that is waited for sets no timer of its own', async () => {
  const cancel = new AbortController();
  const watcher = await watching([told('RUNNING')], { signal: cancel.signal });
  const timers = jest.spyOn(globalThis, 'setTimeout');
  try {
    const waits = Array.from({ length: 20_000 }, (_, n) => watcher.end(uuid(n), 60_000));
    expect(timers.mock.calls.length).toBeLessThan(10);
    cancel.abort();
    const outcomes = await Promise.allSettled(waits);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  } finally {
    timers.mockRestore();
  }
});

describe('executions of one process that wait with one login', () => {
  const watchersOf = async (count: number, answer: Answer, pollIntervalMs: number) => {
    const first = await watching([answer], { pollIntervalMs });
    const others = Array.from({ length: count - 1 }, () => {
      // Each execution connects anew, with the same credential.
      const { projects } = Platform.connect(credentialFor(server.baseUrl));
      return new RunWatcher(projects, JOB_RUNS, { pollIntervalMs, patience });
    });
    return [first, ...others];
  };

  test('300 of them are looked at together, 100 in a request', async () => {
    const endsAt = Date.now() + 5_000;
    const answer: Answer = (runIds, response) =>
      told(Date.now() < endsAt ? 'RUNNING' : 'SUCCEEDED')(runIds, response);
    const watchers = await watchersOf(300, answer, 1_000);
    const waits = watchers.map(async (watcher, n) => {
      await pause(n * 10);
      return await watcher.end(uuid(n + 1), 30_000);
    });
    const ended = await Promise.all(waits);
    expect(ended.every((wait) => wait.ended)).toBe(true);
    // Six looks of three requests, and two more where the moments fall badly.
    expect(looks.length).toBeLessThanOrEqual(24);
    expect(Math.max(...looks.map((runIds) => runIds.length))).toBe(100);
  });

  test('who is cancelled leaves, and the others go on', async () => {
    const cancel = new AbortController();
    const first = await watching([told('RUNNING'), told('RUNNING'), told('SUCCEEDED')], {
      signal: cancel.signal,
    });
    const { projects } = Platform.connect(credentialFor(server.baseUrl));
    const second = new RunWatcher(projects, JOB_RUNS, { pollIntervalMs: 300 });
    const cancelled = timed(first.end(uuid(1), 20_000));
    const other = second.end(uuid(2), 20_000);
    setTimeout(() => cancel.abort(), 1_100);
    expect((await cancelled).outcome).toBeInstanceOf(Error);
    expect(await other).toMatchObject({ ended: true });
    expect(looks.at(-1)).toEqual([uuid(2)]);
  });

  test('the shortest of their intervals counts, and each is told of its own runs', async () => {
    const first = await watching([told('RUNNING')], { pollIntervalMs: 60_000 });
    const progress: Array<Map<string, number>> = [];
    const { projects } = Platform.connect(credentialFor(server.baseUrl));
    const second = new RunWatcher(projects, JOB_RUNS, {
      pollIntervalMs: 500,
      onProgress: (counts) => progress.push(new Map(counts)),
    });
    await Promise.all([first.end(uuid(1), 3_000), second.end(uuid(2), 3_000)]);
    expect(looks.filter((runIds) => runIds.includes(uuid(1))).length).toBeGreaterThanOrEqual(4);
    expect(progress[0]).toEqual(new Map([['RUNNING', 1]]));
  });
});
