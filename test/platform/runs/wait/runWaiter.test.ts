import { introspectionFromSchema } from 'graphql';
import type { ServerResponse } from 'node:http';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { RunWaiter } from '../../../../platform/runs/wait/runWaiter';
import { jobInstance } from '../../../support/jobInstances';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { credentialFor, sendJson, startRawServer } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

/** How long a refusal has to last in these tests. */
const giveUpDelays = { refusalMs: 3_000, unknownMs: 1_000 };

type WaitOptions = Parameters<RunWaiter['waitForEnd']>[1];

function newWatcher({
  pollIntervalMs,
  ...options
}: { pollIntervalMs: number } & ConstructorParameters<typeof RunWaiter>[2]) {
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  const waiter = new RunWaiter(projects, JOB_RUNS, { giveUpDelays, ...options });
  return {
    waitForEnd: async (id: string, timeoutMs: number, more: Partial<WaitOptions> = {}) =>
      await waiter.waitForEnd(id, { timeoutMs, pollIntervalMs, ...more }),
  };
}
type Watcher = ReturnType<typeof newWatcher>;

type Answer = (runIds: string[], response: ServerResponse) => void;

let server: Awaited<ReturnType<typeof startRawServer>>;
let looks: string[][];
let clock: TestClock;
beforeEach(() => {
  clock = new TestClock();
});
afterEach(async () => {
  clock.restore();
  await server.close();
});

/** A watcher of a platform that answers each look as `answer` says; the last one again and again. */
async function watching(
  answers: Answer[],
  {
    pollIntervalMs = 200,
    signal = undefined as AbortSignal | undefined,
    login = (response: ServerResponse): void => void response.end(`token-${clock.now()}`),
  } = {},
) {
  looks = [];
  server = await startRawServer(({ path, body }, response) => {
    if (path.endsWith('/authenticate')) return login(response);
    if (body.includes('__schema'))
      return sendJson(response, { data: introspectionFromSchema(RECENT) });
    const runIds = [...body.matchAll(/jobInstance\(id: \\"([^"\\]+)/g)].map(([, id]) => id ?? '');
    looks.push(runIds);
    const answer = answers[Math.min(looks.length, answers.length) - 1];
    answer?.(runIds, response);
  });
  return newWatcher({ pollIntervalMs, signal });
}

const shows =
  (status: string): Answer =>
  (runIds, response) =>
    sendJson(response, {
      data: Object.fromEntries(
        runIds.map((id, n) => [
          runIds.length > 1 ? `item${n}` : 'jobInstance',
          jobInstance(Number(id.slice(-6)), { status }),
        ]),
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
  sendJson(response, {
    data: Object.fromEntries(
      runIds.map((_id, n) => [runIds.length > 1 ? `item${n}` : 'jobInstance', null]),
    ),
  });
const silence: Answer = () => undefined;

const waitForAll = (watcher: Watcher, timeoutMs: number, count = 100) =>
  Array.from({ length: count }, (_, n) => watcher.waitForEnd(uuid(n + 1), timeoutMs));

/** What a wait comes to, and how long it took. */
async function timed<T>(work: Promise<T>) {
  const startMs = clock.now();
  const outcome = await clock.until(work.catch((error: unknown) => error as Error));
  return { outcome, ms: clock.now() - startMs };
}

test.each([
  ['403', httpStatus(403)],
  ['404', httpStatus(404)],
  ['a redirect', httpStatus(302)],
  ['a GraphQL error', refused],
  ['nothing in the place of the run', nothing],
])('%s at one poll ends no wait', async (_name, answer) => {
  const watcher = await watching([shows('RUNNING'), answer, shows('SUCCEEDED')]);
  const waits = await clock.until(Promise.all(waitForAll(watcher, 20_000)));
  expect(new Set(waits.map((wait) => wait.run?.status))).toEqual(new Set(['SUCCEEDED']));
});

test.each([
  ['a refusal', refused],
  ['the loss of a run that was read before', nothing],
])('%s that lasts ends the wait and names the run', async (_what, answer) => {
  const watcher = await watching([shows('RUNNING'), answer]);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(1), 60_000, { exists: false }));
  expect(outcome).toMatchObject({
    name: 'RunUnreadableError',
    message: expect.stringContaining(`run ${uuid(1)} cannot be waited for`),
    hint: expect.stringContaining('Its last known status was RUNNING.'),
  });
  expect(ms).toBeGreaterThan(giveUpDelays.refusalMs);
});

test('a general refusal costs few requests, whatever the number of runs', async () => {
  const watcher = await watching([refused]);
  await clock.until(Promise.all(waitForAll(watcher, 2_000)));
  // Three requests a look, and at most one look each 200 ms; each run alone would be 100 requests a look.
  expect(looks.length).toBeLessThanOrEqual(30);
});

test('one run that the platform refuses leaves the other 99 alone', async () => {
  const bad = uuid(50);
  const watcher = await watching([
    (runIds, response) =>
      runIds.includes(bad) ? refused(runIds, response) : shows('SUCCEEDED')(runIds, response),
  ]);
  const outcomes = await clock.until(Promise.allSettled(waitForAll(watcher, 20_000)));
  const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(failed).toEqual([expect.objectContaining({ message: expect.stringContaining(bad) })]);
});

test('a run ID that the platform does not know is reported soon', async () => {
  const watcher = await watching([nothing]);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(1), 60_000, { exists: false }));
  expect(outcome).toBeInstanceOf(Error);
  expect(ms).toBeLessThan(giveUpDelays.refusalMs);
  expect(looks.length).toBeGreaterThan(1);
});

test('a wait keeps its time while the platform hangs, also beside an earlier one', async () => {
  const watcher = await watching([silence]);
  const long = watcher.waitForEnd(uuid(1), 4_000);
  await clock.pass(1_500);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(2), 1_000));
  expect(outcome).toMatchObject({ ended: false });
  expect(ms).toBeLessThan(1_500);
  expect(await clock.until(long)).toMatchObject({ ended: false, unread: expect.anything() });
});

test('a wait keeps its time, and is looked at, beside one with a long interval', async () => {
  const watcher = await watching([shows('RUNNING')], { pollIntervalMs: 3_600_000 });
  const long = watcher.waitForEnd(uuid(1), 5_000);
  await clock.pass(1_500);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(2), 1_500));
  expect(outcome).toMatchObject({ ended: false, run: { status: 'RUNNING' } });
  expect(ms).toBeLessThan(2_000);
  await clock.until(long);
});

test('a cancel ends all waits at once, while a look hangs', async () => {
  const cancel = new AbortController();
  const watcher = await watching([silence], { signal: cancel.signal });
  const waits = Promise.allSettled(waitForAll(watcher, 60_000));
  await clock.pass(1_300);
  cancel.abort();
  expect(await clock.takenBy(waits)).toBe(0);
  const reasons = (await waits).map((one) => one.status === 'rejected' && one.reason.name);
  expect(reasons).toEqual(Array(100).fill('CancelledError'));
});

test('an endless timeout does not make the timer run wild', async () => {
  const cancel = new AbortController();
  const { signal } = cancel;
  const watcher = await watching([shows('RUNNING')], { pollIntervalMs: 10_000_000_000, signal });
  const endless = watcher.waitForEnd(uuid(1), 10_000_000_000_000);
  const cancelled = expect(endless).rejects.toThrow();
  await clock.pass(2_500);
  cancel.abort();
  await cancelled;
  expect(looks).toHaveLength(1);
});

test('each run more that is waited for sets no timer of its own', async () => {
  const cancel = new AbortController();
  const watcher = await watching([shows('RUNNING')], { signal: cancel.signal });
  const waits = waitForAll(watcher, 60_000, 2_000);
  expect(clock.waiting).toBe(1);
  cancel.abort();
  const outcomes = await Promise.allSettled(waits);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(clock.waiting).toBe(0);
});

describe('executions of one process that wait with one login', () => {
  /** Each execution connects anew, with the same credential. */
  const another = (options: Partial<Parameters<typeof newWatcher>[0]> = {}) =>
    newWatcher({ pollIntervalMs: 300, ...options });

  test('300 of them are looked at together, 100 in a request', async () => {
    const endsAt = clock.now() + 30_000;
    const answer: Answer = (runIds, response) =>
      shows(clock.now() < endsAt ? 'RUNNING' : 'SUCCEEDED')(runIds, response);
    const pollIntervalMs = 5_000;
    const first = await watching([answer], { pollIntervalMs });
    const watchers = [first, ...Array.from({ length: 299 }, () => another({ pollIntervalMs }))];
    const waits: Array<Promise<{ ended: boolean }>> = [];
    for (const [n, watcher] of watchers.entries()) {
      waits.push(watcher.waitForEnd(uuid(n + 1), 60_000));
      if (n % 10 === 0) await clock.pass(100);
    }
    const ended = await clock.until(Promise.all(waits));
    expect(ended.every((wait) => wait.ended)).toBe(true);
    // Within an interval after their end, and a poll.
    expect(clock.now() - endsAt).toBeLessThan(5_500);
    // At most 25 in 30 s: one look each 5 s, of three requests once all 300 wait.
    expect(looks.length).toBeLessThanOrEqual(25);
    expect(Math.max(...looks.map((runIds) => runIds.length))).toBe(100);
  });

  test('who is cancelled leaves, and the others go on', async () => {
    const cancel = new AbortController();
    const first = await watching([shows('RUNNING'), shows('RUNNING'), shows('SUCCEEDED')], {
      signal: cancel.signal,
    });
    const second = another();
    const cancelled = expect(first.waitForEnd(uuid(1), 20_000)).rejects.toThrow();
    const other = second.waitForEnd(uuid(2), 20_000);
    await clock.pass(1_100);
    cancel.abort();
    await cancelled;
    expect(await clock.until(other)).toMatchObject({ ended: true });
    expect(looks.at(-1)).toEqual([uuid(2)]);
  });

  test('the shortest of their intervals counts, and each gets events of its own runs', async () => {
    const first = await watching([shows('RUNNING')], { pollIntervalMs: 60_000 });
    const progress: Array<Map<string, number>> = [];
    const onProgress = (counts: ReadonlyMap<string, number>) => progress.push(new Map(counts));
    const second = another({ pollIntervalMs: 500, onProgress });
    await clock.until(
      Promise.all([first.waitForEnd(uuid(1), 3_000), second.waitForEnd(uuid(2), 3_000)]),
    );
    expect(looks.filter((runIds) => runIds.includes(uuid(1))).length).toBeGreaterThanOrEqual(4);
    expect(progress[0]).toEqual(new Map([['RUNNING', 1]]));
  });
});

describe('100 runs', () => {
  /** The token is refused at the second look, and the login with it, for so long. */
  async function refusedFor(lengthMs: number, accident: Answer): Promise<Watcher> {
    let untilMs = -Infinity;
    const revoked: Answer = (runIds, response) => {
      untilMs = clock.now() + lengthMs;
      httpStatus(401)(runIds, response);
    };
    const afterwards: Answer = (runIds, response) =>
      shows(clock.now() < untilMs + 300 ? 'RUNNING' : 'SUCCEEDED')(runIds, response);
    const login = (response: ServerResponse) =>
      clock.now() < untilMs ? accident([], response) : void response.end(`token-${clock.now()}`);
    return await watching([shows('RUNNING'), revoked, afterwards], { login });
  }
  const dropped: Answer = (_runIds, response) => void response.destroy();

  test.each<[string, () => Promise<Watcher>]>([
    ['the login is refused for a moment', () => refusedFor(600, httpStatus(401))],
    [
      'the token is revoked several times',
      () =>
        watching([shows('RUNNING'), ...Array<Answer>(7).fill(httpStatus(401)), shows('SUCCEEDED')]),
    ],
    // Longer than a refusal may last: it is an outage, and each look gives up after four of them.
    [
      'a gateway responds to the login for longer than that',
      () => refusedFor(5_000, httpStatus(502)),
    ],
    ['the login breaks off for longer than that', () => refusedFor(5_000, dropped)],
  ])('are waited for while %s', async (_name, start) => {
    const ends = await clock.until(Promise.all(waitForAll(await start(), 20_000)));
    expect(ends.map(({ run }) => run?.status)).toEqual(Array(100).fill('SUCCEEDED'));
  });

  test('are named where the login is refused for good', async () => {
    const waits = waitForAll(await refusedFor(60_000, httpStatus(401)), 20_000);
    const failures = await clock.until(
      Promise.all(waits.map(async (wait) => await wait.catch((error: unknown) => error as Error))),
    );
    expect(failures).toEqual(
      failures.map((_, n) =>
        expect.objectContaining({
          name: 'RunUnreadableError',
          message: expect.stringMatching(
            `run ${uuid(n + 1)} cannot be waited for: .*rejected the login`,
          ),
          hint: expect.stringContaining('Its last known status was RUNNING'),
        }),
      ),
    );
  });
});
