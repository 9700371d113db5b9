import type * as Platform from '../../../platform';
import { keepToPolicy, type NodeHelpers } from './networkPolicy';

let loaded: typeof Platform | undefined;

/**
 * Loads the client when a node first works. It is kept, because in a bundle each `import()` copies its list of functions.
 * @param helpers of the node that connects
 */
export async function loadPlatform(helpers?: NodeHelpers): Promise<typeof Platform> {
  loaded ??= await import('../../../platform');
  if (helpers) keepToPolicy(loaded, helpers);
  return loaded;
}
