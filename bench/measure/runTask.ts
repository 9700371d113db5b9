import { join } from 'node:path';
import packOnce from '../../harness/packedPackage';
import { runCommand } from '../../start/command';
import { projectRoot } from '../../start/paths';
import { caseResult, type Samples, type TaskResult } from '../report/results';
import { startServer, type BenchServer } from '../server/start';
import { SIDE_NAMES, SIDES, type Case, type SideName, type Task } from '../task';
import { runSide } from './runSide';

export interface Rounds {
  rounds: number;
  /** All if left out. */
  sides?: SideName[];
}

/** Builds and packs the package, and does the work beside a server, which is stopped afterwards. */
export async function withFreshPackage(
  work: (server: BenchServer) => Promise<void>,
): Promise<void> {
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  packOnce();
  const server = startServer();
  try {
    await work(server);
  } finally {
    server.stop();
  }
}

/** All sides do all cases of a task, in turn. */
export async function runTask(
  server: BenchServer,
  task: Task,
  { rounds, sides }: Rounds,
): Promise<TaskResult> {
  console.log(`\n${task.title} (${task.name})`);
  const measured = task.cases.map((one) => ({ one, samples: noSamples(task, one, sides) }));
  for (let round = 0; round < rounds; round++) {
    for (const { one, samples } of measured) {
      for (const side of inTurn(Object.keys(samples) as SideName[], round)) {
        const sample = await runSide(server, task, side, one);
        samples[side]?.push(sample);
        const seconds = sample.seconds.toFixed(3);
        console.log(`  round ${round + 1}, ${nameOf(task, one)}, ${SIDES[side]}: ${seconds} s`);
      }
    }
  }
  const cases = measured.map(({ one, samples }) => caseResult(one, samples));
  return { task: task.name, rounds, cases };
}

function noSamples(task: Task, { amount }: Case, chosen: SideName[] = SIDE_NAMES): Samples {
  const { sides, maxForHttpRequest = Infinity } = task;
  const names = SIDE_NAMES.filter((side) => sides[side] && chosen.includes(side));
  const able = names.filter((side) => side !== 'httpRequest' || amount <= maxForHttpRequest);
  return Object.fromEntries(able.map((side) => [side, []]));
}

export function nameOf({ unit }: Task, { latencyMs, amount }: Case): string {
  return unit === undefined ? `${latencyMs} ms` : `${amount} ${unit}`;
}

/** Each round starts with another side, and every other one goes the other way: none always follows the same one. */
function inTurn(names: readonly SideName[], round: number): SideName[] {
  const start = round % Math.max(1, names.length);
  const order = [...names.slice(start), ...names.slice(0, start)];
  return round % 2 === 0 ? order : order.reverse();
}
