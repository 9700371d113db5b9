import { ConnectionError, TimeoutError, type PlatformError } from '../errors';
import { excerpt } from '../text';
import { ProxyFailure, proxyFailure } from './proxyErrors';
import { proxyFor } from './proxyVariables';

interface Failure {
  what: (host: string) => string;
  hint: string;
  transient: boolean;
}

const UNKNOWN_HOST: Failure = {
  what: (host) => `The host ${host} is not known`,
  hint: 'Check the address in the credential for typing mistakes, and whether n8n can resolve this name from where it runs.',
  transient: false,
};
const NOT_LISTENING: Failure = {
  what: (host) => `Nothing answers at ${host}`,
  hint: 'Check the host and port of the address in the credential, and whether the platform is running and reachable from where n8n runs.',
  transient: true,
};
const UNTRUSTED: Failure = {
  what: (host) => `The certificate of ${host} is not trusted`,
  hint: 'Paste the certificate of your private authority into "CA Certificate" in the credential, or switch on "Ignore SSL Issues" if you accept the risk.',
  transient: false,
};
const NO_TLS: Failure = {
  what: (host) => `${host} does not speak HTTPS on this port`,
  hint: 'Check whether the address in the credential should start with http:// or use another port.',
  transient: false,
};

const NOT_CONNECTED: Failure = {
  what: (host) => `No connection to ${host} could be made`,
  hint: 'Check the address in the credential, and whether the platform is running and reachable from where n8n runs.',
  transient: true,
};
const NOT_SENDABLE: Failure = {
  what: (host) => `This request to ${host} cannot be sent`,
  hint: 'Check the address and the values in the credential for characters that cannot be sent.',
  transient: false,
};

/** What the codes of failures mean that come while connecting. */
const WHILE_CONNECTING = new Map<string, Failure>([
  ['ENOTFOUND', UNKNOWN_HOST],
  ['EAI_AGAIN', { ...UNKNOWN_HOST, transient: true }],
  ['ECONNREFUSED', NOT_LISTENING],
  ['EHOSTUNREACH', NOT_LISTENING],
  ['ENETUNREACH', NOT_LISTENING],
  ['ETIMEDOUT', NOT_LISTENING],
  ['UND_ERR_CONNECT_TIMEOUT', NOT_LISTENING],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NO_TLS],
  ['EPROTO', NO_TLS],
  ['CERT_HAS_EXPIRED', UNTRUSTED],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['ERR_TLS_CERT_ALTNAME_INVALID', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['UND_ERR_INVALID_ARG', NOT_SENDABLE],
]);

const NO_HEAD_IN_TIME = 'UND_ERR_HEADERS_TIMEOUT';
const TIMEOUT_CODES = new Set([NO_HEAD_IN_TIME, 'UND_ERR_BODY_TIMEOUT']);

/** No answer has begun in time, although bytes may have come: undici has the same for silence. */
export class NoAnswerInTime extends Error {
  readonly code = NO_HEAD_IN_TIME;
}

/**
 * Turns what undici or Node threw into a typed error that says how far the request got.
 * @param wasSent whether the request had been handed to an open connection
 */
export function connectionError(
  url: URL,
  error: unknown,
  { wasSent, timeoutMs }: { wasSent: boolean; timeoutMs: number },
): PlatformError {
  if (error instanceof ProxyFailure) return proxyFailure(url.host, error, timeoutMs);
  const code = codeOf(error);
  if (!wasSent) {
    const failure = WHILE_CONNECTING.get(code) ?? NOT_CONNECTED;
    return new ConnectionError(failure.what(url.host), {
      hint: `${failure.hint} (${code || 'no reason given'}${words(error)})`,
      reach: 'never',
      transient: failure.transient,
      cause: error,
    });
  }
  if (TIMEOUT_CODES.has(code)) {
    return new TimeoutError(`${url.host} did not answer within ${timeoutMs / 1000} s`, {
      hint: `The platform${orProxy(url, ' or')} may be overloaded. Try again later.`,
      reach: 'unknown',
      transient: true,
      cause: error,
    });
  }
  return new ConnectionError(`The connection to ${url.host} broke`, {
    hint: `The network or a gateway in between closed it (${code || 'no reason given'}${words(error)}).`,
    reach: 'unknown',
    transient: true,
    cause: error,
  });
}

/** Where requests are passed on, what is silent may be the proxy. */
function orProxy(url: URL, word: string): string {
  const proxy = proxyFor(url);
  return proxy ? `${word} the proxy ${proxy.host}` : '';
}

function words(error: unknown): string {
  return error instanceof Error && error.message ? `: ${excerpt(error.message)}` : '';
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
