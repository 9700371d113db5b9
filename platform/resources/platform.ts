import { GraphqlResponseError, UnexpectedResponseError, UnsupportedError } from '../errors/errors';
import { readOneEntity } from '../graphql/call/callRootField';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { isObject } from '../text/values';
import { objectsIn } from './entities';

const PLATFORM = writtenFields('id name counts { projects jobs pipelines apps }');
const CAPACITY = writtenFields('cpu gpu memory');

/** CPUs and GPUs by number; memory in GB, as deployed platforms return it. */
interface Capacity {
  cpu?: number;
  gpu?: number;
  memory?: number;
}

export interface PlatformDetails {
  id?: number;
  name?: string | null;
  counts?: Record<string, number>;
  /** Null if the platform does not have it, or does not give it to this login. */
  clusterNodes: Capacity[] | null;
  /** The sums of all nodes. */
  clusterCapacity: (Required<Capacity> & { nodes: number }) | null;
}

/** What the platform holds, and what its cluster can carry. */
export async function getPlatform(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<PlatformDetails> {
  const read = async (name: string, fields: typeof PLATFORM) =>
    await readOneEntity(
      endpoint,
      () => ({ name, what: 'platform', id: undefined, fields }),
      options,
    );
  const [platform, clusterNodes] = await Promise.all([
    read('platform', PLATFORM),
    read('getClusterCapacity', CAPACITY).then(nodesIn, withoutCapacity),
  ]);
  if (!isObject(platform)) {
    throw new UnexpectedResponseError('The platform returned nothing for "platform"', {
      hint: 'This login may not be allowed to read it.',
      reach: 'answered',
    });
  }
  return { ...platform, clusterNodes, clusterCapacity: clusterNodes && sumOf(clusterNodes) };
}

function nodesIn(value: unknown): Capacity[] | null {
  return Array.isArray(value) ? objectsIn<Capacity>(value) : null;
}

/** Counts are of use to those who may not see the cluster. */
function withoutCapacity(error: unknown): null {
  if (error instanceof UnsupportedError || error instanceof GraphqlResponseError) return null;
  throw error;
}

function sumOf(nodes: readonly Capacity[]): Required<Capacity> & { nodes: number } {
  // Memory has nine decimals, and sums of fractions are not exact.
  const sum = (of: keyof Capacity) =>
    Math.round(nodes.reduce((all, node) => all + Number(node[of] ?? 0), 0) * 1e9) / 1e9;
  return { nodes: nodes.length, cpu: sum('cpu'), gpu: sum('gpu'), memory: sum('memory') };
}
