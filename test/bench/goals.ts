import { SIDES, type Goal, type MeasuredCase, type Sample, type SideName } from './task';

type Measure = keyof Sample;

/** Columns of the pages, in their order. */
export const WORDS: Record<Measure, string> = {
  seconds: 'Time (s)',
  cpuSeconds: 'CPU (s)',
  grownMiB: 'Memory (MiB)',
  requests: 'Requests',
  connections: 'Connections',
  logins: 'Logins',
  uploads: 'Uploads',
};

export const timesLess = (measure: Measure, than: SideName, min: number, ms: number): Goal => ({
  text: `${WORDS[measure]}: ${min} times less than ${SIDES[than]}, ${ms} ms latency`,
  value: (cases) => findValue(cases, ms, than, measure) / findValue(cases, ms, 'ours', measure),
  min,
});

const timesAsFast = (than: SideName, min: number, ms: number): Goal => ({
  ...timesLess('seconds', than, min, ms),
  text: `${min} times as fast as ${SIDES[than]}, ${ms} ms latency`,
});

export const timesAsLong = (than: SideName, max: number, ms: number): Goal => ({
  text: `At most ${max} times as long as ${SIDES[than]}, ${ms} ms latency`,
  value: (cases) => findValue(cases, ms, 'ours', 'seconds') / findValue(cases, ms, than, 'seconds'),
  max,
});

export const atMost = (measure: Measure, max: number, ms: number): Goal => ({
  text: `${WORDS[measure]}: at most ${max}, ${ms} ms latency`,
  value: (cases) => findValue(cases, ms, 'ours', measure),
  max,
});

const MIN_GAIN = 2.5;

export const fasterThanHttpRequest = (...latenciesMs: number[]): Goal[] =>
  latenciesMs.map((ms) => timesAsFast('httpRequest', MIN_GAIN, ms));

const MAX_GROWTH_MIB = 60;

/** One process of n8n works for many workflows at once. */
export const littleMemory = (...latenciesMs: number[]): Goal[] =>
  latenciesMs.map((ms) => atMost('grownMiB', MAX_GROWTH_MIB, ms));

/** Measures that must not grow faster than the work. Smaller values than these tell nothing. */
export const GROWING = { seconds: 0.05, cpuSeconds: 0.05, requests: 1, grownMiB: 16 };

const GROWTH_GOALS: Goal[] = (Object.keys(GROWING) as Array<keyof typeof GROWING>).map(
  (measure) => ({
    text: `${WORDS[measure]} of each at the largest size, middle size = 1: at most 1.5`,
    value: (cases) => {
      const [middle = NaN, largest = NaN] = cases
        .slice(-2)
        .map(
          ({ amount, medians }) =>
            Math.max(GROWING[measure], medians.ours?.[measure] ?? NaN) / amount,
        );
      return largest / middle;
    },
    max: 1.5,
  }),
);

/** Common parts of tasks in three sizes, which show how the cost grows. */
export const growing = (unit: string, latencyMs: number, ...sizes: [number, number, number]) => ({
  unit,
  cases: sizes.map((amount) => ({ latencyMs, amount })),
  goals: GROWTH_GOALS,
});

export const findValue = (
  cases: readonly MeasuredCase[],
  latencyMs: number,
  side: SideName,
  measure: Measure,
): number => cases.find((one) => one.latencyMs === latencyMs)?.medians[side]?.[measure] ?? NaN;
