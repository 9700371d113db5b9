import { lagMeter } from './lag';
import { TIMED_RULES, type Problem } from './model/problem';
import { ChaosServer } from './server';
import { planOf, type Plan } from './plan';
import { playSequence, type SequenceReport } from './sequence';

export interface Failure {
  seed: number;
  problems: Problem[];
  report: SequenceReport;
}

export interface Tally {
  sequences: number;
  failures: Failure[];
  /** What broke a rule that time can break, and did not when it was played again alone. */
  passing: number;
  requests: number;
  accidents: number;
  /** Of the processors, in milliseconds. */
  cpuMs: number;
}

export function emptyTally(): Tally {
  return { sequences: 0, failures: [], passing: 0, requests: 0, accidents: 0, cpuMs: 0 };
}

export interface CampaignOptions {
  /** The seeds to play, in turn. */
  seeds: Iterable<number>;
  atOnce: number;
  operation?: string;
  /** Called as soon as a failure is certain. */
  onFailure?: (failure: Failure) => void;
  /** Called after each sequence with how many have been played. */
  onPlayed?: (played: number) => void;
}

/** Plays many sequences at once: nearly all of their time is waiting. */
export async function playCampaign(options: CampaignOptions): Promise<Tally> {
  const tally = emptyTally();
  const suspects: Failure[] = [];
  const fail = (failure: Failure) => {
    tally.failures.push(failure);
    options.onFailure?.(failure);
  };
  const startedCpu = process.cpuUsage();
  lagMeter.start();
  const seeds = options.seeds[Symbol.iterator]();
  const players = Array.from({ length: options.atOnce }, async () => {
    const server = new ChaosServer();
    await server.start();
    for (let next = seeds.next(); !next.done; next = seeds.next()) {
      const plan = planOf(next.value);
      if (!isWanted(plan, options.operation)) continue;
      await lagMeter.rest();
      const report = await playSequence(plan, server);
      tally.sequences++;
      options.onPlayed?.(tally.sequences);
      tally.requests += report.requests;
      tally.accidents += report.happened.length;
      if (report.problems.length > 0) {
        const failure = { seed: plan.seed, problems: report.problems, report };
        const isTimed = report.problems.every(({ rule }) => TIMED_RULES.has(rule));
        if (isTimed) suspects.push(failure);
        else fail(failure);
      }
    }
    await server.stop();
  });
  await Promise.all(players);
  for (const suspect of suspects) {
    if (await happensAgain(suspect)) fail(suspect);
    else tally.passing++;
  }
  lagMeter.stop();
  const { user, system } = process.cpuUsage(startedCpu);
  tally.cpuMs = (user + system) / 1_000;
  return tally;
}

function isWanted({ operation, trigger }: Plan, text = ''): boolean {
  const name = operation ? `${operation.node} ${operation.name}` : `trigger ${trigger?.name}`;
  return name.includes(text);
}

/** Alone, with nothing else to do for this machine. */
async function happensAgain({ seed, problems }: Failure): Promise<boolean> {
  const server = new ChaosServer();
  await server.start();
  try {
    const again = await playSequence(planOf(seed), server);
    return again.problems.some(({ rule }) => problems.some((problem) => problem.rule === rule));
  } finally {
    await server.stop();
  }
}
