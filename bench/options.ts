import { parseArgs } from 'node:util';
import { findTask, TASKS } from './tasks';
import { SIDE_NAMES, type SideName, type Task } from './task';

export interface BenchOptions {
  tasks: Task[];
  /** The usual ones if left out. */
  rounds?: number;
  /** All if left out. */
  sides?: SideName[];
}

export const USUAL_ROUNDS = 5;
/** Sizes are compared, which says more than another round. */
const USUAL_ROUNDS_OF_GROWTH = 3;
const ALL_GROWTH = 'growth';
const GROWTH_TASKS = TASKS.filter(({ unit }) => unit !== undefined);

export const namesOf = (tasks: Task[]) => tasks.map(({ name }) => name).join(', ');

export const USAGE = `This package, n8n's own nodes and a bare loop do the same work, in turn.

  npm run bench -- [task ...] [options]

  --rounds <n>     how often each task is done (default ${USUAL_ROUNDS}, of growth ${USUAL_ROUNDS_OF_GROWTH} at most)
  --sides <names>  only these, with commas in between: ${SIDE_NAMES.join(', ')}
  --help           this text

  Tasks, all if none is named; those of growth with "${ALL_GROWTH}": ${namesOf(TASKS)}
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
  const named = positionals.flatMap((name) =>
    name === ALL_GROWTH ? GROWTH_TASKS : [findTask(name)],
  );
  return {
    tasks: positionals.length > 0 ? named : TASKS,
    rounds: readRounds(values.rounds),
    sides: values.sides?.split(',').map(sideNamed),
  };
}

/** @throws Error if it is not a number of rounds */
export function readRounds(text: string | undefined): number | undefined {
  const rounds = text === undefined ? undefined : Number(text);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1)) {
    throw new Error('--rounds needs a whole number');
  }
  return rounds;
}

export function usualRounds({ rounds, unit }: Task): number {
  return rounds ?? (unit === undefined ? USUAL_ROUNDS : USUAL_ROUNDS_OF_GROWTH);
}

function sideNamed(name: string): SideName {
  const side = SIDE_NAMES.find((one) => one === name);
  if (side) return side;
  throw new Error(`There is no side "${name}". Available: ${SIDE_NAMES.join(', ')}`);
}
