import { SIDES, type Goal, type MeasuredCase, type Sample, type SideName } from './task';

type Measure = keyof Sample;

const WORDS: Record<Measure, string> = {
  seconds: 'Seconds',
  cpuSeconds: 'CPU time',
  grownMiB: 'Growth of memory (MiB)',
  requests: 'Requests',
  connections: 'Connections',
  logins: 'Logins',
  uploads: 'Uploads',
};

/** Another side needs so many times what ours needs. */
export function timesLess(measure: Measure, than: SideName, min: number, latencyMs: number): Goal {
  return {
    text: `${WORDS[measure]}: ${min} times less than ${SIDES[than]}, ${latencyMs} ms latency`,
    value: (cases) =>
      valueOf(cases, latencyMs, than, measure) / valueOf(cases, latencyMs, 'ours', measure),
    min,
  };
}

/** Ours is so many times as fast as another side. */
export function timesAsFast(than: SideName, min: number, latencyMs: number): Goal {
  return {
    ...timesLess('seconds', than, min, latencyMs),
    text: `${min} times as fast as ${SIDES[than]}, ${latencyMs} ms latency`,
  };
}

/** The same in each round, not only of the medians. */
export function timesAsFastInEachRound(than: SideName, min: number, latencyMs: number): Goal {
  return {
    ...timesAsFast(than, min, latencyMs),
    text: `${min} times as fast as ${SIDES[than]} in each round, ${latencyMs} ms latency`,
    value: (cases) => {
      const { ours = [], [than]: others = [] } =
        cases.find((one) => one.latencyMs === latencyMs)?.seconds ?? {};
      return ours.map((seconds, round) => (others[round] ?? NaN) / seconds);
    },
  };
}

/** A comparison with the bare side says something only where both have as many connections. */
export function sameConnections(latencyMs: number): Goal {
  return {
    ...timesLess('connections', 'bare', 1, latencyMs),
    text: `Connections of ${SIDES.bare}, ours = 1, ${latencyMs} ms latency`,
    max: 1,
  };
}

export function atMost(measure: Measure, max: number, latencyMs: number): Goal {
  return {
    text: `${WORDS[measure]}: at most ${max}, ${latencyMs} ms latency`,
    value: (cases) => valueOf(cases, latencyMs, 'ours', measure),
    max,
  };
}

/** What may not grow faster than the work, and below what of it nothing can be told. */
export const GROWING = { seconds: 0.05, cpuSeconds: 0.05, requests: 1, grownMiB: 16 };

/** Of a task that is done in three sizes. */
export const GROWTH_GOALS: Goal[] = (Object.keys(GROWING) as Array<keyof typeof GROWING>).map(
  (measure) => ({
    text: `${WORDS[measure]} of each at the largest size, middle size = 1: at most 1.5`,
    value: (cases) => {
      const each = cases.map(
        ({ amount, medians }) =>
          Math.max(GROWING[measure], medians.ours?.[measure] ?? Number.NaN) / amount,
      );
      return (each.at(-1) ?? Number.NaN) / (each.at(-2) ?? Number.NaN);
    },
    max: 1.5,
  }),
);

export function valueOf(
  cases: readonly MeasuredCase[],
  latencyMs: number,
  side: SideName,
  measure: Measure,
): number {
  const found = cases.find((one) => one.latencyMs === latencyMs);
  return found?.medians[side]?.[measure] ?? Number.NaN;
}
