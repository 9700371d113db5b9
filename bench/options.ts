import { parseArgs } from 'node:util';
import { findTask, TASKS } from './tasks';
import { SIDES, type SideName, type Task } from './tasks/task';

export interface BenchOptions {
  tasks: Task[];
  rounds: number;
  /** All where left out. */
  sides?: SideName[];
}

export const USUAL_ROUNDS = 5;

/** Reads `[task …] [--rounds 5] [--sides ours,bare]`. */
export function readOptions(args: string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string' }, sides: { type: 'string' } },
  });
  const rounds = Number(values.rounds ?? USUAL_ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds wants a whole number');
  return {
    tasks: positionals.length > 0 ? positionals.map(findTask) : TASKS,
    rounds,
    sides: values.sides?.split(',').map(sideNamed),
  };
}

function sideNamed(name: string): SideName {
  if (name in SIDES) return name as SideName;
  throw new Error(`There is no side "${name}". There are: ${Object.keys(SIDES).join(', ')}`);
}
