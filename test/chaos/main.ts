import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Failure, Tally } from './campaign';
import packOnce from '../support/packedPackage';
import { understood } from '../../sandbox/commandLine';
import { readOptions, USAGE, type ChaosOptions } from './options';

/** Limits that a run of many sequences can wait for; set before anything of the package is loaded. */
Object.assign(process.env, {
  DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS: process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS ?? '2.5',
  DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS: '0.5',
  N8N_LOG_LEVEL: 'silent',
  N8N_USER_FOLDER: process.env.N8N_USER_FOLDER ?? path.join(tmpdir(), 'chaos-n8n'),
});

/** How often a process tells how far it is, in sequences. */
const TOLD_EVERY = 250;

/** What a process is told to play. */
interface Share {
  first: number;
  step: number;
  count: number;
  options: ChaosOptions;
}

async function main(): Promise<number> {
  if (process.env.CHAOS_SHARE !== undefined)
    return await playShare(JSON.parse(process.env.CHAOS_SHARE) as Share);
  const options = understood(USAGE, readOptions);
  if (!options.isPacked) packOnce();
  if (options.only !== undefined) return await playOnly(options.only);
  return await playAll(options);
}

async function playOnly(seed: number): Promise<number> {
  const { describeFailure } = await import('./report');
  const { describePlan, planOf } = await import('./plan');
  const { playSequence } = await import('./sequence');
  const { ChaosServer } = await import('./server');
  const { lagMeter } = await import('./lag');
  lagMeter.start();
  const server = new ChaosServer();
  await server.start();
  const report = await playSequence(planOf(seed), server);
  await server.stop();
  if (report.problems.length === 0) {
    console.log(`seed ${seed}: nothing is wrong\n${describePlan(planOf(seed))}\n${report.said}`);
    console.log(
      `  happened: ${report.happened.join(', ') || 'nothing'}; ${report.requests} requests, ${report.tookMs} ms`,
    );
    return 0;
  }
  console.log(describeFailure({ seed, problems: report.problems, report }));
  return 1;
}

async function playAll(options: ChaosOptions): Promise<number> {
  const { addTally, describeTally } = await import('./report');
  const { emptyTally } = await import('./campaign');
  const startedMs = Date.now();
  const sum = emptyTally();
  const step = Math.max(1, Math.min(options.processes, options.sequences));
  await Promise.all(
    Array.from({ length: step }, async (_one, index) => {
      const count = Math.ceil((options.sequences - index) / step);
      addTally(sum, await shareOf({ first: options.seed + index, step, count, options }));
    }),
  );
  console.log(describeTally(sum, (Date.now() - startedMs) / 1_000));
  return sum.failures.length === 0 ? 0 : 1;
}

async function shareOf(share: Share): Promise<Tally> {
  const child = fork(__filename, { env: { ...process.env, CHAOS_SHARE: JSON.stringify(share) } });
  return await new Promise<Tally>((resolve, reject) => {
    child.on('message', (tally) => resolve(tally as Tally));
    child.on('error', reject);
    child.on('exit', (code) =>
      reject(new Error(`A process ended with ${code} before its share was played`)),
    );
  });
}

async function playShare({ first, step, count, options }: Share): Promise<number> {
  const { playCampaign } = await import('./campaign');
  const seeds = Array.from({ length: count }, (_one, index) => first + index * step);
  const { atOnce, operation } = options;
  const { describeFailure } = await import('./report');
  const onFailure = (failure: Failure) => console.log(`${describeFailure(failure)}\n`);
  const onPlayed = (played: number) => {
    if (played % TOLD_EVERY === 0) console.error(`${played} of ${count}, from seed ${first}`);
  };
  const tally = await playCampaign({ seeds, atOnce, operation, onFailure, onPlayed });
  await new Promise((resolve) => process.send?.(tally, resolve));
  return 0;
}

void main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
