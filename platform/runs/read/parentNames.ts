import { getSharedTimeout, waitUnlessCancelled } from '../../common/time/cancel';
import { readOneEntity } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import type { Run } from './run';
import { PARENT_NAMES } from './selection';
import { toObject, toText } from '../../common/text/values';

export type ParentNames = Pick<Run, 'jobName' | 'pipelineName' | 'projectId' | 'projectName'>;

export function readParentNames(
  { parentNameField }: Pick<RunKind, 'parentNameField'>,
  response: unknown,
): ParentNames {
  // Some platforms return only the ID of the project.
  const { name, project, projectId: bareProjectId } = toObject(response);
  const { id, name: nameOfProject } = toObject(project);
  const ownName = toText(name);
  const projectId = toText(id) ?? toText(bareProjectId);
  const projectName = toText(nameOfProject);
  const names: ParentNames = {};
  if (ownName !== undefined) names[parentNameField] = ownName;
  if (projectId !== undefined) names.projectId = projectId;
  if (projectName !== undefined) names.projectName = projectName;
  return names;
}

const NAMES_TIMEOUT_MS = 5_000;

/** Reads the names of a job or pipeline and of its project. Returns no names if the read fails or takes too long. */
export async function loadParentNames(
  endpoint: GraphqlEndpoint,
  { parentQuery, noun, ...kind }: RunKind,
  parentId: string,
  { signal }: CallOptions = {},
): Promise<ParentNames> {
  const wanted = { name: parentQuery, noun, fields: PARENT_NAMES, id: parentId };
  const limit = getSharedTimeout(NAMES_TIMEOUT_MS, signal);
  const read = readOneEntity(endpoint, () => wanted, { signal: limit });
  return readParentNames(kind, await waitUnlessCancelled(read, limit).catch(() => undefined));
}
