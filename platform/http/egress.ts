import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { InvalidInputError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';
import { findProxy } from './proxies';

/** The policy of n8n for the addresses that it may reach. */
export interface Egress {
  validateUrl(url: URL): Promise<{ ok: true } | { ok: false; error: Error }>;
  /** Returns a lookup that finds only allowed addresses. */
  createSecureLookup(): LookupFunction;
}

interface ActiveEgress {
  egress: Egress;
  lookup: LookupFunction;
}

let active: ActiveEgress | undefined;

/** Sets the policy for all requests of this process. Ignores later calls, and n8n's default policy, which allows all addresses. */
export function useEgress(egress: Egress): void {
  if (egress.createSecureLookup() === systemLookup) return;
  active ??= { egress, lookup: buildLookup(egress) };
}

/** Returns true if the environment may set a policy. Credential tests use this, because n8n does not pass the policy to them. */
export function mayHaveEgressPolicy(): boolean {
  const { N8N_SSRF_PROTECTION_ENABLED: value, N8N_SSRF_PROTECTION_ENABLED_FILE: file } =
    process.env;
  return file !== undefined || /^(?:true|1)$/i.test(value ?? '');
}

/** Returns the DNS lookup of the policy, if there is one. A proxy does not use it, and resolves names itself. */
export function getEgressLookup(): LookupFunction | undefined {
  return active?.lookup;
}

/** @throws InvalidInputError if the policy forbids the address, or cannot look up its host for a request through a proxy */
export async function checkEgress(url: URL): Promise<void> {
  if (!active) return;
  const error = await active.egress.validateUrl(url).then(
    (result) => (result.ok ? undefined : result.error),
    (failure: Error) => failure,
  );
  if (!error) return;
  if (isForbidden(error)) throw egressError(url, error);
  // Without a proxy, the connection itself reports a name that is not found.
  if (findProxy(url)) throw notFoundError(url, error);
}

/** An error of the policy has no code. Errors of the system, such as a name that is not found, have one. */
function isForbidden(error: Error): boolean {
  return !('code' in error);
}

/** Builds a lookup that applies the policy, because a name may resolve to another address than in `checkEgress`. */
function buildLookup(egress: Egress): LookupFunction {
  const lookup = egress.createSecureLookup();
  return (host, options, callback) =>
    lookup(host, options, (error, ...found) =>
      callback(error && isForbidden(error) ? egressError({ host }, error) : error, ...found),
    );
}

function notFoundError({ hostname }: URL, reason: Error): InvalidInputError {
  return new InvalidInputError(
    `n8n could not look up ${hostname}, which its network policy requires`,
    `n8n looks up each host itself, also if a proxy connects to it. Check the host in the credential, and that the DNS of the machine that n8n runs on knows it. Nothing was sent. (${excerpt(reason.message)})`,
  );
}

export function egressError({ host }: Pick<URL, 'host'>, reason: Error): InvalidInputError {
  return new InvalidInputError(
    `The network policy of n8n forbids requests to ${host}`,
    `Ask the administrator of n8n to add the host to N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES. Nothing was sent. (${excerpt(reason.message)})`,
  );
}
