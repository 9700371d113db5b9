import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox';
import { problemsAfter, versionsOn } from './outcome';
import { DeployProcesses } from './processes';
import type { Scene } from './scene';

const KILLED_PROCESSES = 2;
const QUIET_MS = 20;

/** Calls back as soon as the platform has seen so many requests more. */
function afterRequests({ stats }: Sandbox, count: number, then: () => void): void {
  const record = stats.record.bind(stats);
  let left = count;
  stats.record = (request) => {
    record(request);
    if (--left === 0) then();
  };
}

/**
 * Deploys in processes that are killed when the platform has seen some of their requests, then in one that is not.
 * @param wholeRequests how many requests a whole deploy of the scene sends
 */
export async function playKills(
  scene: Scene,
  wholeRequests: number,
): Promise<{ kills: number; problems: string[] }> {
  const { chance, target, projectId } = scene;
  const before = versionsOn(target, projectId);
  const processes = new DeployProcesses(scene);
  let kills = 0;
  for (let attempt = 0; attempt < KILLED_PROCESSES; attempt++) {
    const { child, ended } = processes.start();
    afterRequests(target, 1 + chance.below(wholeRequests), () => child.kill('SIGKILL'));
    const { isKilled } = await ended;
    if (isKilled) kills++;
    // What the process had sent is carried out, or has come in only partly.
    while (target.stats.openConnections > 0) await pause(5);
    await pause(QUIET_MS);
  }
  processes.close();
  return { kills, problems: await problemsAfter(scene, before) };
}
