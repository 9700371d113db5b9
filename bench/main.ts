/** `npm run bench`: this package, n8n's own nodes and a bare loop do the same work, in turn. */
import { installN8n } from '../start/localN8n/localN8n';
import { understood } from '../sandbox/commandLine';
import { runGrowth } from './measure/runGrowth';
import type { GrowthResult } from './growth/growthResult';
import { withFreshPackage } from './measure/freshPackage';
import { runTask } from './measure/runTask';
import { isUsual, readOptions, roundsFor, USAGE } from './options';
import { missedGrowth } from './report/growthTable';
import { keepResults, type TaskResult } from './report/results';
import { writePerformancePage } from './report/page';
import { printGrowth, printTask } from './report/print';
import { missedGoals } from './report/table';

async function main(): Promise<void> {
  const options = understood(USAGE, readOptions);
  await installN8n();
  const results: TaskResult[] = [];
  const grown: GrowthResult[] = [];
  await withFreshPackage(async (server) => {
    for (const task of options.tasks) {
      const result = await runTask(server, task, roundsFor(options));
      printTask(task, result);
      results.push(result);
    }
    for (const task of options.growth) {
      const result = await runGrowth(server, task, roundsFor(options, task));
      printGrowth(result);
      grown.push(result);
    }
  });
  const missed = [...missedGoals(results), ...missedGrowth(grown)];
  console.log(`\nMissed: ${missed.join('\n        ') || 'nothing'}`);
  if (!isUsual(options)) {
    console.log('The pages are left alone: they take all sides and the usual rounds.');
    return;
  }
  await writePerformancePage(await keepResults(results, grown));
  console.log('docs/performance.md and docs/dev/performance.md show these figures now.');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
