import { resultOf, type Samples, type TaskResult } from '../report/results';
import type { BenchServer } from '../server/start';
import { SIDES, type Exercise, type SideName, type Task } from '../task';
import { runSide } from './runSide';

export interface Rounds {
  rounds: number;
  /** All where left out. */
  sides?: SideName[];
}

/** All sides do a task at all of its latencies. */
export async function runTask(
  server: BenchServer,
  task: Task,
  { rounds, sides }: Rounds,
): Promise<TaskResult> {
  console.log(`\n${task.title} (${task.name})`);
  const samples = task.latenciesMs.map((latencyMs) => ({
    latencyMs,
    sides: noSamples(task, sides),
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { latencyMs, sides: bySide } of samples) {
      await addRound(server, task, { latencyMs, round }, bySide);
    }
  }
  const latencies = samples.map(({ latencyMs, sides: each }) => resultOf(latencyMs, each));
  return { task: task.name, rounds, latencies };
}

export function noSamples({ sides }: Exercise, chosen: SideName[] | undefined): Samples {
  const names = (Object.keys(sides) as SideName[]).filter((name) => chosen?.includes(name) ?? true);
  return Object.fromEntries(names.map((name) => [name, []]));
}

/** Has each side do its work once. */
export async function addRound(
  server: BenchServer,
  exercise: Exercise,
  { latencyMs, round }: { latencyMs: number; round: number },
  bySide: Samples,
): Promise<void> {
  for (const name of orderOf(Object.keys(bySide) as SideName[], round)) {
    const sample = await runSide(server, exercise, name, latencyMs);
    bySide[name]?.push(sample);
    const seconds = sample.seconds.toFixed(3);
    console.log(`  round ${round + 1}, ${latencyMs} ms, ${SIDES[name]}: ${seconds} s`);
  }
}

/** Each round starts with another side, and every other one goes the other way: none always follows the same one. */
function orderOf(names: readonly SideName[], round: number): SideName[] {
  const start = round % Math.max(1, names.length);
  const order = [...names.slice(start), ...names.slice(0, start)];
  return round % 2 === 0 ? order : order.reverse();
}
