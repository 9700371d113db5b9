/** `npm run bench`: this package, n8n's own nodes and a bare loop do the same work, in turn. */
import { understood } from '../sandbox/commandLine';
import { installN8n } from '../start/localN8n/localN8n';
import { runTask, withFreshPackage } from './measure/runTask';
import { readOptions, USAGE, USUAL_ROUNDS, usualRounds } from './options';
import { keepResults, type TaskResult } from './report/results';
import { writePerformancePage } from './report/page';
import { missedGoals, printResult } from './report/tables';

async function main(): Promise<void> {
  const { tasks, rounds, sides } = understood(USAGE, readOptions);
  await installN8n();
  const results: TaskResult[] = [];
  await withFreshPackage(async (server) => {
    for (const task of tasks) {
      const result = await runTask(server, task, { rounds: rounds ?? usualRounds(task), sides });
      printResult(result);
      results.push(result);
    }
  });
  console.log(`\nMissed: ${missedGoals(results).join('\n        ') || 'nothing'}`);
  if (sides !== undefined || (rounds ?? USUAL_ROUNDS) < USUAL_ROUNDS) {
    console.log('The pages stay as they are: they need all sides and the usual rounds.');
    return;
  }
  await writePerformancePage(await keepResults(results));
  console.log('docs/performance.md and docs/dev/performance.md show these figures now.');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
