/** `npm run bench`: this package, n8n's own nodes and a bare loop do the same work, in turn. */
import { join } from 'node:path';
import { runCommand } from '../start/command';
import { installN8n } from '../start/localN8n';
import { projectRoot } from '../start/paths';
import { understood } from '../start/usage';
import packOnce from '../harness/packedPackage';
import { runGrowth } from './growth/runGrowth';
import type { GrowthResult } from './growth/growthResult';
import { runTask } from './measure/runTask';
import { isUsual, readOptions, roundsFor, USAGE } from './options';
import { missedGrowth } from './report/growthTable';
import { keepResults, type TaskResult } from './report/results';
import { writePerformancePage } from './report/page';
import { printGrowth, printTask } from './report/print';
import { missedGoals } from './report/table';
import { startServer } from './server/start';

async function main(): Promise<void> {
  const options = understood(USAGE, readOptions);
  await installN8n();
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  packOnce();
  const server = startServer();
  const results: TaskResult[] = [];
  const grown: GrowthResult[] = [];
  try {
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
  } finally {
    server.stop();
  }
  const missed = [...missedGoals(results), ...missedGrowth(grown)];
  console.log(`\nMissed: ${missed.join('\n        ') || 'nothing'}`);
  if (!isUsual(options)) {
    console.log('docs/performance.md is left alone: it takes all sides and the usual rounds.');
    return;
  }
  await writePerformancePage(await keepResults(results, grown));
  console.log('docs/performance.md shows these figures now.');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
