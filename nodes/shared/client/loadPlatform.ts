import type * as Platform from '../../../platform';
import { keepToPolicy, type NodeHelpers } from './networkPolicy';

let loaded: typeof Platform | undefined;

/**
 * The client's functions, loaded when a node first works. Kept: in a bundle, each `import()` copies the list of them.
 * @param helpers of the node that connects
 */
export async function loadPlatform(helpers?: NodeHelpers): Promise<typeof Platform> {
  loaded ??= await import('../../../platform');
  if (helpers) keepToPolicy(loaded, helpers);
  return loaded;
}
