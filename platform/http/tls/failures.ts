import { ConnectionError, type Effect } from '../../common/errors/errors';
import { excerpt } from '../../common/text/text';
import type { TlsOptions } from './options';

interface TlsFacts {
  /** True if the connection is to a proxy. Its address is in the environment of n8n, and it never gets the client certificate. */
  isProxy: boolean;
  hasClientCertificate: boolean;
}

export interface TlsFailure {
  reason: RegExp;
  /** `…` is replaced by the address. */
  message: string;
  hint: (facts: TlsFacts) => string;
  isTemporary?: true;
}

/** The result of `findTlsReason` if the other side closed the connection without an alert. */
export const CLOSED = 'closed';

const OTHER_FAILURE = {
  message: 'Could not encrypt the connection to …',
  hint: () =>
    'Ask the administrator of the server or the gateway. n8n supports TLS 1.2 and 1.3 with current ciphers and certificates.',
};

/** The first entry that matches the result of `findTlsReason` counts. */
export const TLS_FAILURES: readonly TlsFailure[] = [
  {
    // These alerts are about a client certificate. Before TLS 1.3, alert 40 reports a missing one, but also other refusals.
    reason: /^alert (?:4[0-689]|51|116)$/,
    message: '… refused the encrypted connection',
    hint: ({ isProxy, hasClientCertificate }) =>
      isProxy
        ? 'Ask the administrator of the proxy for access without a client certificate. n8n sends none to a proxy.'
        : hasClientCertificate
          ? 'Ask its administrator whether it accepts the client certificate in the credential.'
          : 'Ask its administrator whether it requires a client certificate. If so, paste one into "Client Certificate" and "Client Key" in the credential.',
  },
  {
    reason: /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    message: 'The certificate of … is not valid today',
    hint: () =>
      'Ask the administrator of the server to renew it. If it is valid, check the clock of n8n’s machine, and the certificates of its authorities, such as one in "CA Certificate".',
  },
  {
    reason: /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    message: 'The certificate of … is for another host name',
    hint: ({ isProxy }) =>
      `Use a name of the certificate as the address in ${isProxy ? "n8n's environment variable" : 'the credential'}, or request a certificate for this name.`,
  },
  {
    reason:
      /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET)_.*|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE)$/,
    message: 'The certificate of … is not trusted',
    hint: () =>
      'Paste the current certificate of the authority that issued it into "CA Certificate" in the credential, or turn on "Ignore SSL Issues" if you accept the risk.',
  },
  {
    reason:
      /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE|RECORD_LAYER_FAILURE)$/,
    message: '… does not use HTTPS on this port',
    hint: ({ isProxy }) =>
      isProxy
        ? 'Add http:// to the address of the proxy in the environment variable of n8n. Then restart n8n.'
        : 'Check whether the address in the credential needs http:// or another port.',
  },
  {
    reason: new RegExp(`^${CLOSED}$`),
    message: '… closed the connection before it was encrypted',
    hint: () =>
      'A firewall or gateway may block this name, or the server requires a client certificate. Ask their administrators.',
    isTemporary: true,
  },
  // If Node rejects a certificate, another attempt does not help.
  {
    ...OTHER_FAILURE,
    reason: /^(?:INVALID_|PATH_LENGTH_|CERT_|ERROR_IN_CERT_|UNABLE_TO_DE|UNSPECIFIED$)/,
  },
  { ...OTHER_FAILURE, reason: /^(?:ERR_(?:SSL|TLS)_|EPROTO$|alert )/, isTemporary: true },
];

/**
 * Returns why TLS failed. If the other side sent an alert, this is its number, such as `alert 48`, because the names of alerts differ
 * between versions of OpenSSL. Otherwise, it is a name such as `CERT_HAS_EXPIRED`. Returns undefined for other failures.
 */
export function findTlsReason(error: unknown): string | undefined {
  const { code, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (typeof code !== 'string') return undefined;
  const alert = /\bSSL alert number (\d{1,3})\b/.exec(message);
  if (alert) return `alert ${alert[1]}`;
  // If writing fails, only the message contains the reason.
  const openSslName = /\bSSL routines:[^:]*:([^:]+):/.exec(message)?.[1];
  if (openSslName) return `ERR_SSL_${openSslName.trim().toUpperCase().replace(/\W+/g, '_')}`;
  if (code === 'ECONNRESET') return CLOSED;
  return findFailure(code) && code;
}

interface TlsAttempt {
  /** For example `platform.example.com:443` or `the proxy proxy.example.com:3128`. */
  host: string;
  isProxy?: boolean;
  tls: TlsOptions;
  effect?: Effect;
}

/** Returns undefined if the error is not about TLS. */
export function tlsError(
  error: unknown,
  { host, isProxy = false, tls, effect }: TlsAttempt,
): ConnectionError | undefined {
  const reason = findTlsReason(error);
  const failure = reason === undefined ? undefined : findFailure(reason);
  if (!failure) return undefined;
  const { code = '', message } = error as NodeJS.ErrnoException;
  // Leaves out positions in the source of OpenSSL, and advice about options of Node.
  const words = message
    .replace(/; if the root CA is installed locally.*$/s, '')
    .replace(/^.*SSL routines:[^:]*:([^:]*):.*$/s, '$1');
  const hasClientCertificate = (tls.clientKey ?? '').trim() !== '';
  return new ConnectionError(failure.message.replace('…', () => host).replace(/^the /, 'The '), {
    hint: `${failure.hint({ isProxy, hasClientCertificate })} (${code}: ${excerpt(words, [], 200)})`,
    effect,
    isTemporary: failure.isTemporary,
    cause: error,
  });
}

function findFailure(reason: string): TlsFailure | undefined {
  return TLS_FAILURES.find((failure) => failure.reason.test(reason));
}
