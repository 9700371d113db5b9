import { randomNumbers } from '../../../support/random';
import { Pace } from '../../../../platform/http/pace';
import { clock } from '../../../../platform/common/time/clock';
import { cases } from '../../../support/cases';
import { TestClock } from '../../../support/testClock';
import {
  concurrencyLimit,
  fixedWindow,
  slidingCounter,
  tokenBucket,
  type Limiter,
} from './limiters';
import { simulate, WORKERS, type Result, type Work } from './simulation';

const ROUND_TRIP_MS = 4;
const LATENCY_MS = 10;
/** Long enough that what it takes to learn a limit does not count for much. */
const SECONDS = 120;

type Random = () => number;
const between = (random: Random, low: number, high: number) =>
  Math.round(low * (high / low) ** random());

/** Limits of each kind. */
const KINDS: Record<string, (random: Random) => Limiter> = {
  'token bucket': (random) => tokenBucket(between(random, 2, 200), between(random, 3, 200), 'none'),
  'token bucket with Retry-After': (random) =>
    tokenBucket(between(random, 2, 20), between(random, 3, 20), 'seconds'),
  'fixed window': (random) => {
    const count = between(random, 10, 200);
    // Whole seconds of a shorter one would be mostly rounding.
    const windowMs = between(random, 3_000, 10_000);
    return fixedWindow(count, windowMs, random() < 0.5 ? 'none' : 'seconds');
  },
  'limit of requests at once': (random) =>
    concurrencyLimit(between(random, 2, 30), between(random, 50, 500), ROUND_TRIP_MS),
};

async function through(limiter: Limiter, random: Random, more: Partial<Work> = {}) {
  const latencyMs = limiter.latencyMs ?? LATENCY_MS;
  const requests = Math.min(20_000, Math.ceil(limiter.perSecond * SECONDS));
  return await simulate(limiter, {
    ...{ requests, roundTripMs: ROUND_TRIP_MS, latencyMs, random },
    ...more,
  });
}

/** How much of a limit was used. */
const shareOf = ({ perSecond }: Limiter, { waitedMs, tookMs }: Result) =>
  waitedMs.length / perSecond / (tookMs / 1000);

describe.each(Object.entries(KINDS))('a %s', (_kind, make) => {
  test.each(Array.from({ length: cases(60) }, (_, n) => n + 1))(
    'is used to more than half, and nobody starves (seed %d)',
    async (seed) => {
      const random = randomNumbers(seed);
      const limiter = make(random);
      const result = await through(limiter, random);
      expect(result.failed).toBe(0);
      expect(shareOf(limiter, result)).toBeGreaterThan(0.545);
      const queueMs = (WORKERS / limiter.perSecond) * 1000;
      expect(Math.max(...result.waitedMs)).toBeLessThan(15_000 + 8 * queueMs);
    },
  );
});

test('where what is refused counts as well, it is asked less, and all succeed', async () => {
  const random = randomNumbers(1);
  const limiter = slidingCounter(100, 10_000);
  const result = await through(limiter, random);
  expect(result.failed).toBe(0);
  expect(shareOf(limiter, result)).toBeGreaterThan(0.66);
  expect(result.refusals).toBeLessThan(result.waitedMs.length / 4);
});

test('a limit that lets a burst pass is learned all the same', async () => {
  const limiter = tokenBucket(194, 36, 'none');
  const result = await through(limiter, randomNumbers(1));
  expect(shareOf(limiter, result)).toBeGreaterThan(0.8);
  expect(result.refusals).toBeLessThan(result.waitedMs.length / 4);
});

test('pauses between bursts are not taken for a limit', async () => {
  const limiter = tokenBucket(5, 10, 'none');
  const every5Min = { requests: 300, burst: { size: 50, everyMs: 5 * 60_000 } };
  const { waitedMs } = await through(limiter, randomNumbers(1), every5Min);
  expect(Math.max(...waitedMs)).toBeLessThan(30_000);
});

test('a refusal now and then is no limit', async () => {
  let asked = 0;
  const flaky: Limiter = { perSecond: Infinity, ask: () => (++asked % 40 === 0 ? {} : undefined) };
  const every20Sec = { requests: 1_200, burst: { size: 30, everyMs: 20_000 } };
  const { waitedMs } = await simulate(flaky, {
    ...{ roundTripMs: ROUND_TRIP_MS, latencyMs: LATENCY_MS, random: randomNumbers(1) },
    ...every20Sec,
  });
  expect(Math.max(...waitedMs)).toBeLessThan(3_000);
});

test.each(Array.from({ length: cases(100) }, (_, n) => n + 1))(
  'of 60 starts that 503 refuses at 5 a second, at most 6 are not known (seed %d)',
  async (seed) => {
    const random = randomNumbers(seed);
    const burst = between(random, 1, 3);
    const starts = { requests: 60, status: 503, areStarts: true } as const;
    const result = await through(tokenBucket(5, burst, 'none'), random, starts);
    expect(result.unknown).toBeLessThanOrEqual(6);
    expect(result.unknown).toBeGreaterThan(0);
    expect(result.tookMs).toBeLessThan(30_000);
  },
);

test.each(Array.from({ length: cases(20) }, (_, n) => n + 1))(
  'of 60 slow starts that 503 refuses beside reads, at most 4 are not known (seed %d)',
  async (seed) => {
    const random = randomNumbers(seed);
    const starts = { requests: 60, status: 503, areStarts: true, latencyMs: 3_000 } as const;
    const work = { ...starts, readEveryMs: 300 };
    const { unknown } = await through(tokenBucket(5, 3, 'none'), random, work);
    expect(unknown).toBeLessThanOrEqual(4);
  },
);

test.each([
  ['128 starts take at most six round trips', true, 400, 600],
  ['reads wait for nothing', false, 0, 100],
])('without a limit, %s', async (_what, areStarts, moreThanMs, mostMs) => {
  const free: Limiter = { perSecond: Infinity, ask: () => undefined };
  const work = { requests: 128, areStarts, roundTripMs: 100, random: () => 0.5 };
  const { refusals, tookMs } = await simulate(free, work);
  expect(refusals).toBe(0);
  expect(tookMs).toBeGreaterThan(moreThanMs);
  expect(tookMs).toBeLessThanOrEqual(mostMs);
});

test('after a limit, starts and reads are sent in the order in which they came', async () => {
  const time = new TestClock(async () => undefined);
  const pace = new Pace('test');
  pace.reportThrottled(await pace.waitForTurn({}), 429, 500);
  const order = ['start', 'read', 'start', 'read'];
  const sent: string[] = [];
  const waiting = order.map(async (kind) => {
    const turn = await pace.waitForTurn({ isUnrepeatable: kind === 'start' });
    sent.push(kind);
    pace.reportAccepted(turn);
  });
  await time.measureDuration(Promise.all(waiting), 10_000);
  expect(sent).toEqual(order);
});

test('a request that is due is sent, also if its timer is a moment early', async () => {
  const time = new TestClock(async () => undefined);
  const pace = new Pace('test');
  const turn = await pace.waitForTurn({});
  pace.reportThrottled(turn, 429, 500);
  const { after } = clock;
  clock.after = (delayMs, action) => after(delayMs - 0.2, action);
  // Each reading is later than the one before.
  clock.now = () => {
    time.skip(0.15);
    return time.now();
  };
  expect(await time.measureDuration(pace.waitForTurn({}), 5_000)).toBeLessThan(1_000);
});
