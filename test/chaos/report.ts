import type { Failure, Tally } from './campaign';
import { describePlan, planOf } from './plan';

const MAX_SHOWN = 6;

export function describeFailure({ seed, problems, report }: Failure): string {
  return [
    `seed ${seed}   (npm run test:chaos -- --only ${seed})`,
    describePlan(planOf(seed)),
    ...problems.slice(0, MAX_SHOWN).map(({ rule, text }) => `  ${rule}: ${text}`),
    ...(problems.length > MAX_SHOWN ? [`  … and ${problems.length - MAX_SHOWN} more`] : []),
    `  happened: ${report.happened.join(', ') || 'nothing'}; ${report.requests} requests, ${report.tookMs} ms`,
    report.said,
  ].join('\n');
}

/** One line for people and for CI. */
export function describeTally(tally: Tally, seconds: number): string {
  const { sequences, failures, passing, requests, accidents } = tally;
  const rules = new Map<string, number>();
  for (const { problems } of failures) {
    for (const rule of new Set(problems.map((problem) => problem.rule))) {
      rules.set(rule, (rules.get(rule) ?? 0) + 1);
    }
  }
  const broken = [...rules].map(([rule, count]) => `${rule} ${count}`).join(', ');
  return `${sequences} sequences, ${accidents} accidents, ${requests} requests in ${seconds.toFixed(0)} s (${(
    tally.cpuMs / Math.max(1, sequences)
  ).toFixed(0)} ms of a processor each): ${
    failures.length
  } failed${broken ? ` (${broken})` : ''}${passing ? `; ${passing} failed only while the machine was busy` : ''}`;
}

export function addTally(sum: Tally, { failures, ...counts }: Tally): void {
  sum.failures.push(...failures);
  for (const name of ['sequences', 'passing', 'requests', 'accidents', 'cpuMs'] as const)
    sum[name] += counts[name];
}
