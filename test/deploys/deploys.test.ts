import { execFile } from 'node:child_process';
import path from 'node:path';
import { AGES } from '../../sandbox';
import { cases } from '../support/cases';
import { playFaultSequences, playKillSequences, playPairs, type Played } from './play';

const LIMIT_MS = 10 * 60_000;
/** A taste beside the other tests, on platforms of all ages; `npm run test:deploys` plays more of them. */
const FAULTS = cases(80);
const KILLS = cases(40);
const PAIRS = cases(20);
const seeds = { first: 1, ages: AGES };

function expectHeld({ failures }: Played): void {
  const told = failures.map(
    ({ seed, age, problems }) => `seed ${seed}, platform of ${age}: ${problems.join('\n')}`,
  );
  expect(told).toEqual([]);
}

test(
  `${FAULTS} sequences of deploys with faults: the next deploy finishes, nothing is there twice and nothing is lost`,
  async () => expectHeld(await playFaultSequences(FAULTS, seeds)),
  LIMIT_MS,
);

test(
  `${KILLS} deploying processes that are killed: the same`,
  async () => {
    const played = await playKillSequences(KILLS, seeds);
    expectHeld(played);
    expect(played.counts.get('killed')).toBeGreaterThanOrEqual(KILLS);
  },
  LIMIT_MS,
);

test(
  `${PAIRS} pairs of processes that deploy to one target at the same time: what both made is reported`,
  async () => expectHeld(await playPairs(PAIRS, seeds)),
  LIMIT_MS,
);

async function command(...given: string[]): Promise<{ code: number; text: string }> {
  const words = [require.resolve('tsx/cli'), path.join(__dirname, 'main.ts'), ...given];
  return await new Promise((resolve) => {
    execFile(process.execPath, words, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr });
    });
  });
}

test('the command reports how it is used, also where it is not understood', async () => {
  const [help, wrong] = await Promise.all([command('--help'), command('--platforms', 'odd')]);
  expect([help.code, wrong.code]).toEqual([0, 2]);
  for (const { text } of [help, wrong]) expect(text).toContain('--kills <n>');
});
