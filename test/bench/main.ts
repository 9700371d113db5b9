/** `npm run bench`: this package, n8n's own nodes and a bare loop, or an earlier package, do the same work, in turn. */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import packOnce, { PACKAGE_FOLDER } from '../support/packedPackage';
import { readOptionsOrExit } from '../../sandbox/commandLine';
import { runCommand } from '../../start/command';
import { installN8n } from '../../start/localN8n/localN8n';
import { projectRoot } from '../../start/paths';
import { runSide } from './measure/runSide';
import { caseName, missedGoals, performanceFiles, section } from './report/page';
import { caseResult, formatted, keepResults, type TaskResult } from './report/results';
import { SIDE_NAMES, SIDES, type Sample, type SideName, type Task } from './task';
import { TASKS } from './tasks';

const USUAL_ROUNDS = 3;
const USUAL_SIDES: SideName[] = SIDE_NAMES.filter((side) => side !== 'earlier');
const EARLIER = join(projectRoot, '.local', 'bench', 'earlier');

const USAGE = `This package, n8n's own nodes and a bare loop do the same work, in turn.

  npm run bench -- [task ...] [options]

  --rounds <n>       how often each task is done (default ${USUAL_ROUNDS})
  --sides <names>    only these, with commas in between: ${USUAL_SIDES.join(', ')}
  --against <file>   this package and an earlier one instead, which "npm pack" made
  --help             this text

  Without tasks and options, the pages of docs get the figures; the tree must then be as it is committed.
  Tasks, all if none is named; a part of a name stands for all that hold it: ${TASKS.map(({ name }) => name).join(', ')}
`;

function readOptions(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      sides: { type: 'string' },
      against: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1)) {
    throw new Error('--rounds needs a whole number');
  }
  const named = (values.sides?.split(',') ?? USUAL_SIDES) as SideName[];
  const unknown = named.find((side) => !USUAL_SIDES.includes(side));
  if (unknown !== undefined) throw new Error(`There is no side "${unknown}"`);
  const earlier = values.against && resolve(values.against);
  return {
    tasks: positionals.length > 0 ? positionals.flatMap(tasksNamed) : TASKS,
    rounds,
    sides: earlier ? (['ours', 'earlier'] satisfies SideName[]) : named,
    earlier,
    isForPages: args.length === 0,
  };
}

function tasksNamed(part: string): Task[] {
  const named = TASKS.filter(({ name }) => name.includes(part));
  if (named.length === 0) throw new Error(`There is no task "${part}"`);
  return named;
}

async function main(): Promise<void> {
  const { tasks, rounds, sides, earlier, isForPages } = readOptionsOrExit(USAGE, readOptions);
  const commit = isForPages ? await committedTree() : '';
  await installN8n();
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  packOnce();
  if (earlier) await unpack(earlier);
  const results: TaskResult[] = [];
  for (const task of tasks) {
    const result = await runTask(task, rounds ?? task.rounds ?? USUAL_ROUNDS, sides);
    console.log(await formatted('task.md', section(result)));
    results.push(result);
  }
  if (earlier) return;
  console.log(`\nMissed: ${missedGoals(results).join('\n        ') || 'nothing'}`);
  if (!isForPages) return;
  const pages = await performanceFiles(await keepResults(commit, results));
  for (const [file, text] of pages) writeFileSync(file, text);
  console.log('docs/performance.md and docs/dev/performance.md show these figures now.');
}

/** @returns current commit @throws Error if a file is not committed, since the figures would name the wrong code */
async function committedTree(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: projectRoot })).stdout.trim();
  const changed = await git('status', '--porcelain');
  if (changed) throw new Error(`Commit these files first, the pages name a commit:\n${changed}`);
  return await git('rev-parse', '--short=8', 'HEAD');
}

async function unpack(archive: string): Promise<void> {
  rmSync(EARLIER, { recursive: true, force: true });
  mkdirSync(EARLIER, { recursive: true });
  await runCommand('tar', ['-xzf', archive, '-C', EARLIER], projectRoot);
}

async function runTask(task: Task, rounds: number, chosen: SideName[]): Promise<TaskResult> {
  console.log(`\n${task.title} (${task.name})`);
  const { sides, maxForHttpRequest = Infinity } = task;
  const measured = task.cases.map((one) => ({
    one,
    samples: new Map<SideName, Sample[]>(
      chosen
        .filter((side) => sides[side] ?? side === 'earlier')
        .filter((side) => side !== 'httpRequest' || one.amount <= maxForHttpRequest)
        .map((side) => [side, []]),
    ),
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { one, samples } of measured) {
      for (const [name, each] of inTurn([...samples], round)) {
        const isEarlier = name === 'earlier';
        const folder = isEarlier ? join(EARLIER, 'package') : PACKAGE_FOLDER;
        const sample = await runSide(task, isEarlier ? 'ours' : name, one, folder);
        each.push(sample);
        const seconds = sample.seconds.toFixed(3);
        console.log(`  round ${round + 1}, ${caseName(task, one)}, ${SIDES[name]}: ${seconds} s`);
      }
    }
  }
  const cases = measured.map(({ one, samples }) => caseResult(one, samples));
  return { task: task.name, rounds, cases };
}

/** Rotates the sides, and reverses every other round, so that no side always follows the same one. */
function inTurn<T>(sides: readonly T[], round: number): T[] {
  const start = round % Math.max(1, sides.length);
  const order = [...sides.slice(start), ...sides.slice(0, start)];
  return round % 2 === 0 ? order : order.reverse();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
