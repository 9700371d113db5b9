import type { Age } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { addCredentials } from '../support/randomProject';
import { deploy } from '../platform/projectFiles/support';
import { playFaults } from './faults';
import { playKills } from './kills';
import { optionsOf } from './outcome';
import { sceneOf, Platforms, type Scene } from './scene';
import { playTogether } from './together';

export interface Played {
  sequences: number;
  /** Processes that were killed before their end. */
  kills: number;
  /** What is wrong, by seed and age. */
  failures: Array<{ seed: number; age: Age; problems: string[] }>;
}

interface Seeds {
  first: number;
  ages: readonly Age[];
}

/** Plays sequences until so many have been played, or so many processes have been killed. */
async function play(
  { first, ages }: Seeds,
  isEnough: (played: Played) => boolean,
  one: (scene: Scene) => Promise<{ problems: string[]; kills?: number }>,
  targets?: Platforms,
): Promise<Played> {
  const sources = new Platforms();
  const played: Played = { sequences: 0, failures: [], kills: 0 };
  for (let seed = first; !isEnough(played); seed++) {
    const age = ages[seed % ages.length] ?? 'today';
    const scene = await sceneOf(seed, age, sources, targets);
    try {
      const { problems, kills = 0 } = await one(scene);
      if (problems.length > 0) played.failures.push({ seed, age, problems });
      played.kills += kills;
    } finally {
      await scene.close();
    }
    played.sequences++;
  }
  await Promise.all([sources.close(), targets?.close()]);
  return played;
}

/** So many sequences of deploys with random faults. */
export async function playFaultSequences(count: number, seeds: Seeds): Promise<Played> {
  return await play(
    seeds,
    ({ sequences }) => sequences >= count,
    async (scene) => ({ problems: await playFaults(scene) }),
    // The same platform, whose schema is known: most of the work is not in the deploys otherwise.
    new Platforms(),
  );
}

/** Sequences until so many deploying processes have been killed. */
export async function playKillSequences(count: number, seeds: Seeds): Promise<Played> {
  return await play(
    seeds,
    ({ kills }) => kills >= count,
    async (scene) => await playKills(scene, await requestsOf(scene)),
  );
}

/** So many pairs of processes that deploy at the same time. */
export async function playPairs(count: number, seeds: Seeds): Promise<Played> {
  return await play(
    seeds,
    ({ sequences }) => sequences >= count,
    async (scene) => ({ problems: await playTogether(scene) }),
  );
}

/** How many requests a whole deploy to an empty project sends. */
async function requestsOf(scene: Scene): Promise<number> {
  const target = await startSandbox({ seedRuns: false, age: scene.age });
  const projectId = target.store.addProject({ name: 'To' }).id;
  addCredentials(target, projectId);
  await deploy(target, scene.files, projectId, optionsOf(scene));
  const { requests } = target.stats;
  await target.close();
  return requests;
}
