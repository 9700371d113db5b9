import { buildSchema, introspectionFromSchema } from 'graphql';
import type { ServerResponse } from 'node:http';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import type { WaitResult } from '../../../../platform/runs/wait/failure';
import { RunWaiter } from '../../../../platform/runs/wait/runWaiter';
import { jobInstance } from '../../../support/jobInstances';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import {
  credentialFor,
  sendJson,
  startRawServer,
  type RawServer,
} from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';
import { untilTestEnds } from '../../../support/untilTestEnds';

/** How long a refusal has to last. */
const REFUSAL_MS = 60_000;

type WatcherOptions = { pollIntervalMs?: number } & ConstructorParameters<typeof RunWaiter>[2];

/** Each execution connects anew, with the same credential. */
function newWatcher({ pollIntervalMs = 200, ...options }: WatcherOptions = {}) {
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  const waiter = new RunWaiter(projects, JOB_RUNS, options);
  return {
    waitForEnd: async (id: string, timeoutMs: number, more: { mayNotExist?: boolean } = {}) =>
      await waiter.waitForEnd(id, { timeoutMs, pollIntervalMs, ...more }),
  };
}
type Watcher = ReturnType<typeof newWatcher>;

type Answer = (runIds: string[], response: ServerResponse) => void;

let server: RawServer;
let looks: string[][];
/** How the platform answers the next reads of its schema; afterward with `shownSchema`. */
let schemas: Answer[];
let clock: TestClock;
beforeEach(() => {
  jest.restoreAllMocks();
  clock = new TestClock();
});

/** A watcher of a platform that answers each look as `answer` says; the last one again and again. */
async function watching(
  answers: Answer[],
  options: WatcherOptions = {},
  login = (response: ServerResponse): void => void response.end(`token-${clock.now()}`),
) {
  looks = [];
  schemas = [];
  const starting = startRawServer(({ path, body }, response) => {
    if (path.endsWith('/authenticate')) return login(response);
    if (body.includes('__schema')) return (schemas.shift() ?? shownSchema)([], response);
    const runIds = [...body.matchAll(/jobInstance\(id: ?\\"([^"\\]+)/g)].map(([, id]) => id ?? '');
    looks.push(runIds);
    const answer = answers[Math.min(looks.length, answers.length) - 1];
    answer?.(runIds, response);
  });
  server = await untilTestEnds(starting);
  return newWatcher(options);
}

/** Runs of this status; without one, nothing in their place. */
const shows =
  (status?: string): Answer =>
  (runIds, response) => {
    const runs = runIds.map((id, n) => [
      runIds.length > 1 ? `item${n}` : 'jobInstance',
      status ? jobInstance(Number(id.slice(-6)), { status }) : null,
    ]);
    sendJson(response, { data: Object.fromEntries(runs) });
  };
const nothing = shows();
const httpStatus =
  (status: number): Answer =>
  (_runIds, response) => {
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1/login' } : {});
    response.end('<html><title>No</title></html>');
  };
const refused: Answer = (_runIds, response) =>
  sendJson(response, { errors: [{ message: 'Not allowed' }] });
const silence: Answer = () => undefined;
const returns =
  (body: object): Answer =>
  (_runIds, response) =>
    sendJson(response, body);
/** The response of a platform of another version in the middle of an upgrade. */
const unfit = returns({
  errors: [{ message: 'Cannot query field "jobInstance" on type "Query".' }],
});
const shownSchema = returns({ data: introspectionFromSchema(RECENT) });
const otherSchema = returns({
  data: introspectionFromSchema(buildSchema('type Query { projects: [ID] }')),
});

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
  ['a text in the place of the run', returns({ data: { jobInstance: 'gone' } })],
  ['something else', returns({ data: { projects: [] } })],
  ['no data', returns({ data: {} })],
  ['a list', returns([])],
  ['a schema that lacks the query', unfit],
])('%s at one poll ends no wait', async (_name, answer) => {
  const watcher = await watching([shows('RUNNING'), answer, shows('SUCCEEDED')]);
  const waits = await clock.until(Promise.all(waitForAll(watcher, 20_000)));
  expect(new Set(waits.map((wait) => wait.run?.status))).toEqual(new Set(['SUCCEEDED']));
});

test.each([
  ['lacks the query', otherSchema],
  ['cannot be read', refused],
])('a schema that %s in the middle of an upgrade ends no wait', async (_what, answer) => {
  const watcher = await watching([shows('RUNNING'), unfit, shows('SUCCEEDED')]);
  schemas.push(shownSchema, answer, answer);
  // A schema is kept in real time.
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
  const { outcome } = await timed(watcher.waitForEnd(uuid(1), 60_000, { mayNotExist: true }));
  expect(outcome).toMatchObject({ run: { status: 'SUCCEEDED' } });
  expect(schemas).toHaveLength(0);
});

test('a schema that lacks the query is reported at once if no run was read yet', async () => {
  const watcher = await watching([unfit]);
  schemas.push(otherSchema, otherSchema);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(1), 60_000, { mayNotExist: true }));
  expect(outcome).toMatchObject({ code: 'NOT_SUPPORTED' });
  expect(ms).toBeLessThan(2_000);
});

test.each([
  ['a refusal', refused],
  ['the loss of a run that was read before', nothing],
])('%s that lasts ends the wait and names the run', async (_what, answer) => {
  const watcher = await watching([shows('RUNNING'), answer]);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(1), 120_000, { mayNotExist: true }));
  expect(outcome).toMatchObject({
    name: 'RunUnreadableError',
    message: expect.stringMatching(`^The job's run ${uuid(1)} cannot be waited for: `),
    hint: expect.stringMatching(
      / Its last known status was RUNNING. The run may continue on the platform.$/,
    ),
  });
  expect(ms).toBeGreaterThan(REFUSAL_MS);
});

test.each([
  [200, 58, { kind: 'ended', run: { status: 'SUCCEEDED' } }, undefined],
  [200, 90, { kind: 'untracked', run: { status: 'UNKNOWN' } }, 60],
  [65_000, 90, { kind: 'untracked' }, 65],
])(
  'polled each %d ms, a run that is UNKNOWN for %d s: %j',
  async (pollIntervalMs, seconds, expected, untrackedAfterSeconds) => {
    let beganMs = Infinity;
    const answer: Answer = (runIds, response) => {
      beganMs = Math.min(beganMs, clock.now());
      // It is seen once in between, so what was UNKNOWN before does not count.
      const status = looks.length === 2 && pollIntervalMs < 1_000 ? 'RUNNING' : 'UNKNOWN';
      const isOver = clock.now() - beganMs > seconds * 1000;
      shows(isOver ? 'SUCCEEDED' : status)(runIds, response);
    };
    const watcher = await watching([answer], { pollIntervalMs });
    const { outcome, ms } = await timed(watcher.waitForEnd(uuid(1), 900_000));
    expect(outcome).toMatchObject(expected);
    expect(Math.floor(ms / 1000)).toBe(1 + (untrackedAfterSeconds ?? seconds));
  },
);

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
  const outcomes = await clock.until(Promise.allSettled(waitForAll(watcher, 2 * REFUSAL_MS)));
  const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(failed).toEqual([expect.objectContaining({ message: expect.stringContaining(bad) })]);
});

test('a run ID that the platform does not know is reported soon', async () => {
  const watcher = await watching([nothing]);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(1), 60_000, { mayNotExist: true }));
  expect(outcome).toMatchObject({ hint: expect.stringMatching(/ Its status was never read.$/) });
  expect(ms).toBeLessThan(REFUSAL_MS / 6);
  expect(looks.length).toBeGreaterThan(1);
});

test.each<[string, Answer, number, string | undefined]>([
  ['while the platform hangs, also beside an earlier one', silence, 200, undefined],
  ['beside one with a long interval', shows('RUNNING'), 3_600_000, 'RUNNING'],
])('a wait keeps its time %s', async (_when, answer, pollIntervalMs, status) => {
  const expected = status === undefined ? {} : { run: { status } };
  const watcher = await watching([answer], { pollIntervalMs });
  const long = watcher.waitForEnd(uuid(1), 5_000);
  await clock.pass(1_500);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(2), 1_500));
  expect(outcome).toMatchObject({ kind: 'timedOut', ...expected });
  expect(ms).toBeLessThan(2_000);
  const unread = answer === silence ? expect.anything() : undefined;
  expect(await clock.until(long)).toMatchObject({ kind: 'timedOut', unread, ...expected });
});

test('a poll without a response is given up after 30 s, and ends no wait', async () => {
  const watcher = await watching([silence, shows('SUCCEEDED')]);
  const { outcome, ms } = await timed(watcher.waitForEnd(uuid(1), 60_000));
  expect(outcome).toMatchObject({ run: { status: 'SUCCEEDED' } });
  expect(Math.round(ms / 1000)).toBe(31);
});

test('a cancel ends all waits at once, while a look hangs', async () => {
  const cancel = new AbortController();
  const watcher = await watching([silence], { signal: cancel.signal });
  const waits = Promise.allSettled(waitForAll(watcher, 60_000));
  await clock.pass(1_300);
  cancel.abort();
  expect(await clock.measureDuration(waits)).toBe(0);
  const reasons = (await waits).map((one) => one.status === 'rejected' && one.reason.name);
  expect(reasons).toEqual(Array(100).fill('CancelledError'));
});

test('each wait reads its run for the first time after a second, also if an earlier wait has ended', async () => {
  const watcher = await watching([shows('SUCCEEDED')]);
  for (const id of [uuid(1), uuid(2)]) {
    const { ms } = await timed(watcher.waitForEnd(id, 60_000));
    expect(Math.floor(ms / 1000)).toBe(1);
    await clock.pass(10_000);
  }
});

test('an endless timeout does not make the timer run wild', async () => {
  const cancel = new AbortController();
  const options = { pollIntervalMs: 10_000_000_000, signal: cancel.signal };
  const watcher = await watching([shows('RUNNING')], options);
  const cancelled = expect(watcher.waitForEnd(uuid(1), 10_000_000_000_000)).rejects.toThrow();
  await clock.pass(2_500);
  cancel.abort();
  await cancelled;
  expect(looks).toHaveLength(1);
});

test('each run more that is waited for sets no timer of its own', async () => {
  const cancel = new AbortController();
  const watcher = await watching([shows('RUNNING')], { signal: cancel.signal });
  const waits = waitForAll(watcher, 60_000, 2_000);
  expect(clock.timerCount).toBe(1);
  cancel.abort();
  const outcomes = await Promise.allSettled(waits);
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(clock.timerCount).toBe(0);
});

describe('executions of one process that wait with one login', () => {
  test('300 of them are looked at together, 100 in a request', async () => {
    const endsAt = clock.now() + 30_000;
    const answer: Answer = (runIds, response) =>
      shows(clock.now() < endsAt ? 'RUNNING' : 'SUCCEEDED')(runIds, response);
    const pollIntervalMs = 5_000;
    const first = await watching([answer], { pollIntervalMs });
    const watchers = [first, ...Array.from({ length: 299 }, () => newWatcher({ pollIntervalMs }))];
    const waits: Array<Promise<WaitResult>> = [];
    for (const [n, watcher] of watchers.entries()) {
      waits.push(watcher.waitForEnd(uuid(n + 1), 60_000));
      if (n % 10 === 0) await clock.pass(100);
    }
    const ended = await clock.until(Promise.all(waits));
    expect(ended.every((wait) => wait.kind === 'ended')).toBe(true);
    // Within an interval after their end, and a poll.
    expect(clock.now() - endsAt).toBeLessThan(5_500);
    // At most 25 in 30 s: one look each 5 s, of three requests once all 300 wait.
    expect(looks.length).toBeLessThanOrEqual(25);
    expect(Math.max(...looks.map((runIds) => runIds.length))).toBe(100);
  });

  test('who is cancelled leaves, and the others go on', async () => {
    const cancel = new AbortController();
    const answers = ['RUNNING', 'RUNNING', 'SUCCEEDED'].map(shows);
    const first = await watching(answers, { signal: cancel.signal });
    const cancelled = expect(first.waitForEnd(uuid(1), 20_000)).rejects.toThrow();
    const other = newWatcher().waitForEnd(uuid(2), 20_000);
    await clock.pass(1_100);
    cancel.abort();
    await cancelled;
    expect(await clock.until(other)).toMatchObject({ kind: 'ended' });
    expect(looks.at(-1)).toEqual([uuid(2)]);
  });

  test('the shortest of their intervals counts', async () => {
    const first = await watching([shows('RUNNING')], { pollIntervalMs: 60_000 });
    const second = newWatcher({ pollIntervalMs: 500 });
    const waits = [first.waitForEnd(uuid(1), 3_000), second.waitForEnd(uuid(2), 3_000)];
    await clock.until(Promise.all(waits));
    expect(looks.filter((runIds) => runIds.includes(uuid(1))).length).toBeGreaterThanOrEqual(4);
  });
});

describe('100 runs', () => {
  const refusesToken = httpStatus(401);
  /** The token is refused at the second look, and the login with it, for so long. */
  async function refusedFor(lengthMs: number, fault: Answer, options: WatcherOptions = {}) {
    let untilMs = -Infinity;
    const revoked: Answer = (runIds, response) => {
      untilMs = clock.now() + lengthMs;
      refusesToken(runIds, response);
    };
    const afterwards: Answer = (runIds, response) =>
      shows(clock.now() < untilMs + 300 ? 'RUNNING' : 'SUCCEEDED')(runIds, response);
    const login = (response: ServerResponse) =>
      clock.now() < untilMs ? fault([], response) : void response.end(`token-${clock.now()}`);
    return await watching([shows('RUNNING'), revoked, afterwards], options, login);
  }
  const often = Array<Answer>(7).fill(refusesToken);
  const revokedOften = [shows('RUNNING'), ...often, shows('SUCCEEDED')];
  const dropped: Answer = (_runIds, response) => void response.destroy();

  // Longer than a refusal may last it is an outage, and each look gives up after four of them.
  test.each<[string, () => Promise<Watcher>]>([
    ['the login is refused for a moment', () => refusedFor(600, refusesToken)],
    ['the token is revoked several times', () => watching(revokedOften)],
    ['a gateway responds to the login for long', () => refusedFor(5_000, httpStatus(502))],
    ['the login breaks off for long', () => refusedFor(5_000, dropped)],
  ])('are waited for while %s', async (_name, start) => {
    const ends = await clock.until(Promise.all(waitForAll(await start(), 20_000)));
    expect(ends.map(({ run }) => run?.status)).toEqual(Array(100).fill('SUCCEEDED'));
  });

  test.each([
    ['a gateway returns a page for the login', httpStatus(200)],
    ['a gateway reports that the platform is down', httpStatus(502)],
    ['the connection breaks off', dropped],
  ])('are waited for while %s for longer than a refusal may last', async (_name, fault) => {
    const rarely = { pollIntervalMs: 5_000 };
    const watcher = await refusedFor(REFUSAL_MS + 20_000, fault, rarely);
    const waits = waitForAll(watcher, 2 * REFUSAL_MS, 2);
    const ends = await clock.until(Promise.all(waits));
    expect(ends.map(({ run }) => run?.status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });

  test('are named where the login is refused for good', async () => {
    const waits = waitForAll(await refusedFor(3 * REFUSAL_MS, refusesToken), 2 * REFUSAL_MS);
    const failures = await clock.until(Promise.allSettled(waits));
    const reasons = waits.map((_, n) => ({
      name: 'RunUnreadableError',
      message: expect.stringMatching(
        `run ${uuid(n + 1)} cannot be waited for: .*rejected the login`,
      ),
      hint: expect.stringContaining('Its last known status was RUNNING'),
    }));
    expect(failures).toMatchObject(reasons.map((reason) => ({ reason })));
  });
});
