import { GROWTH_TASKS } from '../growth';
import {
  GROWING,
  growthOf,
  MOST_GROWTH,
  type GrowingMeasure,
  type GrowthResult,
} from '../growth/growthResult';
import type { GrowthTask } from '../growth/growthTask';
import { SIDES, type SideName } from '../task';
import { significant, whole } from './numbers';

const MEASURES = Object.keys(GROWING) as GrowingMeasure[];

const MEASURE_TITLES: Record<GrowingMeasure, string> = {
  seconds: 'Time (s)',
  cpuSeconds: 'CPU (s)',
  requests: 'Requests',
  grownMiB: 'Memory (MiB)',
};

export const GROWTH_COLUMNS = ['', 'Side', ...MEASURES.map((measure) => MEASURE_TITLES[measure])];

export function growthTaskOf({ task }: GrowthResult): GrowthTask {
  const found = GROWTH_TASKS.find(({ name }) => name === task);
  if (!found) throw new Error(`There is no growth task "${task}"`);
  return found;
}

/** One row a size and side, then how much more a piece takes at the largest size. */
export function growthRows(result: GrowthResult): string[][] {
  const { unit } = growthTaskOf(result);
  const rows = result.sizes.flatMap(({ size, medians }) =>
    (Object.keys(SIDES) as SideName[]).flatMap((side) => {
      const sample = medians[side];
      if (!sample) return [];
      const { seconds, cpuSeconds, requests, grownMiB } = sample;
      const shown = [
        significant(seconds),
        significant(cpuSeconds),
        whole(requests),
        whole(grownMiB),
      ];
      return [[`${size.toLocaleString('en')} ${unit}`, SIDES[side], ...shown]];
    }),
  );
  const factors = MEASURES.map((measure) => `× ${significant(growthOf(result, measure))}`);
  return [...rows, ['For each at the largest size', SIDES.ours, ...factors]];
}

export function missedGrowth(results: readonly GrowthResult[]): string[] {
  return results.flatMap((result) =>
    MEASURES.filter((measure) => growthOf(result, measure) > MOST_GROWTH).map((measure) => {
      const factor = significant(growthOf(result, measure));
      return `${growthTaskOf(result).title}: ${MEASURE_TITLES[measure]} grows faster than the work (× ${factor})`;
    }),
  );
}
