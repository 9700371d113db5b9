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

export const USAGE = `This package, n8n's own nodes and a bare loop do the same work, in turn.

  npm run bench -- [task ...] [options]

  --rounds <n>     how often each task is done (default ${USUAL_ROUNDS})
  --sides <names>  only these, with commas in between: ${Object.keys(SIDES).join(', ')}
  --help           this text

  Tasks, all where none is named: ${TASKS.map(({ name }) => name).join(', ')}
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
