import { ConnectionError, type PlatformError } from '../../errors/errors';
import { factsOf, failed, failureOf } from '../../tls/explain';
import type { TlsOptions } from '../../tls/options';
import { htmlTitle, isHtml } from '../../text/text';

/** A response of a gateway that is about the connection itself, by its status or by its words. */
interface GatewayPage {
  name: string;
  /** nginx's own numbers; it sends them only where it is told to. */
  status?: number;
  words: RegExp;
}

const NO_CERTIFICATE = 'alert 116';
const BAD_CERTIFICATE = 'alert 42';

export const GATEWAY_PAGES: ReadonlyArray<GatewayPage & { reason?: string }> = [
  {
    name: 'client certificate missing',
    status: 496,
    words:
      /No required SSL certificate was sent|SSL client certificate is required|Cannot perform Post-Handshake Authentication/i,
    reason: NO_CERTIFICATE,
  },
  {
    name: 'client certificate refused',
    status: 495,
    words: /The SSL certificate error/i,
    reason: BAD_CERTIFICATE,
  },
  {
    name: 'HTTP on a port for HTTPS',
    status: 497,
    words:
      /The plain HTTP request was sent to HTTPS port|Client sent an HTTP request to an HTTPS server|speaking plain HTTP to an SSL-enabled server port/i,
  },
];

const STATUSES = new Set([400, 403, 495, 496, 497]);
/** What these pages say stands at their start. */
const LOOKED_AT_CHARACTERS = 4_000;

/** What to throw where a gateway answers because of a certificate, or of a missing "s"; undefined for any other response. */
export function tlsRefusal(
  { url, tls }: { url: URL; tls: TlsOptions },
  { status, text }: { status: number; text: string },
): PlatformError | undefined {
  if (!STATUSES.has(status)) return undefined;
  const start = text.slice(0, LOOKED_AT_CHARACTERS);
  const page = GATEWAY_PAGES.find((known) => known.status === status || known.words.test(start));
  if (!page) return undefined;
  const said = `HTTP ${status}: ${isHtml(start) ? htmlTitle(start) : page.name}`;
  if (page.reason === undefined) return httpsInstead(url, { said, status });
  const facts = factsOf({ host: url.host, tls, seen: undefined }, page.reason);
  return failed(failureOf(facts), facts, 'answered', { said, status });
}

/** The address lacks an "s". */
export function httpsInstead(
  { host }: URL,
  { said, status }: { said: string; status?: number },
): ConnectionError {
  return new ConnectionError(`${host} uses HTTPS on this port`, {
    hint: `Start the address in the credential with https:// instead of http://. (${said})`,
    reach: 'answered',
    status,
  });
}
