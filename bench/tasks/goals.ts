import type { Sample } from '../measure/sample';
import { SIDES, type Goal, type Medians, type SideName } from './task';

type Measure = keyof Sample;

/** Another side needs so many times what ours needs. */
export function timesLess(
  measure: Measure,
  than: SideName,
  least: number,
  latencyMs: number,
): Goal {
  return {
    text: `${WORDS[measure]}: ${least} times less than ${SIDES[than]}`,
    latencyMs,
    value: (medians) => valueOf(medians, than, measure) / valueOf(medians, 'ours', measure),
    least,
  };
}

/** Ours is so many times as fast as another side. */
export function timesAsFast(than: SideName, least: number, latencyMs: number): Goal {
  return {
    ...timesLess('seconds', than, least, latencyMs),
    text: `${least} times as fast as ${SIDES[than]}`,
  };
}

export function atMost(measure: Measure, most: number, latencyMs: number): Goal {
  return {
    text: `${WORDS[measure]}: at most ${most}`,
    latencyMs,
    value: (medians) => valueOf(medians, 'ours', measure),
    most,
  };
}

export function valueOf(medians: Medians, side: SideName, measure: Measure): number {
  return medians[side]?.[measure] ?? Number.NaN;
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
