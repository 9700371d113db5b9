import { parseArgs } from 'node:util';
import { GROWTH_TASKS } from './growth';
import type { GrowthTask } from './growth/growthTask';
import type { Rounds } from './measure/runTask';
import { TASKS } from './tasks';
import { SIDES, type SideName, type Task } from './task';

export interface BenchOptions {
  tasks: Task[];
  growth: GrowthTask[];
  /** The usual ones where left out. */
  rounds?: number;
  /** All where left out. */
  sides?: SideName[];
}

export const USUAL_ROUNDS = 5;
/** Sizes are compared, which tells more than another round. */
const USUAL_ROUNDS_OF_GROWTH = 3;
const ALL_GROWTH = 'growth';

export const USAGE = `This package, n8n's own nodes and a bare loop do the same work, in turn.

  npm run bench -- [task ...] [options]

  --rounds <n>     how often each task is done (default ${USUAL_ROUNDS}, of growth ${USUAL_ROUNDS_OF_GROWTH} at most)
  --sides <names>  only these, with commas in between: ${Object.keys(SIDES).join(', ')}
  --help           this text

  Tasks, all where none is named: ${TASKS.map(({ name }) => name).join(', ')}
  Of growth, all of them with "${ALL_GROWTH}": ${GROWTH_TASKS.map(({ name }) => name).join(', ')}
`;

/** @throws Error that says which task or option cannot be used */
export function readOptions(args: string[]): BenchOptions | 'help' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      sides: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const rounds = readRounds(values.rounds);
  return { ...chosen(positionals), rounds, sides: values.sides?.split(',').map(sideNamed) };
}

/** @throws Error where it is not a number of rounds */
export function readRounds(text: string | undefined): number | undefined {
  const rounds = text === undefined ? undefined : Number(text);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1)) {
    throw new Error('--rounds wants a whole number');
  }
  return rounds;
}

export function roundsFor({ rounds, sides }: BenchOptions, task?: GrowthTask): Rounds {
  const usual = task ? (task.rounds ?? USUAL_ROUNDS_OF_GROWTH) : USUAL_ROUNDS;
  return { rounds: rounds ?? usual, sides };
}

/** Whether what is measured is what the page shows. */
export function isUsual({ rounds = USUAL_ROUNDS, sides }: BenchOptions): boolean {
  return rounds >= USUAL_ROUNDS && sides === undefined;
}

function chosen(names: string[]): Pick<BenchOptions, 'tasks' | 'growth'> {
  if (names.length === 0) return { tasks: TASKS, growth: GROWTH_TASKS };
  const known = [...TASKS, ...GROWTH_TASKS].map(({ name }) => name);
  const unknown = names.find((name) => name !== ALL_GROWTH && !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `There is no task "${unknown}". Available: ${[...known, ALL_GROWTH].join(', ')}`,
    );
  }
  const isAll = names.includes(ALL_GROWTH);
  return {
    tasks: TASKS.filter(({ name }) => names.includes(name)),
    growth: GROWTH_TASKS.filter(({ name }) => isAll || names.includes(name)),
  };
}

function sideNamed(name: string): SideName {
  if (name in SIDES) return name as SideName;
  throw new Error(`There is no side "${name}". Available: ${Object.keys(SIDES).join(', ')}`);
}
