import { AGES } from '../../sandbox';
import { cases } from '../support/cases';
import { playFaultSequences, playKillSequences, playPairs, type Played } from './play';

const LIMIT_MS = 3_600_000;
/** On platforms of all ages. `TIMES=6 SEED=1000 npm run test:all -- test/deploys` plays six times as many, and others. */
const TIMES = Number(process.env.TIMES ?? 1);
const FAULTS = TIMES * cases(80);
const KILLS = TIMES * cases(40, 2);
const PAIRS = TIMES * cases(20, 1);
const seeds = { first: Number(process.env.SEED ?? 1), ages: AGES };

function expectHeld({ failures }: Played): void {
  const problems = failures.map(
    (one) => `seed ${one.seed}, platform of ${one.age}: ${one.problems.join('\n')}`,
  );
  expect(problems).toEqual([]);
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
    expect(played.kills).toBeGreaterThanOrEqual(KILLS);
  },
  LIMIT_MS,
);

test(
  `${PAIRS} pairs of processes that deploy to one target at the same time: what both made is reported`,
  async () => expectHeld(await playPairs(PAIRS, seeds)),
  LIMIT_MS,
);
