import { lookup } from 'node:dns';
import type { ICredentialTestFunctions, RequestHelperFunctions } from 'n8n-workflow';
import type * as Platform from '../../../platform';
import { isN8nError } from '../errors/unexpected';

/** Helpers of a node that connects. Older versions of n8n have no filter. */
export interface NodeHelpers extends Partial<
  Pick<RequestHelperFunctions, 'getSecureEgressFilter'>
> {
  httpRequest: unknown;
}

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

/** Keeps the client to the addresses that n8n allows (N8N_SSRF_PROTECTION_ENABLED); by default all are allowed. */
function keepToPolicy({ useEgress }: typeof Platform, helpers: NodeHelpers): void {
  const filter = helpers.getSecureEgressFilter?.();
  if (filter && filter.createSecureLookup() !== lookup) useEgress(filter);
}

/**
 * Checks addresses for a credential's test, which gets no filter: n8n refuses its own request to an address that it protects. Any
 * other outcome of that request does not matter.
 * @throws InvalidInputError if an address may not be reached
 */
export async function tryPolicy(
  { egressRefusal }: typeof Platform,
  helpers: ICredentialTestFunctions['helpers'],
  addresses: readonly string[],
): Promise<void> {
  if (!isProtected()) return;
  for (const address of addresses) {
    try {
      await helpers.request({
        method: 'HEAD',
        uri: address,
        followRedirect: false,
        timeout: MAX_TRY_MS,
      });
    } catch (error) {
      if (isN8nError(error)) throw egressRefusal(new URL(address), error);
    }
  }
}

const MAX_TRY_MS = 5_000;

function isProtected(): boolean {
  const { N8N_SSRF_PROTECTION_ENABLED: value, N8N_SSRF_PROTECTION_ENABLED_FILE: file } =
    process.env;
  return file !== undefined || /^(?:true|1)$/i.test(value ?? '');
}
