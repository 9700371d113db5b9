import type { HttpRequest } from '../../platform/http/request';

/** Describes a GET request to a server with any certificate. */
export function exchangeWith(url: string | URL, more: Partial<HttpRequest> = {}): HttpRequest {
  const tls = { allowUnauthorizedCerts: true };
  return { method: 'GET', url: new URL(url), headers: {}, tls, ...more };
}
