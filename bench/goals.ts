import { SIDES, type Goal, type Measures, type Sample, type SideName } from './task';

type Measure = keyof Sample;

/** Another side needs so many times what ours needs. */
export function timesLess(measure: Measure, than: SideName, min: number, latencyMs: number): Goal {
  return {
    text: `${WORDS[measure]}: ${min} times less than ${SIDES[than]}`,
    latencyMs,
    value: (measures) => valueOf(measures, than, measure) / valueOf(measures, 'ours', measure),
    min,
  };
}

/** Ours is so many times as fast as another side. */
export function timesAsFast(than: SideName, min: number, latencyMs: number): Goal {
  return {
    ...timesLess('seconds', than, min, latencyMs),
    text: `${min} times as fast as ${SIDES[than]}`,
  };
}

/** A comparison with the bare side says something only where both have as many connections. */
export function sameConnections(latencyMs: number): Goal {
  return {
    text: `Connections of ${SIDES.bare}, ours = 1`,
    latencyMs,
    value: (measures) =>
      valueOf(measures, 'bare', 'connections') / valueOf(measures, 'ours', 'connections'),
    min: 1,
    max: 1,
  };
}

/** @param goal about seconds */
export function inEachRound(goal: Goal): Goal {
  return { ...goal, text: `${goal.text}, in each round`, isOfEachRound: true };
}

export function atMost(measure: Measure, max: number, latencyMs: number): Goal {
  return {
    text: `${WORDS[measure]}: at most ${max}`,
    latencyMs,
    value: (measures) => valueOf(measures, 'ours', measure),
    max,
  };
}

export function valueOf(measures: Measures, side: SideName, measure: Measure): number {
  return measures[side]?.[measure] ?? Number.NaN;
}

const WORDS: Record<Measure, string> = {
  seconds: 'Seconds',
  cpuSeconds: 'CPU time',
  grownMiB: 'Growth of memory (MiB)',
  requests: 'Requests',
  connections: 'Connections',
  logins: 'Logins',
  uploads: 'Uploads',
};
