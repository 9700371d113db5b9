import type { RequestHelperFunctions } from 'n8n-workflow';
import type * as Platform from '../../../platform';

let loaded: typeof Platform | undefined;

/**
 * Loads the client when a node first needs it, and restricts it to the addresses that n8n allows (N8N_SSRF_PROTECTION_ENABLED).
 * The module is kept, because each `import()` in a bundle copies the list of its exports.
 */
export async function loadPlatform(helpers?: NodeHelpers): Promise<typeof Platform> {
  loaded ??= await import('../../../platform');
  const policy = helpers?.getSecureEgressFilter?.();
  if (policy) loaded.useEgress(policy);
  return loaded;
}

/** The helpers of a node that connects. Those of older versions of n8n have no egress filter. */
export interface NodeHelpers extends Partial<
  Pick<RequestHelperFunctions, 'getSecureEgressFilter'>
> {
  httpRequest: unknown;
}
