import type { CallOptions } from '../../graphql/send/endpoint';
import { oneAtATime } from '../../time/oneAtATime';
import type { Platform } from '../../connection/platform';
import { findTarget, type Target } from '../target/target';

/**
 * Does work on a project once no other deploy of this process works on it, whoever is logged in. A project that is given by
 * its name is looked for when it is its turn: an earlier deploy may have made it.
 * @param work is given the target as it was found
 * @throws CancelledError where the signal fires while another deploy is waited for
 */
export async function oneDeployAtATime<Result>(
  platform: Platform,
  target: Target,
  work: (found: Target) => Promise<Result>,
  { signal, ...options }: CallOptions,
  onWait?: () => void,
): Promise<Result> {
  const lock = async (what: string, then: () => Promise<Result>) =>
    await oneAtATime([`deploy ${platform.projects.url.href} ${what}`], then, { signal, onWait });
  const lockProject = async (id: unknown, found: Target) =>
    await lock(`project ${String(id).toLowerCase()}`, async () => await work(found));
  if ('projectId' in target) return await lockProject(target.projectId, target);
  return await lock(`name ${target.name.trim()}`, async () => {
    const { id, name } = await findTarget(platform, target, { ...options, signal });
    if (id === undefined) return await work({ name, isNew: true });
    return await lockProject(id, { projectId: id });
  });
}
