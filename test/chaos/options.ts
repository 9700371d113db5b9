import { parseArgs } from 'node:util';

export interface ChaosOptions {
  sequences: number;
  /** Of the first sequence; the others count on from there. */
  seed: number;
  /** Play this one alone, with what it says and what went wrong. */
  only?: number;
  /** Sequences under way at once, in each process. */
  atOnce: number;
  processes: number;
  /** Only operations and triggers whose name holds this text. */
  operation?: string;
  /** Play against the package that is packed already. */
  isPacked: boolean;
}

export const USAGE = `Random accidents at all operations of all nodes; a model compares what the platform did with what the nodes said.

  npm run test:chaos -- [options]

  --sequences <n>   how many sequences (default 2000)
  --seed <n>        seed of the first one (default 1); the others count on from there
  --only <seed>     play this one alone and tell what happened
  --operation <t>   only operations and triggers whose name holds the text, as job.run
  --processes <n>   processes (default 4: most of the time is waiting)
  --at-once <n>     sequences under way at once in each process (default 8)
  --packed          play against the package that is packed already, as within the other tests
  --help            this text
`;

/** @throws Error that says which option cannot be used */
export function readOptions(given: readonly string[]): ChaosOptions | 'help' {
  const { values } = parseArgs({
    args: [...given],
    strict: true,
    allowPositionals: false,
    options: {
      sequences: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      operation: { type: 'string' },
      processes: { type: 'string' },
      'at-once': { type: 'string' },
      packed: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  return {
    sequences: whole('sequences', values.sequences, 2_000),
    seed: whole('seed', values.seed, 1),
    only: values.only === undefined ? undefined : whole('only', values.only, 0),
    operation: values.operation,
    processes: whole('processes', values.processes, 4),
    atOnce: whole('at-once', values['at-once'], 8),
    isPacked: values.packed === true,
  };
}

function whole(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number, not "${text}"`);
}
