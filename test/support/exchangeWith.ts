import type { HttpRequest } from '../../platform/http/request';

/** A request to a server of a test, whoever signed its certificate: `GET`, if nothing else is said. */
export function exchangeWith(url: string | URL, more: Partial<HttpRequest> = {}): HttpRequest {
  const tls = { allowUnauthorizedCerts: true };
  return { method: 'GET', url: new URL(url), headers: {}, tls, ...more };
}
