import { X509Certificate } from 'node:crypto';
import type { DetailedPeerCertificate } from 'node:tls';
import { ConnectionError, type Reach } from '../errors/errors';
import { excerpt } from '../text/text';
import { clientCertificateOf } from './clientIdentity';
import {
  describeClientCertificate,
  describeInvalid,
  hasEnded,
  nameOf,
  namesOf,
} from './certificates';
import { readAuthorities, type TlsOptions } from './options';

/** What failed, and what is known of both sides. */
interface TlsFacts {
  /** A proxy's address is in n8n's environment, and the client certificate is not for it. */
  isProxy: boolean;
  /** As `tlsReason` returns it. */
  reason: string;
  /** The certificates that the server sent, its own first; empty if the connection ended before. */
  sent: readonly X509Certificate[];
  /** The certificates in "CA Certificate". */
  pasted: readonly X509Certificate[];
  /** The certificate in "Client Certificate". */
  client: X509Certificate | undefined;
}

export interface TlsFailure {
  reason: RegExp;
  /** `…` is the address. */
  what: string;
  hint: string | ((facts: TlsFacts) => string);
  /** It depends on more than the reason. The first failure of the table that applies counts. */
  applies?: (facts: TlsFacts) => boolean;
  /** Whether it may be over a moment later. */
  transient?: true;
}

/** The other side ended the connection without a word. */
export const CLOSED = 'closed';
export const CLIENT_CERTIFICATE_MISSING = 'alert 116';
export const CLIENT_CERTIFICATE_REFUSED = 'alert 42';

/** What servers say of a client certificate: unsuitable, revoked, expired, unknown, without access, missing. */
const CLIENT_CERTIFICATE = /^alert (?:4[2-689]|51|116)$/;
const CURRENT_CIPHERS = 'Ask its administrator to allow current ones, such as ECDHE with AES-GCM.';

/** What can go wrong with TLS, by the codes of Node and OpenSSL. */
export const TLS_FAILURES: readonly TlsFailure[] = [
  {
    reason: CLIENT_CERTIFICATE,
    applies: ({ isProxy }) => isProxy,
    what: '… requires a client certificate',
    hint: 'n8n sends no client certificate to a proxy. Ask the administrator of the proxy for access without one.',
  },
  {
    reason: CLIENT_CERTIFICATE,
    applies: ({ client }) => !client,
    what: '… requires a client certificate, but the credential has none',
    hint: 'Ask its administrator for a certificate and its key. Paste them into "Client Certificate" and "Client Key" in the credential.',
  },
  {
    reason: CLIENT_CERTIFICATE,
    what: '… does not accept the client certificate in the credential',
    hint: ({ client, reason }) =>
      `${client ? describeClientCertificate(client) : ''} ${SERVER_SAYS.get(reason) ?? ''} Ask its administrator for one that it accepts.`,
  },
  {
    // Before TLS 1.3, a missing client certificate has this code as well.
    reason: /^alert 40$/,
    what: '… refused to encrypt the connection',
    hint: ({ client }) =>
      `${client ? `It may not accept the client certificate in the credential. ${describeClientCertificate(client)}` : 'It may require a client certificate. Paste it into "Client Certificate" in the credential.'} Or it offers only outdated ciphers. ${CURRENT_CIPHERS}`,
  },
  {
    reason: /^(?:alert 71|ERR_SSL_NO_CIPHERS_AVAILABLE)$/,
    what: '… and n8n do not support the same encryption',
    hint: `It offers only outdated ciphers. ${CURRENT_CIPHERS}`,
  },
  {
    reason:
      /^(?:alert 70|ERR_SSL_(?:UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION|VERSION_TOO_LOW|UNSAFE_LEGACY_RENEG.*))$/,
    what: '… supports only TLS versions that are too old',
    hint: 'n8n supports TLS 1.2 and 1.3. Ask its administrator to turn on one of them.',
  },
  {
    reason: /^ERR_SSL_(?:DH_KEY_TOO_SMALL|BAD_DH_VALUE)$/,
    what: '… uses an encryption key that is too weak',
    hint: 'Its Diffie-Hellman group is too small. Ask its administrator to use ECDHE, or a group of at least 2048 bits (in nginx: ssl_dhparam).',
  },
  {
    reason: / too weak$/,
    what: 'The certificate of … is too weak',
    hint: ({ reason }) =>
      `${reason.startsWith('EE') ? 'Its key' : 'The key or the signature of an authority behind it'} is too weak. Ask its administrator for a new one: RSA with at least 2048 bits or ECDSA, signed with SHA-256.`,
  },
  {
    reason: /^CERT_HAS_EXPIRED$/,
    applies: ({ sent: [own], pasted }) => (own ? hasEnded(own) : !pasted.some(hasEnded)),
    what: 'The certificate of … has expired',
    hint: ({ sent }) =>
      `${describeInvalid(sent)} Ask the administrator of the server to renew it. In the credential, only "Ignore SSL Issues" helps.`,
  },
  {
    reason: /^CERT_HAS_EXPIRED$/,
    what: 'An authority behind the certificate of … has expired',
    hint: ({ sent, pasted }) =>
      pasted.some(hasEnded)
        ? `${describeInvalid(pasted)} It is in "CA Certificate" in the credential. Paste the certificate that replaced it.`
        : `${describeInvalid(sent)} Ask the administrator of the server to replace it in the chain that the server sends.`,
  },
  {
    reason: /^CERT_NOT_YET_VALID$/,
    what: 'The certificate of … is not valid yet',
    hint: ({ sent, pasted }) =>
      `${describeInvalid([...sent, ...pasted])} Check the clock of n8n’s machine. It shows ${new Date().toISOString().slice(0, 16)} UTC.`,
  },
  {
    reason: /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    what: 'The certificate of … is for another host name',
    hint: ({ sent: [own], isProxy }) => {
      const names = own?.subjectAltName?.replace(/\b(?:DNS|IP Address):/g, '');
      return `${names ? `It holds ${excerpt(names, [], 300)}.` : ''} Use the certificate’s name as the address in ${isProxy ? "n8n's environment variable" : 'the credential'}, or request a certificate for this name.`;
    },
  },
  {
    reason: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    what: 'The certificate of … is not trusted',
    hint: ({ pasted }) =>
      `It is self-signed${pasted.length > 0 ? `, and it is not what "CA Certificate" holds: ${namesOf(pasted)}` : ''}. Paste it into "CA Certificate" in the credential, or turn on "Ignore SSL Issues" if you accept the risk.`,
  },
  {
    reason:
      /^(?:UNABLE_TO_(?:VERIFY|GET)_.*|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE)$/,
    what: 'The certificate of … is not trusted',
    hint: ({ sent, pasted }) => {
      const top = sent.at(-1);
      const issuer = top ? nameOf(top.issuer) : 'the private authority that issued it';
      const what =
        pasted.length > 0
          ? `What is in "CA Certificate", ${namesOf(pasted)}, did not sign it. `
          : '';
      return `${top ? `It was issued by ${issuer}. ` : ''}${what}Paste the current certificate of ${issuer} into "CA Certificate" in the credential, or turn on "Ignore SSL Issues" if you accept the risk.${sent.length > 1 ? '' : ' If the server does not send the intermediate certificate, ask its administrator to send the whole chain.'}`;
    },
  },
  {
    reason: /^(?:INVALID_|PATH_LENGTH_|CERT_|ERROR_IN_CERT_|UNABLE_TO_DE)/,
    what: 'The certificate of … cannot be used for a server',
    hint: 'It was issued for another purpose, or by an issuer without the right to issue certificates. Ask its administrator for a server certificate.',
  },
  {
    reason: /^alert 112$/,
    what: 'The server at … does not know this host name',
    hint: 'A gateway has no certificate for the name in the address. Check the address in the credential. It may need the name instead of the IP address.',
  },
  {
    reason: /^alert 120$/,
    what: '… supports only HTTP/2',
    hint: 'The nodes use HTTP/1.1. Ask its administrator to allow HTTP/1.1 as well.',
  },
  {
    reason:
      /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE|RECORD_LAYER_FAILURE)$/,
    what: '… does not use HTTPS on this port',
    hint: ({ isProxy }) =>
      isProxy
        ? 'Add http:// to its address in the environment variable of n8n. Without it, n8n expects the proxy for https addresses to use HTTPS. Then restart n8n.'
        : 'Check whether the address in the credential needs http:// or another port.',
  },
  {
    reason: new RegExp(`^${CLOSED}$`),
    what: '… closed the connection before it was encrypted',
    hint: 'A firewall or gateway may block this name, or the server requires a client certificate. Ask their administrators.',
    transient: true,
  },
];

/** For all other reasons. */
export const OTHER_TLS_FAILURE: TlsFailure = {
  reason: /^(?:ERR_(?:SSL|TLS)_|EPROTO$|alert )/,
  what: 'Could not encrypt the connection to …',
  hint: 'Ask the administrator of the server or the gateway to check its log.',
  transient: true,
};

const SERVER_SAYS = new Map([
  ['alert 43', 'The server says: its type is not accepted.'],
  ['alert 44', 'The server says: it was revoked.'],
  ['alert 48', 'The server says: the authority that issued it is unknown.'],
  ['alert 49', 'The server says: it is not allowed.'],
]);

/**
 * What went wrong with TLS, in a form that does not depend on the version of OpenSSL: `alert 48` for what the other side
 * said, else OpenSSL's or Node's name, as `CERT_HAS_EXPIRED` or `ERR_SSL_WRONG_VERSION_NUMBER`; undefined if something else failed.
 */
export function tlsReason(error: unknown): string | undefined {
  const { code, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (typeof code !== 'string') return undefined;
  const alert = /\bSSL alert number (\d{1,3})\b/.exec(message);
  if (alert) return `alert ${alert[1]}`;
  // If writing fails, only the words say why.
  const said = /\bSSL routines:[^:]*:([^:]+):/.exec(message)?.[1];
  if (said) return `ERR_SSL_${said.trim().toUpperCase().replace(/\W+/g, '_')}`;
  if (code === 'ECONNRESET') return CLOSED;
  const reason = code === 'UNSPECIFIED' ? message : code;
  return [...TLS_FAILURES, OTHER_TLS_FAILURE].some((known) => known.reason.test(reason))
    ? reason
    : undefined;
}

/** What a connector failed with, and the certificate that the server had sent. */
export interface TlsConnectError extends Error {
  code?: string;
  serverCertificate?: DetailedPeerCertificate;
}

/** Which address was asked, with the TLS fields of the credential. */
interface TlsAttempt {
  /** As `platform.example.com:443` or `the proxy proxy.example.com:3128`. */
  host: string;
  isProxy?: boolean;
  tls: TlsOptions;
  reach: Reach;
}

/** The error for a connection whose encryption failed; undefined if something else failed. */
export function tlsError(error: unknown, attempt: TlsAttempt): ConnectionError | undefined {
  const reason = tlsReason(error);
  if (reason === undefined) return undefined;
  const { code = '', message, serverCertificate } = error as TlsConnectError;
  // Without places in OpenSSL's source, and advice about options of Node.
  const words = message
    .replace(/; if the root CA is installed locally.*$/s, '')
    .replace(/^.*SSL routines:[^:]*:([^:]*):.*$/s, '$1');
  const said = `${code}: ${excerpt(words, [], 200)}`;
  return describeTlsFailure(reason, attempt, { said, cause: error, serverCertificate });
}

/** @param said the words of the other side, or of Node */
export function describeTlsFailure(
  reason: string,
  { host, isProxy = false, tls, reach }: TlsAttempt,
  {
    said,
    serverCertificate,
    ...details
  }: {
    said: string;
    cause?: unknown;
    status?: number;
    serverCertificate?: DetailedPeerCertificate;
  },
): ConnectionError {
  const facts: TlsFacts = {
    isProxy,
    reason,
    sent: chainFrom(serverCertificate),
    pasted: readAuthorities(tls.caCertificate),
    client: isProxy ? undefined : clientCertificateOf(tls),
  };
  const {
    what,
    hint,
    transient = false,
  } = TLS_FAILURES.find((known) => known.reason.test(reason) && (known.applies?.(facts) ?? true)) ??
  OTHER_TLS_FAILURE;
  const advice = typeof hint === 'string' ? hint : hint(facts).trim().replace(/ {2}/g, ' ');
  // A host stands as it is, a proxy is called one.
  return new ConnectionError(what.replace('…', () => host).replace(/^the /, 'The '), {
    hint: `${advice} (${said})`,
    reach,
    transient,
    ...details,
  });
}

const MAX_CHAIN = 10;

function chainFrom(own: DetailedPeerCertificate | undefined): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = own; next?.raw && chain.length < MAX_CHAIN;) {
    chain.push(new X509Certificate(next.raw));
    // The topmost one is its own issuer.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}
