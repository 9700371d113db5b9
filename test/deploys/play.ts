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
  /** What is wrong, by seed and age. */
  failures: Array<{ seed: number; age: Age; problems: string[] }>;
  /** What else there is to count, as how many processes were killed. */
  counts: Map<string, number>;
}

interface Seeds {
  first: number;
  ages: readonly Age[];
  /** Called after each sequence. */
  onPlayed?: (played: Played) => void;
}

type Counts = Record<string, number>;

/** Plays sequences until so many have been played, or so much of what is counted has happened. */
async function play(
  { first, ages, onPlayed }: Seeds,
  isEnough: (played: Played) => boolean,
  one: (scene: Scene) => Promise<{ problems: string[]; counts?: Counts }>,
  targets?: Platforms,
): Promise<Played> {
  const sources = new Platforms();
  const played: Played = { sequences: 0, failures: [], counts: new Map() };
  for (let seed = first; !isEnough(played); seed++) {
    const age = ages[seed % ages.length] ?? 'today';
    const scene = await sceneOf(seed, age, sources, targets);
    try {
      const { problems, counts = {} } = await one(scene);
      if (problems.length > 0) played.failures.push({ seed, age, problems });
      for (const [name, count] of Object.entries(counts)) {
        played.counts.set(name, (played.counts.get(name) ?? 0) + count);
      }
    } finally {
      await scene.close();
    }
    played.sequences++;
    onPlayed?.(played);
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
    ({ counts }) => (counts.get('killed') ?? 0) >= count,
    async (scene) => {
      const { kills, problems } = await playKills(scene, await requestsOf(scene));
      return { problems, counts: { killed: kills } };
    },
  );
}

/** So many pairs of processes that deploy at the same time. */
export async function playPairs(count: number, seeds: Seeds): Promise<Played> {
  return await play(
    seeds,
    ({ sequences }) => sequences >= count,
    async (scene) => {
      const { problems, twins, told } = await playTogether(scene);
      return { problems, counts: { 'things made twice and told': twins, 'told of another': told } };
    },
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
