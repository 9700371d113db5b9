import type { Sample } from '../task';
import type { TaskResult } from './results';

/** What may not grow faster than the work, and below what of it nothing can be told. */
export const GROWING = {
  seconds: 0.05,
  cpuSeconds: 0.05,
  requests: 1,
  grownMiB: 16,
} satisfies Partial<Record<keyof Sample, number>>;

export type GrowingMeasure = keyof typeof GROWING;

/** What this package took in each size, at least as much as can be told apart from nothing. */
export function amountsOf({ cases }: TaskResult, measure: GrowingMeasure): number[] {
  return cases.map(({ medians }) =>
    Math.max(GROWING[measure], medians.ours?.[measure] ?? Number.NaN),
  );
}

/** What each piece of the work takes at the largest size, if it took 1 at the middle one. */
export function growthOf(result: TaskResult, measure: GrowingMeasure): number {
  const each = amountsOf(result, measure).map(
    (amount, index) => amount / (result.cases[index]?.amount ?? 1),
  );
  return (each.at(-1) ?? Number.NaN) / (each.at(-2) ?? Number.NaN);
}
