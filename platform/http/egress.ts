import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { InvalidInputError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';
import { proxyFor } from './proxies';

/** The network policy of this n8n: the addresses that may be reached. */
export interface Egress {
  validateUrl(url: URL): Promise<{ ok: true } | { ok: false; error: Error }>;
  /** Finds allowed addresses only. */
  createSecureLookup(): LookupFunction;
}

interface EgressInForce {
  egress: Egress;
  lookup: LookupFunction;
}

/** One for the process, whose connections all executions share. */
let inForce: EgressInForce | undefined;

/** Sets the policy for all requests from now on. The first one stays: each process has one. By default, n8n allows all addresses. */
export function useEgress(egress: Egress): void {
  if (egress.createSecureLookup() === systemLookup) return;
  inForce ??= { egress, lookup: lookupOf(egress) };
}

/** Checks whether this n8n is set up to protect addresses, for a credential's test, which gets no policy. */
export function isEgressProtected(): boolean {
  const { N8N_SSRF_PROTECTION_ENABLED: value, N8N_SSRF_PROTECTION_ENABLED_FILE: file } =
    process.env;
  return file !== undefined || /^(?:true|1)$/i.test(value ?? '');
}

/** For connections without a proxy; a proxy looks names up itself. */
export function egressLookup(): LookupFunction | undefined {
  return inForce?.lookup;
}

/** @throws InvalidInputError if the policy forbids the address */
export async function checkEgress(url: URL): Promise<void> {
  if (!inForce) return;
  const error = await errorOf(inForce.egress.validateUrl(url));
  // A name that is not found is reported when it is connected to.
  if (error && (isForbidden(error) || proxyFor(url))) throw egressError(url, error);
}

async function errorOf(checked: ReturnType<Egress['validateUrl']>): Promise<Error | undefined> {
  try {
    const result = await checked;
    return result.ok ? undefined : result.error;
  } catch (error) {
    return error as Error;
  }
}

/** Errors of the system, such as a name that is not found, have a code. */
function isForbidden(error: Error): boolean {
  return !('code' in error);
}

/** A name may have been found elsewhere when its address was checked. */
function lookupOf(egress: Egress): LookupFunction {
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
