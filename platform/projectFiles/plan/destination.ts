import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { Capabilities } from '../target/capabilities';

/** Where entities are deployed to, and what is there by now. */
export interface Destination {
  endpoint: GraphqlEndpoint;
  projectId: string;
  capabilities: Capabilities;
  releaseNote?: string;
  /** IDs of jobs and volumes by their keys, those just made included. */
  ids: Record<'job' | 'volume', Map<string, string>>;
  options?: CallOptions;
}
