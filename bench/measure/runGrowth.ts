import { addRound, noSamples, type Rounds } from './runTask';
import { mediansFrom } from '../report/results';
import type { BenchServer } from '../server/start';
import { exerciseOf, type GrowthTask } from '../growth/growthTask';
import type { GrowthResult } from '../growth/growthResult';

/** Does the work in each size, the sizes in turn. */
export async function runGrowth(
  server: BenchServer,
  task: GrowthTask,
  { rounds, sides }: Rounds,
): Promise<GrowthResult> {
  const { name, title, unit, latencyMs } = task;
  console.log(`\n${title} (${name})`);
  const measured = task.sizes.map((size) => {
    const exercise = exerciseOf(task, size);
    return { size, exercise, samples: noSamples(exercise, sides) };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { size, exercise, samples } of measured) {
      console.log(`  ${size} ${unit}`);
      await addRound(server, exercise, { latencyMs, round }, samples);
    }
  }
  const sizes = measured.map(({ size, samples }) => ({ size, medians: mediansFrom(samples) }));
  return { task: name, rounds, sizes };
}
