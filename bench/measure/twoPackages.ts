import { median, significant } from '../report/numbers';
import type { BenchServer } from '../server/start';
import type { Task } from '../task';
import { runSide } from './runSide';
import type { Sample } from '../sample';

export interface ComparedPackage {
  /** What it is called in the output. */
  name: string;
  folder: string;
}

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
  packages: readonly [ComparedPackage, ComparedPackage],
  rounds: number,
): Promise<void> {
  const samples = new Map(packages.map(({ name }) => [name, [] as Sample[]]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, folder } of round % 2 ? packages.toReversed() : packages) {
      samples.get(name)?.push(await runSide(server, task, 'ours', latencyMs, folder));
    }
  }
  console.log(title);
  for (const [measure, key] of MEASURES) {
    const medians = [...samples].map(
      ([name, each]) => [name, median(each.map((sample) => sample[key]))] as const,
    );
    const [first = 0, second = 0] = medians.map(([, value]) => value);
    if (first === 0 && second === 0) continue;
    const told = medians.map(([name, value]) => `${significant(value)} ${name}`).join(', ');
    console.log(`  ${measure}: ${told}: ${significant(second / first)}`);
  }
}
