import { setTimeout as pause } from 'node:timers/promises';
import { problemsAfter, versionsOn } from './outcome';
import { DeployProcesses } from './processes';
import type { Scene } from './scene';

/** Both processes have loaded the client by then. */
const READY_MS = 1_500;
const MAX_APART_MS = 120;

/**
 * Deploys in two processes at nearly the same time. What both have made has to be told by one of them; once that is taken
 * away, the next deploy finishes.
 */
export async function playTogether(scene: Scene): Promise<string[]> {
  const { chance, target, projectId } = scene;
  const { store } = target;
  const before = versionsOn(target, projectId);
  const processes = new DeployProcesses(scene);
  const beginAt = Date.now() + READY_MS;
  const both = [
    processes.start({ beginAt }),
    processes.start({ beginAt: beginAt + chance.below(MAX_APART_MS) }),
  ];
  const ended = await Promise.all(both.map((one) => one.ended));
  processes.close();
  while (target.stats.openConnections > 0) await pause(5);
  const said = JSON.stringify(ended.map(({ said: words }) => words));
  const problems: string[] = [];
  for (const [kind, list, remove] of [
    ['volume', store.volumes.of(projectId), (id: string) => store.volumes.delete(id)],
    ['job', store.jobs({ projectId }), (id: string) => store.deleteJob(id)],
    ['app', store.apps.list(projectId), (id: string) => store.apps.delete(id)],
    ['pipeline', store.pipelines.list(projectId), (id: string) => store.pipelines.delete(id)],
  ] as const) {
    const wanted = namesIn(scene, kind);
    for (const name of new Set(list.map((one) => one.name))) {
      const ofName = list.filter((one) => one.name === name);
      const tooMany = ofName.slice(Math.max(1, wanted.filter((one) => one === name).length));
      for (const { id } of tooMany) {
        if (!ofName.some((one) => said.includes(one.id))) {
          problems.push(`the ${kind} ${name} is there ${ofName.length} times, and nobody says so`);
        }
        remove(id);
      }
    }
  }
  if (problems.length > 0) problems.push(said);
  // What was made on both sides has versions on both sides.
  const most = new Map([...versionsOn(target, projectId)].map(([id, count]) => [id, count]));
  for (const [id, count] of most) most.set(id, Math.max(count, before.get(id) ?? 0));
  problems.push(...(await problemsAfter(scene, most)));
  return problems;
}

function namesIn({ files }: Scene, kind: string): string[] {
  return [...files].flatMap(([path, bytes]) =>
    new RegExp(`^${kind}s/[^/]+\\.json$`).test(path)
      ? [(JSON.parse(bytes.toString()) as { name: string }).name]
      : [],
  );
}
