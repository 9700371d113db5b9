import { TIMED_RULES } from './model/problem';
import { describePlan, planOf } from './plan';
import { playSequence, type SequenceReport } from './sequence';

/** Sequences under way at once: nearly all of their time is waiting. */
const AT_ONCE = 8;
const MAX_SHOWN = 6;

export interface Campaign {
  seeds: number[];
  /** Only operations whose name holds this text. */
  operation: string;
  /** Whether a sequence is described although nothing is wrong. */
  tellsAll: boolean;
}

export interface Tally {
  sequences: number;
  accidents: number;
  /** Number of sequences that broke a rule which depends on time, and kept it when they were played again alone. */
  passing: number;
  /** The rules that each failed sequence has broken. */
  failed: string[];
}

/** Plays many sequences at once, and describes those that fail. */
export async function playCampaign({ seeds, operation, tellsAll }: Campaign): Promise<Tally> {
  const tally: Tally = { sequences: 0, accidents: 0, passing: 0, failed: [] };
  const suspects: number[] = [];
  const fail = (seed: number, report: SequenceReport) => {
    tally.failed.push([...new Set(report.problems.map(({ rule }) => rule))].join(' '));
    console.log(`${describe(seed, report)}\n`);
  };
  const waiting = [...seeds];
  const players = Array.from({ length: AT_ONCE }, async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const plan = planOf(seed);
      if (!`${plan.operation.node} ${plan.operation.name}`.includes(operation)) continue;
      const report = await playSequence(plan);
      tally.sequences++;
      tally.accidents += report.happened.length;
      if (report.problems.some(({ rule }) => !TIMED_RULES.has(rule))) fail(seed, report);
      else if (report.problems.length > 0) suspects.push(seed);
      else if (tellsAll) console.log(describe(seed, report));
    }
  });
  await Promise.all(players);
  for (const seed of suspects) {
    // Alone, with nothing else to do for this process.
    const again = await playSequence(planOf(seed));
    if (again.problems.length > 0) fail(seed, again);
    else tally.passing++;
  }
  return tally;
}

function describe(seed: number, { problems, happened, said }: SequenceReport): string {
  return [
    `seed ${seed}   (npm run test:chaos -- --only ${seed})`,
    describePlan(planOf(seed)),
    ...problems.slice(0, MAX_SHOWN).map(({ rule, text }) => `  ${rule}: ${text}`),
    ...(problems.length > MAX_SHOWN ? [`  … and ${problems.length - MAX_SHOWN} more`] : []),
    `  happened: ${happened.join(', ') || 'nothing'}`,
    said,
  ].join('\n');
}
