import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { InvalidInputError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';
import { proxyFor } from './proxies';

/** The addresses that this n8n may reach. */
export interface Egress {
  validateUrl(url: URL): Promise<{ ok: true } | { ok: false; error: Error }>;
  /** Finds allowed addresses only. */
  createSecureLookup(): LookupFunction;
}

interface EgressInForce {
  egress: Egress;
  lookup: LookupFunction;
}

let inForce: EgressInForce | undefined;

/** Sets the policy for all requests of this process. The first one stays. By default, n8n allows all addresses. */
export function useEgress(egress: Egress): void {
  if (egress.createSecureLookup() === systemLookup) return;
  inForce ??= { egress, lookup: buildLookup(egress) };
}

/** A credential's test gets no policy, so it asks here whether this n8n has one. */
export function isEgressProtected(): boolean {
  const { N8N_SSRF_PROTECTION_ENABLED: value, N8N_SSRF_PROTECTION_ENABLED_FILE: file } =
    process.env;
  return file !== undefined || /^(?:true|1)$/i.test(value ?? '');
}

/** Returns the lookup of connections without a proxy; a proxy looks names up itself. */
export function egressLookup(): LookupFunction | undefined {
  return inForce?.lookup;
}

/** @throws InvalidInputError if the policy forbids the address */
export async function checkEgress(url: URL): Promise<void> {
  if (!inForce) return;
  const error = await catchError(inForce.egress.validateUrl(url));
  // The connection reports a name that is not found.
  if (error && (isForbidden(error) || proxyFor(url))) throw egressError(url, error);
}

async function catchError(checked: ReturnType<Egress['validateUrl']>): Promise<Error | undefined> {
  try {
    const result = await checked;
    return result.ok ? undefined : result.error;
  } catch (error) {
    return error as Error;
  }
}

/** Only errors of the system, such as a name that is not found, have a code. */
function isForbidden(error: Error): boolean {
  return !('code' in error);
}

/** Checks again what was resolved, because a name may resolve to another address than when it was checked. */
function buildLookup(egress: Egress): LookupFunction {
  const lookup = egress.createSecureLookup();
  return (host, options, callback) =>
    lookup(host, options, (error, ...found) =>
      callback(error && isForbidden(error) ? egressError({ host }, error) : error, ...found),
    );
}

export function egressError({ host }: Pick<URL, 'host'>, reason: Error): InvalidInputError {
  return new InvalidInputError(
    `The network policy of n8n forbids requests to ${host}`,
    `Ask the administrator of n8n to add the host to N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES. Nothing was sent. (${excerpt(reason.message)})`,
  );
}
