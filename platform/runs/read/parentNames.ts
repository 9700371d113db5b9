import { timeoutSignal, unlessCancelled } from '../../common/time/cancel';
import { readOneEntity } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import type { Run } from './run';
import { PARENT_NAMES } from './selection';
import { fieldsOf, textOf } from '../../common/text/values';

/** The names of a run's job or pipeline, and of its project, as fields of a run. */
export type ParentNames = Pick<Run, 'jobName' | 'pipelineName' | 'projectId' | 'projectName'>;

/** Reads the names from a response about a job or pipeline. Some platforms return only the ID of the project. */
export function readParentNames({ parentName }: RunKind, response: unknown): ParentNames {
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

/** Names that are requested at the same moment, with one endpoint and one time limit for all. */
interface OpenBatch {
  endpoint: GraphqlEndpoint;
  signal: AbortSignal;
  /** By the IDs of the jobs or pipelines. */
  responses: Map<string, Promise<unknown>>;
}

const openBatches = new Map<string, OpenBatch>();

/**
 * Reads the names of a job or pipeline. Reads at the same moment, in any execution, share requests. Names are a help, not a need:
 * those that cannot be read within some seconds are omitted.
 */
export async function parentNames(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  { signal }: CallOptions = {},
): Promise<ParentNames> {
  const batch = openBatch(endpoint, kind);
  const wanted = { name: kind.parentQuery, what: kind.noun, fields: PARENT_NAMES, id: parentId };
  const response =
    batch.responses.get(parentId) ??
    readOneEntity(batch.endpoint, () => wanted, { signal: batch.signal }).catch(() => undefined);
  batch.responses.set(parentId, response);
  return readParentNames(kind, await unlessCancelled(response, signal).catch(() => undefined));
}

function openBatch(endpoint: GraphqlEndpoint, { noun }: RunKind): OpenBatch {
  const key = `${noun} ${endpoint.key}`;
  const known = openBatches.get(key);
  if (known) return known;
  const signal = timeoutSignal(NAMES_TIMEOUT_MS);
  const batch = { endpoint, signal, responses: new Map<string, Promise<unknown>>() };
  openBatches.set(key, batch);
  // By then all have asked that can ask now.
  setImmediate(() => openBatches.delete(key));
  return batch;
}
