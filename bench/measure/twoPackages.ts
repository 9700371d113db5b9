import { median, significant } from '../report/numbers';
import type { BenchServer } from '../server/start';
import type { Task } from '../tasks/task';
import { runSide } from './runSide';
import type { Sample } from './sample';

/** Two packages by what they are called in the output: the folder of each. */
export type TwoPackages = readonly [first: [string, string], second: [string, string]];

const MEASURES = [
  ['time (s)', 'seconds'],
  ['CPU (s)', 'cpuSeconds'],
  ['memory (MiB)', 'grownMiB'],
  ['requests', 'requests'],
] as const;

/** The same work by two packages, in turn; prints the medians of each and the second's, the first's being 1. */
export async function comparePackages(
  server: BenchServer,
  title: string,
  task: Task,
  latencyMs: number,
  packages: TwoPackages,
  rounds: number,
): Promise<void> {
  const samples = packages.map((): Sample[] => []);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 ? [1, 0] : [0, 1];
    for (const index of order) {
      const [, folder = ''] = packages[index] ?? [];
      samples[index]?.push(await runSide(server, task, 'ours', latencyMs, folder));
    }
  }
  console.log(title);
  for (const [measure, key] of MEASURES) {
    const [first = 0, second = 0] = samples.map((each) => median(each.map((one) => one[key])));
    if (first === 0 && second === 0) continue;
    const told = `${significant(first)} ${packages[0][0]}, ${significant(second)} ${packages[1][0]}`;
    console.log(`  ${measure}: ${told}: ${significant(second / first)}`);
  }
}
