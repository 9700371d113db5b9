import { TIMED_RULES } from './model/problem';
import { describePlan, drawPlan } from './plan';
import { playSequence, type SequenceReport } from './sequence';

/** Sequences wait nearly all of their time. */
const AT_ONCE = 8;
const MAX_SHOWN = 6;

export interface Campaign {
  seeds: number[];
  /** Part of the names of operations. */
  operation: string;
  /** Whether sequences without problems are described. */
  tellsAll: boolean;
}

export interface Tally {
  sequences: number;
  faults: number;
  /** Sequences that broke a rule which depends on time, but kept it when they were played again alone. */
  passing: number;
  /** Rules that each failed sequence broke. */
  failed: string[];
}

export async function playCampaign({ seeds, operation, tellsAll }: Campaign): Promise<Tally> {
  const tally: Tally = { sequences: 0, faults: 0, passing: 0, failed: [] };
  const suspects: number[] = [];
  const fail = (seed: number, report: SequenceReport) => {
    tally.failed.push([...new Set(report.problems.map(({ rule }) => rule))].join(' '));
    console.log(`${describe(seed, report)}\n`);
  };
  const waiting = [...seeds];
  const players = Array.from({ length: AT_ONCE }, async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const plan = drawPlan(seed);
      if (!`${plan.operation.node} ${plan.operation.name}`.includes(operation)) continue;
      const report = await playSequence(plan);
      tally.sequences++;
      tally.faults += report.happened.length;
      if (report.problems.some(({ rule }) => !TIMED_RULES.has(rule))) fail(seed, report);
      else if (report.problems.length > 0) suspects.push(seed);
      else if (tellsAll) console.log(describe(seed, report));
    }
  });
  await Promise.all(players);
  for (const seed of suspects) {
    const again = await playSequence(drawPlan(seed));
    if (again.problems.length > 0) fail(seed, again);
    else tally.passing++;
  }
  return tally;
}

function describe(seed: number, { problems, happened, said }: SequenceReport): string {
  return [
    `seed ${seed}   (npm run test:chaos -- --only ${seed})`,
    describePlan(drawPlan(seed)),
    ...problems.slice(0, MAX_SHOWN).map(({ rule, text }) => `  ${rule}: ${text}`),
    ...(problems.length > MAX_SHOWN ? [`  … and ${problems.length - MAX_SHOWN} more`] : []),
    `  happened: ${happened.join(', ') || 'nothing'}`,
    said,
  ].join('\n');
}
