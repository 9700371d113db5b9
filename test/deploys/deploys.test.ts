import { AGES } from '../../sandbox';
import { cases } from '../support/cases';
import { playFaults } from './faults';
import { usePlatforms } from '../platform/projectFiles/support';
import { sceneOf } from './scene';

/** On platforms of all ages. `TIMES=6 SEED=1000 npm run test:all -- test/deploys` plays six times as many, and others. */
const TIMES = Number(process.env.TIMES ?? 1);
const FIRST_SEED = Number(process.env.SEED ?? 1);
const COUNT = TIMES * cases(80);

const platforms = usePlatforms();

test(`${COUNT} sequences of deploys with faults and kills: the next deploy finishes, nothing is there twice and nothing is lost`, async () => {
  const wrong: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
    const age = AGES[seed % AGES.length] ?? 'today';
    const scene = await sceneOf(seed, age, platforms);
    const problems = await playFaults(scene);
    if (problems.length > 0) wrong.push(`seed ${seed}, platform of ${age}: ${problems.join('\n')}`);
    scene.target.store.deleteProject(scene.projectId);
  }
  expect(wrong).toEqual([]);
}, 3_600_000);
