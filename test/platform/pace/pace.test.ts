import { randomNumbers } from '../../support/random';
import { cases } from '../../support/cases';
import {
  concurrencyLimit,
  fixedWindow,
  slidingCounter,
  tokenBucket,
  type Limiter,
} from './limiters';
import { simulate, type Result, type Work } from './simulation';

const ROUND_TRIP_MS = 4;
const LATENCY_MS = 10;
/** Long enough that what it takes to learn a limit does not count for much. */
const SECONDS = 120;

type Random = () => number;
const between = (random: Random, low: number, high: number) =>
  Math.round(low * (high / low) ** random());

/** Limits of each kind; a new one each time, since each has a state. */
const KINDS: Record<string, (random: Random) => () => Limiter> = {
  'token bucket': (random) => {
    const perSecond = between(random, 2, 200);
    const burst = between(random, 3, 40);
    return () => tokenBucket(perSecond, burst, 'none');
  },
  'token bucket with Retry-After': (random) => {
    const perSecond = between(random, 2, 20);
    const burst = between(random, 3, 20);
    return () => tokenBucket(perSecond, burst, 'seconds');
  },
  'fixed window': (random) => {
    const count = between(random, 10, 200);
    // Whole seconds of a shorter one would be mostly rounding.
    const windowMs = between(random, 3_000, 10_000);
    const hint = random() < 0.5 ? 'none' : 'seconds';
    return () => fixedWindow(count, windowMs, hint);
  },
  'limit of requests at once': (random) => {
    const most = between(random, 2, 30);
    const latencyMs = between(random, 50, 500);
    return () => concurrencyLimit(most, latencyMs, ROUND_TRIP_MS);
  },
};

async function through(limiter: Limiter, random: Random, more: Partial<Work> = {}) {
  const latencyMs = limiter.latencyMs ?? LATENCY_MS;
  const requests = Math.min(20_000, Math.ceil(limiter.perSecond * SECONDS));
  return await simulate(limiter, {
    requests,
    workers: 128,
    status: 429,
    roundTripMs: ROUND_TRIP_MS,
    latencyMs,
    random,
    ...more,
  });
}

const share = (result: Result, { perSecond }: Limiter, requests: number) =>
  requests / perSecond / (result.tookMs / 1000);

describe.each(Object.entries(KINDS))('a %s', (_kind, make) => {
  test.each(Array.from({ length: cases(60) }, (_, n) => n + 1))(
    'is used to more than half, and nobody starves (seed %d)',
    async (seed) => {
      const random = randomNumbers(seed);
      const limiter = make(random)();
      const result = await through(limiter, random);
      const requests = result.waitedMs.length;
      expect(result.failed).toBe(0);
      expect(`${limiter.name}: ${share(result, limiter, requests).toFixed(2)}`).toMatch(
        /: (0\.(5[5-9]|[6-9])|[1-9])/,
      );
      // 128 wait at once.
      const queueMs = (128 / limiter.perSecond) * 1000;
      expect(Math.max(...result.waitedMs)).toBeLessThan(15_000 + 8 * queueMs);
    },
  );
});

test('where what is refused counts as well, it is asked less, and all succeed', async () => {
  const random = randomNumbers(1);
  const limiter = slidingCounter(100, 10_000);
  const result = await through(limiter, random);
  expect(result.failed).toBe(0);
  expect(share(result, limiter, result.waitedMs.length)).toBeGreaterThan(0.66);
  expect(result.refusals).toBeLessThan(result.waitedMs.length / 4);
});

test.each(Array.from({ length: cases(100) }, (_, n) => n + 1))(
  'of 60 starts that 503 refuses at 5 a second, at most 6 are not known (seed %d)',
  async (seed) => {
    const random = randomNumbers(seed);
    const burst = between(random, 1, 3);
    const result = await through(tokenBucket(5, burst, 'none'), random, {
      requests: 60,
      status: 503,
      areStarts: true,
    });
    expect(result.unknown).toBeLessThanOrEqual(6);
    expect(result.unknown).toBeGreaterThan(0);
    expect(result.tookMs).toBeLessThan(30_000);
  },
);

test('without a limit, 128 starts take at most six round trips', async () => {
  const free: Limiter = { name: 'none', perSecond: Infinity, ask: () => undefined };
  const result = await simulate(free, {
    requests: 128,
    workers: 128,
    status: 429,
    areStarts: true,
    roundTripMs: 100,
    random: () => 0.5,
  });
  expect(result.refusals).toBe(0);
  expect(result.tookMs).toBeLessThanOrEqual(600);
  expect(result.tookMs).toBeGreaterThan(400);
});

test('without a limit, reads wait for nothing', async () => {
  const free: Limiter = { name: 'none', perSecond: Infinity, ask: () => undefined };
  const work = { requests: 128, workers: 128, status: 429, roundTripMs: 100 } as const;
  const { tookMs } = await simulate(free, { ...work, random: () => 0.5 });
  expect(tookMs).toBeLessThanOrEqual(100);
});
