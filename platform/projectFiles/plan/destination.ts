import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { Abilities } from '../target/abilities';

/** Where entities are deployed to, and what is there by now. */
export interface Destination {
  endpoint: GraphqlEndpoint;
  projectId: string;
  abilities: Abilities;
  releaseNote?: string;
  /** IDs of jobs and volumes by their keys, those just made included. */
  ids: Record<'job' | 'volume', Map<string, string>>;
  options?: CallOptions;
}
