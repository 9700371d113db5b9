import { scheduleReader } from '../../../../platform/schedules/scheduleReader';
import { firstCases } from '../../../support/cases';
import { ABSENCE_EVENTS } from '../../../../platform/runEvents/absence/rules';
import { live } from './life';

/** Each takes some seconds: `SEED=1000 LIVES=300 npm run test:all -- absence/simulation` takes 20 minutes. */
const FIRST_SEED = Number(process.env.SEED ?? 1);
const LIVES = Number(process.env.LIVES ?? firstCases(Array.from({ length: 30 }), 3).length);

const ACCIDENTS = [
  { ofPolls: false, ofMemory: false },
  // Polls fail, are cut off or overlap.
  { ofPolls: true, ofMemory: false },
  // n8n is killed besides, and what a silent poll had learned is lost.
  { ofPolls: true, ofMemory: true },
];

test('three months of schedules, edits and outages: each event is reported once, and none that was not', async () => {
  const read = await scheduleReader();
  const counts = new Map<string, number>();
  let bytes = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + LIVES; seed++) {
    const accidents = ACCIDENTS[seed % ACCIDENTS.length] ?? { ofPolls: false, ofMemory: false };
    const { wrong, told, bytesAJob } = live(seed, read, accidents);
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    for (const { event } of told) counts.set(event, (counts.get(event) ?? 0) + 1);
    bytes = Math.max(bytes, bytesAJob);
  }
  // A world in which nothing happens proves nothing.
  for (const event of [...ABSENCE_EVENTS, 'runStarted', 'runStopped', 'runFailed'])
    expect([event, (counts.get(event) ?? 0) >= LIVES]).toEqual([event, true]);
  // About 100 in most lives; each run that was told to take too long adds some.
  expect(bytes).toBeLessThan(130);
  if (LIVES > 100) process.stdout.write(`${JSON.stringify([...counts])} ${bytes}\n`);
}, 3_600_000);
