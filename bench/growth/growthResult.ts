import type { Sample } from '../sample';
import type { Medians } from '../task';

/** What was measured for a growth task, from the smallest size to the largest. */
export interface GrowthResult {
  task: string;
  rounds: number;
  sizes: Array<{ size: number; medians: Medians }>;
}

/** What may not grow faster than the work, and below what of it nothing can be told. */
export const GROWING = {
  seconds: 0.05,
  cpuSeconds: 0.05,
  requests: 1,
  grownMiB: 16,
} satisfies Partial<Record<keyof Sample, number>>;

export type GrowingMeasure = keyof typeof GROWING;

/** What each piece of the work may take at the largest size, where it took 1 at the middle one. */
export const MOST_GROWTH = 1.5;

/** What this package took, at least as much as can be told apart from nothing. */
export function amountsOf({ sizes }: GrowthResult, measure: GrowingMeasure): number[] {
  return sizes.map(({ medians }) =>
    Math.max(GROWING[measure], medians.ours?.[measure] ?? Number.NaN),
  );
}

/** What each piece of the work takes at the largest size, where it took 1 at the middle one. */
export function growthOf(result: GrowthResult, measure: GrowingMeasure): number {
  const pieces = result.sizes.map(({ size }) => size);
  const each = amountsOf(result, measure).map((amount, index) => amount / (pieces[index] ?? 1));
  return (each.at(-1) ?? Number.NaN) / (each.at(-2) ?? Number.NaN);
}
