import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { unknownEntityError } from '../graphql/call/callRootField';
import { incompletePollError } from '../resources/entities';
import { listProjects } from '../resources/project';
import { readParents, type ParentKind, type ParentSelection } from '../runs/read/parents';
import type { Watch } from './watch';

/** If more IDs are chosen, the lists of projects are read instead, with one request for each 100 projects. */
const MAX_IDS_READ = 100;

/**
 * Reads the watched jobs, pipelines or apps.
 * @param readItem reads one raw entity; returns undefined to leave it out
 * @returns entities that were found, and chosen IDs that the platform does not have
 * @throws PlatformError with the code NOT_FOUND if the list of the chosen project is needed, but the project does not exist
 */
export async function readWatched<Item extends { id: string }>(
  endpoint: GraphqlEndpoint,
  kind: ParentKind,
  { projectId, ids }: Watch,
  selection: ParentSelection & { newest?: number },
  readItem: (response: unknown) => Item | undefined,
  options: CallOptions,
): Promise<{ found: Item[]; missing: string[] }> {
  const chosen = new Set(ids);
  let responses: unknown[];
  if (chosen.size > 0 && chosen.size <= MAX_IDS_READ) {
    const read = await readParents(endpoint, kind, { ids: [...chosen] }, selection, options);
    responses = [...read.values()];
  } else {
    const projectIds =
      projectId === undefined
        ? (await listProjects(endpoint, options)).map(({ id }) => id)
        : [projectId];
    const lists = await readParents(endpoint, kind, { projectIds }, selection, options);
    responses = projectIds.flatMap((id) => {
      const list = lists.get(id);
      if (Array.isArray(list)) return list as unknown[];
      if (id === projectId && !lists.has(id)) throw unknownEntityError('project', id);
      throw incompletePollError(kind.noun === 'app' ? 'apps' : 'runs');
    });
  }
  const all = responses.flatMap((response) => readItem(response) ?? []);
  if (chosen.size === 0) return { found: all, missing: [] };
  const allIds = new Set(all.map(({ id }) => id));
  return {
    found: all.filter(({ id }) => chosen.has(id)),
    missing: [...chosen].filter((id) => !allIds.has(id)),
  };
}
