import type { PlatformError } from '../../errors/errors';
import type { TextResponse } from '../../http/response';
import type { TlsOptions } from '../../tls/options';
import { explainLocal, pageInsteadOfList, refusedLocally } from './localAddress';
import type { ConfFileRefusal } from '../refusals';

/** A refusal, and what was asked for. */
interface RefusedRead {
  url: URL;
  response: TextResponse;
  /** As "list /". */
  action: string;
}

/** How whatever reads comes to the service, which answers inside its cluster only (interface, section 4.6). */
export interface ReadRoute {
  /** In front of `/configuration/…`; without a slash at its end. */
  address: string;
  headers: Record<string, string>;
  tls: TlsOptions;
  /** Values that no error may show. */
  secrets: readonly string[];
  /** Whether pages arrive with other bytes than they were sent with. */
  changesPages: boolean;
  /** What to check where a page comes in the place of a file. */
  checkHint: string;
  /** What to throw where no response came. */
  unanswered(error: unknown, url: URL): unknown;
  /** What to throw for a refusal: the service's own, or that of somebody on the way. */
  refusal(refused: RefusedRead, ofService: ConfFileRefusal): PlatformError;
  /** What to throw for a page in the place of a list. */
  pageInsteadOfList(url: URL, response: TextResponse, secrets: readonly string[]): PlatformError;
}

/** A port forwarded to the service, or its address inside the cluster. It needs no token. */
export function localRoute(localAddress: string, tls: TlsOptions): ReadRoute {
  return {
    address: localAddress,
    headers: {},
    tls,
    secrets: [],
    // As with `kubectl proxy`: the API server is on the way after all.
    changesPages: /\/services\/[^/]+\/proxy$/.test(localAddress),
    checkHint: 'Check "Local Address" in the credential. The service itself needs no login.',
    unanswered: (error, url) => explainLocal(error, url, localAddress),
    refusal: ({ url, response }, ofService) => refusedLocally(url, response, ofService),
    pageInsteadOfList,
  };
}
