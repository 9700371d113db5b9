import { SIDES, type Goal, type MeasuredCase, type Sample, type SideName } from './task';

type Measure = keyof Sample;

/** In the order of the pages, which call them so. */
export const WORDS: Record<Measure, string> = {
  seconds: 'Time (s)',
  cpuSeconds: 'CPU (s)',
  grownMiB: 'Memory (MiB)',
  requests: 'Requests',
  connections: 'Connections',
  logins: 'Logins',
  uploads: 'Uploads',
};

/** Another side needs so many times what ours needs. */
export const timesLess = (measure: Measure, than: SideName, min: number, ms: number): Goal => ({
  text: `${WORDS[measure]}: ${min} times less than ${SIDES[than]}, ${ms} ms latency`,
  value: (cases) => valueOf(cases, ms, than, measure) / valueOf(cases, ms, 'ours', measure),
  min,
});

/** Ours is so many times as fast as another side. */
const timesAsFast = (than: SideName, min: number, ms: number): Goal => ({
  ...timesLess('seconds', than, min, ms),
  text: `${min} times as fast as ${SIDES[than]}, ${ms} ms latency`,
});

/** Limits the time of ours, as a multiple of that of another side. */
export const timesAsLong = (than: SideName, max: number, ms: number): Goal => ({
  text: `At most ${max} times as long as ${SIDES[than]}, ${ms} ms latency`,
  value: (cases) => valueOf(cases, ms, 'ours', 'seconds') / valueOf(cases, ms, than, 'seconds'),
  max,
});

export const atMost = (measure: Measure, max: number, ms: number): Goal => ({
  text: `${WORDS[measure]}: at most ${max}, ${ms} ms latency`,
  value: (cases) => valueOf(cases, ms, 'ours', measure),
  max,
});

/** A user of the HTTP Request node changes over for a clear gain. */
const MIN_GAIN = 2.5;

export const fasterThanHttpRequest = (...latenciesMs: number[]): Goal[] =>
  latenciesMs.map((ms) => timesAsFast('httpRequest', MIN_GAIN, ms));

const MAX_GROWTH_MIB = 60;

/** Limits memory: one process of n8n works for many workflows at once. */
export const littleMemory = (...latenciesMs: number[]): Goal[] =>
  latenciesMs.map((ms) => atMost('grownMiB', MAX_GROWTH_MIB, ms));

/** What may not grow faster than the work, and below what of it nothing can be told. */
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

/** What a task has in common with others that are done in three sizes, to show how its cost grows. */
export const growing = (unit: string, latencyMs: number, ...sizes: [number, number, number]) => ({
  unit,
  cases: sizes.map((amount) => ({ latencyMs, amount })),
  goals: GROWTH_GOALS,
});

export const valueOf = (
  cases: readonly MeasuredCase[],
  latencyMs: number,
  side: SideName,
  measure: Measure,
): number => caseOf(cases, latencyMs)?.medians[side]?.[measure] ?? NaN;

const caseOf = (cases: readonly MeasuredCase[], latencyMs: number) =>
  cases.find((one) => one.latencyMs === latencyMs);
