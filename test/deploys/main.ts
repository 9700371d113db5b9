import packOnce from '../../harness/packedPackage';
import { understood } from '../../sandbox/commandLine';
import { readOptions, USAGE } from './options';
import type { Played } from './play';

const TOLD_EVERY = 25;

/** `npm run test:deploys` */
async function main(): Promise<number> {
  const { faults, kills, together, seed, ages } = understood(USAGE, readOptions);
  packOnce();
  // A platform that hangs is given up soon.
  process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS ??= '1';
  const { playFaultSequences, playKillSequences, playPairs } = await import('./play');
  const steps = [
    ['with faults', faults, playFaultSequences],
    ['with killed processes', kills, playKillSequences],
    ['from two processes at once', together, playPairs],
  ] as const;
  let failed = 0;
  for (const [what, count, play] of steps) {
    if (count === 0) continue;
    const startedMs = Date.now();
    let told = 0;
    const onPlayed = ({ sequences, failures }: Played) => {
      for (; told < failures.length; told++) tell(failures[told]);
      if (sequences % TOLD_EVERY === 0) console.error(`${sequences} ${what}`);
    };
    const { sequences, failures, counts } = await play(count, { first: seed, ages, onPlayed });
    const also = [...counts].map(([name, number]) => `, ${number} ${name}`).join('');
    const seconds = Math.round((Date.now() - startedMs) / 1_000);
    failed += failures.length;
    console.log(
      `${sequences} sequences of deploys ${what}${also}: ${sequences - failures.length} held, ${failures.length} did not (${seconds} s)`,
    );
  }
  return failed === 0 ? 0 : 1;
}

function tell(failure: Played['failures'][number] | undefined): void {
  if (!failure) return;
  const { seed, age, problems } = failure;
  console.log(`seed ${seed}, platform of ${age}:\n${problems.map((one) => `  ${one}`).join('\n')}`);
}

void main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
