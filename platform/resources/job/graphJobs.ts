import { callRootField } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { readProjectId } from '../../input/identifiers';
import { objectsIn, type Entity } from '../entities';

const FIELDS = writtenFields('id name alias');

/** A job that a graph may use. */
export interface GraphJob extends Entity {
  alias?: string | null;
}

/** The jobs of a project with what they can be named by. */
export async function listGraphJobs(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<GraphJob[]> {
  const call = {
    arguments: { projectId: readProjectId(projectId) },
    selection: { mode: 'supported', text: FIELDS },
  } as const;
  return objectsIn<GraphJob>(await callRootField(endpoint, 'query', 'jobs', call, options));
}
