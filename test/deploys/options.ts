import { parseArgs } from 'node:util';
import { AGES, type Age } from '../../sandbox';

export interface DeployTestOptions {
  /** Sequences of deploys with random faults. */
  faults: number;
  /** Deploying processes that are killed. */
  kills: number;
  /** Pairs of processes that deploy at the same time. */
  together: number;
  /** Of the first sequence; the others count on from there. */
  seed: number;
  /** Played in turn. */
  ages: readonly Age[];
}

const PLATFORMS: ReadonlyMap<string, readonly Age[]> = new Map([
  ['all', AGES],
  ['new', AGES.filter((age) => age === 'today')],
  ['old', AGES.filter((age) => age !== 'today')],
]);

export const USAGE = `Disturbed deploys, each followed by one that is not: nothing may be there twice, be lost or differ, and a plan has to be empty.

  npm run test:deploys -- [options]

  --faults <n>       sequences of deploys with random faults and cancels (default 500)
  --kills <n>        deploying processes that are killed with SIGKILL (default 200)
  --together <n>     pairs of processes that deploy to one target at the same time (default 50)
  --seed <n>         seed of the first sequence (default 1); the others count on from there
  --platforms <p>    all (default), new or old: ages of the platform, played in turn
  --help             this text
`;

/** @throws Error that says which option cannot be used */
export function readOptions(given: readonly string[]): DeployTestOptions | 'help' {
  const { values } = parseArgs({
    args: [...given],
    strict: true,
    allowPositionals: false,
    options: {
      faults: { type: 'string' },
      kills: { type: 'string' },
      together: { type: 'string' },
      seed: { type: 'string' },
      platforms: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const ages = PLATFORMS.get(values.platforms ?? 'all');
  if (!ages) throw new Error(`--platforms must be all, new or old, not "${values.platforms}"`);
  return {
    faults: whole('faults', values.faults, 500),
    kills: whole('kills', values.kills, 200),
    together: whole('together', values.together, 50),
    seed: whole('seed', values.seed, 1),
    ages,
  };
}

function whole(name: string, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number, not "${text}"`);
}
