import { ALL_PARTS } from '../../platform/projectFiles/tree';
import type { Generation, Sandbox } from '../../sandbox';
import { TECHNOLOGY_IDS } from '../../sandbox/ids';
import { addCredentials, createChance, fillProject, type Chance } from '../support/randomProject';
import {
  addVolume,
  filesOf,
  passwordValues,
  type usePlatforms,
} from '../platform/projectFiles/support';

/** Files of a random project, and a target with nothing or with most of it in another state. */
export interface Scene {
  chance: Chance;
  files: ReadonlyMap<string, Buffer>;
  target: Sandbox;
  projectId: string;
  variables: ReadonlyMap<string, string>;
  deleteExtraneous: boolean;
  /** Entries that only the target has, as `kind name`. */
  others: readonly string[];
}

/** Builds the same scene for the same seed and generation. */
export async function sceneOf(
  seed: number,
  generation: Generation,
  platforms: ReturnType<typeof usePlatforms>,
): Promise<Scene> {
  const chance = createChance(seed);
  const source = await platforms({ generation });
  const from = source.store.addProject({ name: `From ${seed}` }).id;
  const passwords = fillProject(source, from, seed);
  grant(source, from, seed, 1);
  const files = await filesOf(source, from, { include: ALL_PARTS });
  const uniqueNames = [source.store.jobs({ projectId: from }), source.store.pipelines.list(from)]
    .map((all) => all.map(({ name }) => name.toLowerCase()))
    .every((names) => new Set(names).size === names.length);
  source.store.deleteProject(from);
  const target = await platforms({ generation, uniqueNames });
  const projectId = target.store.addProject({ name: 'To' }).id;
  addCredentials(target, projectId);
  grant(target, projectId, seed, 0.5);
  const isThere = chance.is(0.5);
  // A deploy deletes nothing of a kind that the files do not have.
  const hasVolumes = [...files.keys()].some((name) => name.includes('volumes/'));
  if (isThere) {
    fillProject(target, projectId, seed);
    if (uniqueNames && chance.is(0.5)) passNamesOn(target, projectId, generation);
    changeSome(target, projectId, chance);
    if (hasVolumes) addVolume(target, projectId, 'Not in the files');
  }
  // Some platforms do not return all variables.
  const told = [...files.values()].join('\n');
  const named = passwords.filter((name) => told.includes(`"${name}"`));
  const kinds = isThere ? ['job', ...(hasVolumes ? ['volume'] : [])] : [];
  return {
    ...{ chance, files, target, projectId },
    variables: passwordValues(named),
    deleteExtraneous: chance.is(0.5),
    others: kinds.map((kind) => `${kind} Not in the files`),
  };
}

/** Gives groups rights and allows technologies by the seed, half of the rights with another role. */
function grant({ store }: Sandbox, projectId: string, seed: number, share: number): void {
  const { is } = createChance(seed + share);
  const names = Array.from({ length: seed % 7 }, (_, index) => `Group ${index}`);
  const [viewer, editor] = ['ROLE_PROJECT_VIEWER', 'ROLE_PROJECT_EDITOR'] as const;
  const technologies = Object.values(TECHNOLOGY_IDS)
    .filter((_id, index) => index <= seed % 4 && is(share))
    .map((id) => ({ id }));
  store.editProject(projectId, {
    settings: {
      authorizedGroups: names
        .filter(() => is(share))
        .map((name) => ({ name, role: share < 1 && is(0.5) ? viewer : editor })),
      technologiesByCategory: [{ jobCategory: 'Extraction', technologies }],
      appTechnologies: [],
    },
  });
}

/** Changes the target as another user might. */
function changeSome({ store }: Sandbox, projectId: string, { is }: Chance): void {
  for (const { id } of store.jobs({ projectId })) {
    if (is(0.3)) store.editJob(id, { description: 'Changed by hand' });
    if (is(0.3)) store.addJobVersion(id, { commandLine: 'python by_hand.py' }, 'somebody');
    if (is(0.3)) {
      store.variables.add({ scope: 'JOB', entityId: id, name: 'BY_HAND', value: 'yes' });
    }
  }
  for (const { id, isOnly } of byName(store.apps.list(projectId))) {
    if (is(0.4) && isOnly) store.apps.delete(id);
    else if (is(0.4)) store.apps.edit(id, { description: 'Changed by hand' });
  }
  for (const { id, isOnly } of byName(store.pipelines.list(projectId))) {
    if (is(0.4) && isOnly) store.pipelines.delete(id);
    else if (is(0.4)) store.pipelines.edit(id, { description: 'Changed by hand' });
  }
  store.addJob({ projectId, name: 'Not in the files', alias: 'not_in_the_files' });
}

/** Gives each job and pipeline the name of the next one. */
function passNamesOn({ store }: Sandbox, projectId: string, generation: Generation): void {
  const pass = (
    all: ReadonlyArray<{ id: string; name: string }>,
    edit: (id: string, changes: { name: string }) => unknown,
  ) =>
    all.forEach(({ id }, index) => edit(id, { name: all[(index + 1) % all.length]?.name ?? '' }));
  pass(store.jobs({ projectId }), (id, changes) => store.editJob(id, changes));
  // Without an alias, a pipeline with another name is another pipeline.
  if (generation !== 'recent') return;
  pass(store.pipelines.list(projectId), (id, changes) => store.pipelines.edit(id, changes));
}

/** If several have one name, a platform without aliases does not show which one is gone. */
function byName(all: ReadonlyArray<{ id: string; name: string }>) {
  return all.map(({ id, name }) => ({
    id,
    isOnly: all.filter((other) => other.name === name).length === 1,
  }));
}
