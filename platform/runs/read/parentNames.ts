import { unlessCancelled } from '../../time/cancel';
import { readOneEntity } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { SharedReads } from '../../graphql/read/sharedReads';
import type { RunKind } from '../kinds';
import type { Run } from './run';
import { PARENT_NAMES } from './selection';
import { fieldsOf, textOf } from '../../text/values';

/** Names of what a run is a run of, and its project, as they stand in a run. */
export type ParentNames = Pick<Run, 'jobName' | 'pipelineName' | 'projectId' | 'projectName'>;

/** The names from a response about a job or pipeline. Some platforms return of the project its ID alone. */
export function readParentNames({ parentName }: RunKind, response: unknown): ParentNames {
  const { name, project, projectId: idAlone } = fieldsOf(response);
  const own = textOf(name);
  const { id, name: nameOfProject } = fieldsOf(project);
  const [projectId, projectName] = [textOf(id) ?? textOf(idAlone), textOf(nameOfProject)];
  return {
    ...(own !== undefined && { [parentName]: own }),
    ...(projectId !== undefined && { projectId }),
    ...(projectName !== undefined && { projectName }),
  };
}

export const NAMES_TIMEOUT_MS = 5_000;

const responses = new SharedReads<unknown>();

/**
 * The names of a job or pipeline; those that are asked for at the same moment, in whatever executions, share requests.
 * Names are a help, not a need: what cannot be read within some seconds is left out.
 */
export async function parentNames(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  { signal }: CallOptions = {},
): Promise<ParentNames> {
  const wanted = { name: kind.parentQuery, what: kind.noun, fields: PARENT_NAMES };
  const read = responses.get([endpoint.key, kind], parentId, async (ids) => {
    const signal = AbortSignal.timeout(NAMES_TIMEOUT_MS);
    const reads = [...ids].map(async (id) => {
      const one = readOneEntity(endpoint, () => ({ ...wanted, id }), { signal });
      return [id, await one.catch(() => undefined)] as const;
    });
    return new Map(await Promise.all(reads));
  });
  return readParentNames(kind, await unlessCancelled(read, signal).catch(() => undefined));
}
