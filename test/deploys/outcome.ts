import { ALL_PARTS } from '../../platform/projectFiles/files/model';
import type { DeployOptions } from '../../platform/projectFiles/options';
import { deploy, filesOf, mutations, NO_WAITS, plan } from '../platform/projectFiles/support';
import type { Sandbox } from '../../sandbox';
import type { Scene } from './scene';

/** How a deploy of a scene is asked for, with no waits for what comes late. */
export function optionsOf({ variables, deleteExtraneous }: Scene): DeployOptions {
  return { variables, deleteExtraneous, leaveOut: ['*'], timing: NO_WAITS };
}

/** What each thing had before anything was deployed: its versions, by ID. */
export function versionsOn({ store }: Sandbox, projectId: string): Map<string, number> {
  return new Map([
    ...store.jobs({ projectId }).map((job) => [job.id, store.jobVersions(job).length] as const),
    ...store.apps.list(projectId).map((app) => [app.id, store.apps.versions(app).length] as const),
    ...store.pipelines
      .list(projectId)
      .map((pipeline) => [pipeline.id, store.pipelines.versions(pipeline).length] as const),
  ]);
}

/**
 * Deploys once more, undisturbed, and looks at what is there then.
 * @param before versions of what was on the target at first
 * @returns what is wrong; nothing where all of it is right
 */
export async function problemsAfter(
  scene: Scene,
  before: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { target, projectId, files, deleteExtraneous, others } = scene;
  const options = optionsOf(scene);
  const problems: string[] = [];
  try {
    const { changes } = await deploy(target, files, projectId, options);
    for (const { kind, name, action, reason = '' } of changes) {
      if (action !== 'failed' && action !== 'blocked') continue;
      problems.push(`the next deploy: ${kind} ${name} ${action}: ${reason}`);
    }
  } catch (error) {
    return [`the next deploy: ${String(error)} ${(error as { hint?: string }).hint ?? ''}`];
  }
  problems.push(...(await wrongFiles(scene)), ...countedTwice(scene, before));
  const { steps } = await plan(target, files, projectId, options);
  for (const { kind, name, action, changes } of steps) {
    if (action === 'unchanged' || (action === 'extraneous' && !deleteExtraneous)) continue;
    problems.push(`the plan is not empty: ${kind} ${name} ${action} ${JSON.stringify(changes)}`);
  }
  const { store } = target;
  const names = new Set([
    ...store.jobs({ projectId }).map(({ name }) => `job ${name}`),
    ...store.volumes.list(projectId).map(({ name }) => `volume ${name}`),
  ]);
  for (const other of others) {
    if (names.has(other) === deleteExtraneous)
      problems.push(`${other} ${deleteExtraneous ? 'stayed' : 'is lost'}`);
  }
  target.stats.reset();
  await deploy(target, files, projectId, options);
  const sent = mutations(target);
  if (Object.keys(sent).length > 0) problems.push(`one more deploy sent ${JSON.stringify(sent)}`);
  return problems;
}

async function wrongFiles({ target, projectId, files, deleteExtraneous }: Scene) {
  const there = await filesOf(target, projectId, { include: ALL_PARTS });
  const isOther = (path: string) => /not_in_the_files/i.test(path);
  const wrong = [...files].flatMap(([path, bytes]) => {
    const found = there.get(path);
    if (!found) return [`lost: ${path}`];
    // What the files do not name stays where nothing is deleted, in settings as well: of these the plan tells.
    if (found.equals(bytes) || (!deleteExtraneous && path.endsWith('.json'))) return [];
    return [`other bytes: ${path}\n${bytes.toString()}\n${found.toString()}`];
  });
  const more = [...there.keys()].filter((path) => !files.has(path) && !isOther(path));
  return [...wrong, ...more.map((path) => `too much: ${path}`)];
}

/** What has got a version more than once; what is there more than once has a file too much. */
function countedTwice({ target, projectId }: Scene, before: ReadonlyMap<string, number>): string[] {
  const { store } = target;
  const all = [
    ...store.jobs({ projectId }),
    ...store.apps.list(projectId),
    ...store.pipelines.list(projectId),
  ];
  const versions = versionsOn(target, projectId);
  const isOnly = ({ name }: { name: string }) =>
    all.filter((other) => other.name === name).length === 1;
  return all.filter(isOnly).flatMap(({ id, name }) => {
    const most = (before.get(id) ?? 0) + 1;
    const has = versions.get(id) ?? 0;
    return has > most ? [`${has} versions of ${name} in place of ${most}`] : [];
  });
}
