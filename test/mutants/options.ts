import { parseArgs } from 'node:util';

export interface MutantOptions {
  /** How many places are broken, one at a time. */
  amount: number;
  /** Chooses the places. */
  seed: number;
  /** Copies of the project in which mutants are tried at the same time. */
  atOnce: number;
  /** Only files whose path begins so. */
  below: string;
}

export const USAGE = `Breaks the platform client and the nodes on purpose, in one small place at a time, and looks whether a test notices.

  npm run test:mutants -- [options]

  --amount <n>   how many places (default 100)
  --seed <n>     chooses the places (default 1)
  --at-once <n>  how many are tried at the same time (default 2)
  --in <path>    only in files whose path begins so, as nodes/Projects
  --help         this text
`;

/** @throws Error that says which option cannot be used */
export function readOptions(args: string[]): MutantOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      amount: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      'at-once': { type: 'string', default: '2' },
      in: { type: 'string', default: '' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const [amount, seed, atOnce] = [values.amount, values.seed, values['at-once']].map(Number);
  if (!isCount(amount) || !isCount(seed) || !isCount(atOnce)) {
    throw new Error('--amount, --seed and --at-once want whole numbers from 1 on');
  }
  return { amount, seed, atOnce, below: values.in };
}

function isCount(value: number | undefined): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}
