import type { HttpRequest } from '../../platform/http/request';

/** Builds a GET request that accepts any server certificate. */
export function buildGetRequest(
  url: string | URL,
  changes: Partial<HttpRequest> = {},
): HttpRequest {
  const tls = { allowUnauthorizedCerts: true };
  return { method: 'GET', url: new URL(url), headers: {}, tls, ...changes };
}
