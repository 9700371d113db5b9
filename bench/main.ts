/** `npm run bench`: this package, n8n's own nodes and a bare loop do the same work, in turn. */
import { join } from 'node:path';
import { runCommand } from '../start/command';
import { installN8n } from '../start/localN8n';
import { projectRoot } from '../start/paths';
import { understood } from '../start/usage';
import packOnce from '../test/support/packedPackage';
import { runSide } from './measure/runSide';
import { readOptions, USAGE, USUAL_ROUNDS, type BenchOptions } from './options';
import { keepResults, resultOf, type Samples, type TaskResult } from './report/results';
import { writePerformancePage } from './report/page';
import { missedGoals, printTask } from './report/table';
import { startServer, type BenchServer } from './server/start';
import { SIDES, type SideName, type Task } from './tasks/task';

async function main(): Promise<void> {
  const options = understood(USAGE, readOptions);
  await installN8n();
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  packOnce();
  const server = startServer();
  const results: TaskResult[] = [];
  try {
    for (const task of options.tasks) {
      const result = await runTask(server, task, options);
      printTask(task, result);
      results.push(result);
    }
  } finally {
    server.stop();
  }
  console.log(`\nMissed: ${missedGoals(results).join('\n        ') || 'nothing'}`);
  if (options.rounds < USUAL_ROUNDS || options.sides) {
    console.log(
      `docs/performance.md is left alone: it takes all sides and ${USUAL_ROUNDS} rounds.`,
    );
    return;
  }
  await writePerformancePage(await keepResults(results));
  console.log('docs/performance.md shows these figures now.');
}

async function runTask(
  server: BenchServer,
  task: Task,
  { rounds, sides }: BenchOptions,
): Promise<TaskResult> {
  const names = (Object.keys(task.sides) as SideName[]).filter(
    (name) => sides?.includes(name) ?? true,
  );
  const samples = task.latenciesMs.map((latencyMs) => ({
    latencyMs,
    sides: Object.fromEntries(names.map((name) => [name, []])) as Samples,
  }));
  console.log(`\n${task.title} (${task.name})`);
  for (let round = 0; round < rounds; round++) {
    for (const { latencyMs, sides: bySide } of samples) {
      // Each round starts with another side, so that none always follows the same one.
      for (const name of rotated(names, round)) {
        const sample = await runSide(server, task, name, latencyMs);
        bySide[name]?.push(sample);
        const seconds = sample.seconds.toFixed(3);
        console.log(`  round ${round + 1}, ${latencyMs} ms, ${SIDES[name]}: ${seconds} s`);
      }
    }
  }
  const latencies = samples.map(({ latencyMs, sides: each }) => resultOf(latencyMs, each));
  return { task: task.name, rounds, latencies };
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
