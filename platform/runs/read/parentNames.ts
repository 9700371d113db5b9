import { sharedTimeout, unlessCancelled } from '../../common/time/cancel';
import { readOneEntity } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import type { Run } from './run';
import { PARENT_NAMES } from './selection';
import { fieldsOf, textOf } from '../../common/text/values';

/** The names of a run's job or pipeline, and of its project, as fields of a run. */
export type ParentNames = Pick<Run, 'jobName' | 'pipelineName' | 'projectId' | 'projectName'>;

/** Reads the names from a response about a job or pipeline. Some platforms return only the ID of the project. */
export function readParentNames(
  { parentName }: Pick<RunKind, 'parentName'>,
  response: unknown,
): ParentNames {
  const { name, project, projectId: idAlone } = fieldsOf(response);
  const own = textOf(name);
  const { id, name: nameOfProject } = fieldsOf(project);
  const [projectId, projectName] = [textOf(id) ?? textOf(idAlone), textOf(nameOfProject)];
  const names: ParentNames = {};
  if (own !== undefined) names[parentName] = own;
  if (projectId !== undefined) names.projectId = projectId;
  if (projectName !== undefined) names.projectName = projectName;
  return names;
}

const NAMES_TIMEOUT_MS = 5_000;

/**
 * Reads the names of a job or pipeline. Names are a help, not a need: those that cannot be read within some seconds are omitted.
 * Reads at the same moment share requests.
 */
export async function parentNames(
  endpoint: GraphqlEndpoint,
  { parentQuery, noun, ...kind }: RunKind,
  parentId: string,
  { signal }: CallOptions = {},
): Promise<ParentNames> {
  const wanted = { name: parentQuery, what: noun, fields: PARENT_NAMES, id: parentId };
  const limit = sharedTimeout(NAMES_TIMEOUT_MS, signal);
  const read = readOneEntity(endpoint, () => wanted, { signal: limit });
  return readParentNames(kind, await unlessCancelled(read, limit).catch(() => undefined));
}
