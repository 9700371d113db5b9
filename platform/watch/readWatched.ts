import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { listProjects } from '../resources/project';
import type { Watch } from './watch';

/** More than these are read by the lists of projects, which cost one request for each 100 projects. */
const MAX_READ_BY_ID = 100;

/** Which jobs, pipelines or apps to read: some by their IDs, or all of some projects. */
export type Where = { ids: readonly string[] } | { projectIds: readonly string[] };

/**
 * Reads what is watched.
 * @returns also the IDs that were chosen and are not on the platform
 */
export async function readWatched<Item extends { id: string }>(
  endpoint: GraphqlEndpoint,
  { projectId, ids }: Watch,
  read: (where: Where) => Promise<Item[]>,
  options: CallOptions,
): Promise<{ found: Item[]; missing: string[] }> {
  const chosen = new Set(ids);
  if (chosen.size > 0 && chosen.size <= MAX_READ_BY_ID) {
    return onlyChosen(chosen, await read({ ids: [...chosen] }));
  }
  const projectIds =
    projectId === undefined
      ? (await listProjects(endpoint, options)).map(({ id }) => id)
      : [projectId];
  return onlyChosen(chosen, await read({ projectIds }));
}

function onlyChosen<Item extends { id: string }>(chosen: ReadonlySet<string>, all: Item[]) {
  if (chosen.size === 0) return { found: all, missing: [] };
  const ids = new Set(all.map(({ id }) => id));
  return {
    found: all.filter(({ id }) => chosen.has(id)),
    missing: [...chosen].filter((id) => !ids.has(id)),
  };
}
