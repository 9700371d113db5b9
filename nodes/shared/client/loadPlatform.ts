import type { ICredentialTestFunctions, RequestHelperFunctions } from 'n8n-workflow';
import type * as Platform from '../../../platform';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { excerpt } from '../../../platform/common/text/text';
import { fieldsOf } from '../../../platform/common/text/values';
import { isN8nError } from '../errors/unexpected';

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

/**
 * A credential's test gets no filter. If n8n protects addresses, its own request to them is refused if ours must not be sent. If
 * that request was sent, its result does not matter.
 * @throws InvalidInputError for an address that may not be reached, or of which that is not known
 */
export async function tryPolicy(
  { egressError, isEgressProtected }: typeof Platform,
  helpers: ICredentialTestFunctions['helpers'],
  addresses: readonly string[],
): Promise<void> {
  if (!isEgressProtected()) return;
  for (const address of addresses) {
    try {
      await helpers.request({
        method: 'HEAD',
        uri: address,
        followRedirect: false,
        timeout: MAX_TRY_MS,
      });
    } catch (error) {
      if (isN8nError(error)) throw egressError(new URL(address), error);
      if (!wasSent(error)) throw policyUnknownError(new URL(address), error);
    }
  }
}

const MAX_TRY_MS = 5_000;

/** A response has a status, a failure of the network a code. */
function wasSent(error: unknown): boolean {
  const { statusCode, code } = fieldsOf(error);
  return typeof statusCode === 'number' || typeof code === 'string';
}

function policyUnknownError({ host }: URL, reason: unknown): InvalidInputError {
  return new InvalidInputError(
    `n8n did not say whether its network policy allows requests to ${host}`,
    `Nothing was sent. Test the credential by running a node. (${excerpt(String(reason))})`,
  );
}
