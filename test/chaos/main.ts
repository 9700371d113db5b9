import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readOptionsOrExit } from '../../sandbox/commandLine';
import packOnce from '../support/packedPackage';
import type { Campaign, Tally } from './campaign';

/** Short limits. They are set before the package is loaded. */
Object.assign(process.env, {
  DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS: process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS ?? '2.5',
  DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS: '0.5',
  N8N_LOG_LEVEL: 'silent',
  N8N_USER_FOLDER: process.env.N8N_USER_FOLDER ?? path.join(tmpdir(), 'chaos-n8n'),
});

const USAGE = `Random faults at all operations of all nodes; a model compares what the platform did with what the nodes said.

  npm run test:chaos -- [options]

  --sequences <n>   how many sequences (default 2000)
  --seed <n>        seed of the first one (default 1); the others count on from there
  --only <seed>     play this one alone and tell what happened
  --operation <t>   only operations whose name holds the text, as job.run
  --help            this text
`;

const PROCESSES = 4;

const TEXT = { type: 'string' } as const;

function readOptions(args: string[]) {
  const options = { sequences: TEXT, seed: TEXT, only: TEXT, operation: TEXT };
  const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean' } } });
  if (values.help) return 'help';
  const whole = (name: keyof typeof options, standard: string): number => {
    const text = values[name] ?? standard;
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new Error(`--${name} must be a whole number, not "${text}"`);
  };
  const { operation = '' } = values;
  if (values.only !== undefined)
    return { seed: whole('only', ''), sequences: 1, operation, tellsAll: true };
  return {
    seed: whole('seed', '1'),
    sequences: whole('sequences', '2000'),
    operation,
    tellsAll: false,
  };
}

async function main(): Promise<number> {
  const { sequences, seed, ...given } = readOptionsOrExit(USAGE, readOptions);
  packOnce();
  const processes = Math.min(PROCESSES, sequences);
  const beganMs = Date.now();
  const all = Array.from({ length: sequences }, (_one, index) => seed + index);
  const tallies = await Promise.all(
    Array.from({ length: processes }, async (_one, own) => {
      const seeds = all.filter((_seed, index) => index % processes === own);
      return await inProcess({ seeds, ...given });
    }),
  );
  const sum = (name: 'sequences' | 'faults' | 'passing') =>
    tallies.reduce((total, tally) => total + tally[name], 0);
  const failed = tallies.flatMap((tally) => tally.failed);
  const seconds = Math.round((Date.now() - beganMs) / 1_000);
  const counts = `${sum('sequences')} sequences, ${sum('faults')} faults in ${seconds} s`;
  const rules = failed.map((broken) => ` (${broken})`).join('');
  const busy = `${sum('passing')} more only while the machine was busy`;
  console.log(`${counts}: ${failed.length} failed${rules}; ${busy}`);
  return failed.length === 0 ? 0 : 1;
}

async function inProcess(campaign: Campaign): Promise<Tally> {
  const child = fork(__filename, {
    env: { ...process.env, CHAOS_CAMPAIGN: JSON.stringify(campaign) },
  });
  return await new Promise<Tally>((resolve, reject) => {
    child.on('message', (tally) => resolve(tally as Tally));
    child.on('error', reject);
    child.on('exit', (code) =>
      reject(new Error(`A process ended with ${code} before its share was played`)),
    );
  });
}

async function playShare(campaign: string): Promise<number> {
  const { playCampaign } = await import('./campaign');
  const tally = await playCampaign(JSON.parse(campaign) as Campaign);
  await new Promise((resolve) => process.send?.(tally, resolve));
  return 0;
}

const { CHAOS_CAMPAIGN } = process.env;
void (CHAOS_CAMPAIGN === undefined ? main() : playShare(CHAOS_CAMPAIGN)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
