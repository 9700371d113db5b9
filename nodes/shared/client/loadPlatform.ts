import type { RequestHelperFunctions } from 'n8n-workflow';
import type * as Platform from '../../../platform';

let loaded: typeof Platform | undefined;

/**
 * Loads the client when a node first works, and keeps it to the addresses that n8n allows (N8N_SSRF_PROTECTION_ENABLED). It is
 * loaded once, because in a bundle each `import()` copies its list of functions.
 * @param helpers of the node that connects
 */
export async function loadPlatform(helpers?: NodeHelpers): Promise<typeof Platform> {
  loaded ??= await import('../../../platform');
  const policy = helpers?.getSecureEgressFilter?.();
  if (policy) loaded.useEgress(policy);
  return loaded;
}

/** The context of a node that connects. Older versions of n8n have no filter there. */
export interface NodeHelpers extends Partial<
  Pick<RequestHelperFunctions, 'getSecureEgressFilter'>
> {
  httpRequest: unknown;
}
