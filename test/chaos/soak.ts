import { setTimeout as sleep } from 'node:timers/promises';
import { playCampaign } from './campaign';
import type { ChaosOptions } from './options';
import { describeTally } from './report';

interface Sample {
  /** Since the beginning, in minutes. */
  atMinutes: number;
  heapMb: number;
  rssMb: number;
  sockets: number;
  timers: number;
}

const SAMPLES = 40;
/** Caches fill up to their bounds first. */
const WARM_UP_SHARE = 0.25;
/** A slope below this is none, a minute. */
const BOUNDS = { heapMb: 1.5, rssMb: 5, sockets: 2, timers: 2 } as const;

type Measure = keyof typeof BOUNDS;

/** Plays sequences for so long and tells whether anything grows. @returns the exit code */
export async function soak(
  forMs: number,
  { seed, atOnce, operation }: ChaosOptions,
): Promise<number> {
  const startedMs = Date.now();
  const samples: Sample[] = [];
  let isOver = false;
  const campaign = playCampaign({
    seeds: countFrom(seed),
    atOnce,
    operation,
    shouldStop: () => isOver,
  });
  for (let taken = 0; taken < SAMPLES; taken++) {
    await sleep(forMs / SAMPLES);
    samples.push(sample(startedMs));
  }
  isOver = true;
  const tally = await campaign;
  const kept = samples.slice(Math.floor(SAMPLES * WARM_UP_SHARE));
  console.log(describeTally(tally, (Date.now() - startedMs) / 1_000));
  const verdicts = (Object.keys(BOUNDS) as Measure[]).map((measure) => verdict(measure, kept));
  for (const { text } of verdicts) console.log(text);
  const grows = verdicts.some((one) => one.grows);
  console.log(grows ? 'Something grows' : 'Nothing grows');
  return grows ? 1 : 0;
}

function* countFrom(first: number): Generator<number> {
  for (let seed = first; ; seed++) yield seed;
}

function sample(startedMs: number): Sample {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (name: RegExp) => resources.filter((resource) => name.test(resource)).length;
  return {
    atMinutes: (Date.now() - startedMs) / 60_000,
    heapMb: heapUsed / 2 ** 20,
    rssMb: rss / 2 ** 20,
    sockets: count(/TCPSocket/),
    timers: count(/Timeout/),
  };
}

function verdict(measure: Measure, samples: Sample[]): { grows: boolean; text: string } {
  const slope = slopeOf(samples.map((one) => [one.atMinutes, one[measure]]));
  const grows = slope > BOUNDS[measure];
  const last = samples.at(-1)?.[measure] ?? 0;
  return {
    grows,
    text: `${measure}: ${last.toFixed(0)} at the end, ${slope >= 0 ? '+' : ''}${slope.toFixed(2)} a minute${grows ? ' (grows)' : ''}`,
  };
}

/** Of the line through the points with the least squares. */
function slopeOf(points: Array<[number, number]>): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(([at]) => at));
  const y = mean(points.map(([, value]) => value));
  const covariance = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const variance = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}
