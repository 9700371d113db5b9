import type { X509Certificate } from 'node:crypto';
import { excerpt } from '../text/text';
import {
  dayOf,
  hasEnded,
  hasNotBegun,
  isSelfSigned,
  nameOf,
  namesOf,
  type TlsFacts,
} from './facts';
import { CLOSED } from './reason';

/** What can go wrong with TLS: how it is recognized, and what a user is told. */
export interface TlsFailure {
  name: string;
  /** As `tlsReason` gives them. */
  reasons: readonly string[];
  /** Where reasons alone do not say it. The first failure of the table that applies counts. */
  applies?: (facts: TlsFacts) => boolean;
  what: (facts: TlsFacts) => string;
  hint: (facts: TlsFacts) => string;
  /** Whether it may be over a moment later. */
  transient?: true;
}

const INSECURE = 'or turn on "Ignore SSL Issues" if you accept the risk';
const RENEW =
  'Ask the administrator of the server to renew it. In the credential, only "Ignore SSL Issues" helps.';
const UNKNOWN_ISSUER = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_UNTRUSTED',
];
/** What a server says of a client certificate: unsuitable, revoked, expired, unknown, of an unknown authority … */
const CLIENT_REFUSED = ['alert 42', 'alert 43', 'alert 44', 'alert 45', 'alert 46', 'alert 48'];
const ACCESS_DENIED = 'alert 49';
const HANDSHAKE_FAILED = 'alert 40';
const untrusted = ({ host }: TlsFacts) => `The certificate of ${host} is not trusted`;

export const HTTP2_ONLY: TlsFailure = {
  name: 'HTTP/2 only',
  reasons: ['alert 120'],
  what: ({ host }) => `${host} supports only HTTP/2`,
  hint: () => 'The nodes use HTTP/1.1. Ask its administrator to allow HTTP/1.1 as well.',
};

/** In this order. Each has a test of its own. */
export const TLS_FAILURES: readonly TlsFailure[] = [
  {
    name: 'client certificate missing',
    reasons: ['alert 116', ...CLIENT_REFUSED, HANDSHAKE_FAILED],
    applies: ({ clientCertificate, reason, seen }) =>
      !clientCertificate && (reason !== HANDSHAKE_FAILED || seen?.hasAgreed === true),
    what: ({ host, isProxy }) =>
      isProxy
        ? `${host} requires a client certificate`
        : `${host} requires a client certificate, but the credential has none`,
    hint: ({ isProxy }) =>
      isProxy
        ? 'n8n sends no client certificate to a proxy. Ask the administrator of the proxy for access without one.'
        : 'Ask its administrator for a certificate and its key. Paste them into "Client Certificate" and "Client Key" in the credential.',
  },
  {
    name: 'client certificate refused',
    reasons: [...CLIENT_REFUSED, ACCESS_DENIED, 'alert 51', 'alert 116', HANDSHAKE_FAILED],
    applies: ({ clientCertificate, reason, seen }) =>
      clientCertificate !== undefined && (reason !== HANDSHAKE_FAILED || seen?.hasAgreed === true),
    what: ({ host }) => `${host} does not accept the client certificate in the credential`,
    hint: (facts) => `${whyRefused(facts)} Ask its administrator for one that it accepts.`,
  },
  {
    name: 'no common encryption',
    reasons: [HANDSHAKE_FAILED, 'alert 71', 'ERR_SSL_NO_CIPHERS_AVAILABLE'],
    what: ({ host }) => `${host} and n8n do not support the same encryption`,
    hint: () =>
      'It offers only outdated ciphers, or a type of certificate that n8n does not accept. Ask its administrator to allow current ciphers, such as ECDHE with AES-GCM.',
  },
  {
    name: 'old protocol',
    reasons: [
      'alert 70',
      'ERR_SSL_UNSUPPORTED_PROTOCOL',
      'ERR_SSL_WRONG_SSL_VERSION',
      'ERR_SSL_VERSION_TOO_LOW',
      'ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED',
    ],
    what: ({ host }) => `${host} supports only TLS versions that are too old`,
    hint: () => 'n8n supports TLS 1.2 and 1.3. Ask its administrator to turn on one of them.',
  },
  {
    name: 'weak key exchange',
    reasons: ['ERR_SSL_DH_KEY_TOO_SMALL', 'ERR_SSL_BAD_DH_VALUE'],
    what: ({ host }) => `${host} uses an encryption key that is too weak`,
    hint: () =>
      'Its Diffie-Hellman group is too small. Ask its administrator to use ECDHE, or a group of at least 2048 bits (in nginx: ssl_dhparam).',
  },
  {
    name: 'weak certificate',
    reasons: [
      'EE certificate key too weak',
      'CA certificate key too weak',
      'CA signature digest algorithm too weak',
    ],
    what: ({ host }) => `The certificate of ${host} is too weak`,
    hint: ({ reason }) =>
      `${whatIsWeak(reason)} Ask its administrator for a new one: RSA with at least 2048 bits or ECDSA, signed with SHA-256.`,
  },
  {
    name: 'server certificate expired',
    reasons: ['CERT_HAS_EXPIRED'],
    applies: ({ seen, pastedAuthorities }) =>
      seen?.sent[0] ? hasEnded(seen.sent[0]) : !pastedAuthorities.some(hasEnded),
    what: ({ host }) => `The certificate of ${host} has expired`,
    hint: ({ seen }) =>
      `${seen?.sent[0] ? `It expired on ${dayOf(seen.sent[0].validTo)}. ` : ''}${RENEW}`,
  },
  {
    name: 'pasted authority expired',
    reasons: ['CERT_HAS_EXPIRED'],
    applies: ({ pastedAuthorities }) => pastedAuthorities.some(hasEnded),
    what: ({ host }) => `An authority behind the certificate of ${host} has expired`,
    hint: ({ pastedAuthorities }) =>
      `${ended(pastedAuthorities)} It is in "CA Certificate" in the credential. Paste the certificate that replaced it.`,
  },
  {
    name: 'sent authority expired',
    reasons: ['CERT_HAS_EXPIRED'],
    what: ({ host }) => `An authority behind the certificate of ${host} has expired`,
    hint: ({ seen }) =>
      `${ended(seen?.sent ?? [])} Ask the administrator of the server to replace it in the chain that the server sends.`,
  },
  {
    name: 'not yet valid',
    reasons: ['CERT_NOT_YET_VALID'],
    what: ({ host }) => `The certificate of ${host} is not valid yet`,
    hint: ({ seen, pastedAuthorities }) =>
      `${begins([...(seen?.sent ?? []), ...pastedAuthorities])} Check the clock of n8n’s machine. It shows ${new Date().toISOString().slice(0, 16)} UTC.`,
  },
  {
    name: 'other name',
    reasons: ['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
    what: ({ host }) => `The certificate of ${host} is for another host name`,
    hint: ({ seen, isProxy }) =>
      `${holds(seen?.sent[0])} Use the certificate’s name as the address in ${isProxy ? "n8n's environment variable" : 'the credential'}, or request a certificate for this name.`,
  },
  {
    name: 'signed by itself',
    reasons: ['DEPTH_ZERO_SELF_SIGNED_CERT'],
    what: untrusted,
    hint: ({ pastedAuthorities }) =>
      `It is self-signed${pastedAuthorities.length > 0 ? `, and it is not what "CA Certificate" holds: ${namesOf(pastedAuthorities)}` : ''}. Paste it into "CA Certificate" in the credential, ${INSECURE}.`,
  },
  {
    name: 'unknown authority',
    reasons: UNKNOWN_ISSUER,
    applies: ({ pastedAuthorities }) => pastedAuthorities.length === 0,
    what: untrusted,
    hint: (facts) =>
      `${issuedBy(facts)}Paste the certificate of your private authority into "CA Certificate" in the credential, ${INSECURE}. ${isAlone(facts) ? 'If a public authority issued it, the server does not send the intermediate certificate. Ask its administrator to send the whole chain.' : ''}`.trim(),
  },
  {
    name: 'pasted authority has the name alone',
    reasons: [...UNKNOWN_ISSUER, 'CERT_SIGNATURE_FAILURE'],
    applies: ({ seen, pastedAuthorities, reason }) =>
      reason === 'CERT_SIGNATURE_FAILURE' ||
      pastedAuthorities.some(({ subject }) => subject === seen?.sent.at(-1)?.issuer),
    what: untrusted,
    hint: () =>
      'The certificate in "CA Certificate" has the name of the signing authority, but another key. The authority may have been replaced. Paste its current certificate.',
  },
  {
    name: 'chain not whole',
    reasons: UNKNOWN_ISSUER,
    applies: isAlone,
    what: untrusted,
    hint: (facts) =>
      `${issuedBy(facts)}What is in "CA Certificate", ${namesOf(facts.pastedAuthorities)}, did not sign it, and the server sends no intermediate certificate. Ask its administrator to send the whole chain, or paste the certificate of ${issuerOf(facts)} as well.`,
  },
  {
    name: 'another authority pasted',
    reasons: UNKNOWN_ISSUER,
    what: untrusted,
    hint: (facts) =>
      `${issuedBy(facts)}What is in "CA Certificate" did not sign it: ${namesOf(facts.pastedAuthorities)}. Paste the certificate of ${issuerOf(facts)}, ${INSECURE}.`,
  },
  {
    name: 'not for servers',
    reasons: [
      'INVALID_PURPOSE',
      'INVALID_CA',
      'PATH_LENGTH_EXCEEDED',
      'CERT_CHAIN_TOO_LONG',
      'CERT_REJECTED',
      'CERT_REVOKED',
      'ERROR_IN_CERT_NOT_AFTER_FIELD',
      'ERROR_IN_CERT_NOT_BEFORE_FIELD',
      'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
      'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
    ],
    what: ({ host }) => `The certificate of ${host} cannot be used for a server`,
    hint: () =>
      'It was issued for another purpose, or by an issuer without the right to issue certificates. Ask its administrator for a server certificate.',
  },
  {
    name: 'unknown server name',
    reasons: ['alert 112'],
    what: ({ host }) => `The server at ${host} does not know this host name`,
    hint: () =>
      'A gateway has no certificate for the name in the address. Check the address in the credential. It may need the name instead of the IP address.',
  },
  HTTP2_ONLY,
  {
    name: 'no HTTPS',
    reasons: [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'ERR_SSL_PACKET_LENGTH_TOO_LONG',
      'ERR_SSL_HTTP_REQUEST',
      'ERR_SSL_UNEXPECTED_MESSAGE',
      'ERR_SSL_RECORD_LAYER_FAILURE',
    ],
    what: ({ host }) => `${host} does not use HTTPS on this port`,
    hint: ({ isProxy }) =>
      isProxy
        ? 'Add http:// to its address in the environment variable of n8n. Without it, n8n expects the proxy for https addresses to use HTTPS. Then restart n8n.'
        : 'Check whether the address in the credential needs http:// or another port.',
  },
  {
    name: 'closed while encrypting',
    reasons: [CLOSED],
    what: ({ host }) => `${host} closed the connection before it was encrypted`,
    hint: () =>
      'A firewall or gateway may block this name, or the server requires a client certificate. Ask their administrators.',
    transient: true,
  },
];

/** For whatever else goes wrong. */
export const OTHER_TLS_FAILURE: TlsFailure = {
  name: 'other',
  reasons: [],
  what: ({ host }) => `Could not encrypt the connection to ${host}`,
  hint: () => 'Ask the administrator of the server or the gateway to check its log.',
  transient: true,
};

function whyRefused({ clientCertificate, reason }: TlsFacts): string {
  if (!clientCertificate) return '';
  const said = SAID.get(reason);
  const isOver = hasEnded(clientCertificate) || hasNotBegun(clientCertificate);
  return `${describeClientCertificate(clientCertificate)}${said && !isOver ? ` The server says: ${said}.` : ''}`;
}

/** Whose the client certificate is, and whether it is valid. */
export function describeClientCertificate(clientCertificate: X509Certificate): string {
  const { subject, issuer, validFrom, validTo } = clientCertificate;
  const held = `It is that of ${nameOf(subject)}, issued by ${nameOf(issuer)}`;
  if (hasEnded(clientCertificate)) return `${held}, and expired on ${dayOf(validTo)}.`;
  if (hasNotBegun(clientCertificate))
    return `${held}, and is valid only from ${dayOf(validFrom)} on.`;
  return `${held}, valid until ${dayOf(validTo)}.`;
}

const SAID = new Map([
  ['alert 43', 'its type is not accepted'],
  ['alert 44', 'it was revoked'],
  ['alert 45', 'it has expired'],
  ['alert 48', 'the authority that issued it is unknown'],
  [ACCESS_DENIED, 'it is not allowed'],
]);

function whatIsWeak(reason: string): string {
  if (reason.startsWith('EE')) return 'Its key is too short.';
  return reason.includes('digest')
    ? 'It, or an authority behind it, is signed with SHA-1 or MD5.'
    : 'The key of an authority behind it is too short.';
}

function ended(certificates: readonly X509Certificate[]): string {
  return certificates
    .filter(hasEnded)
    .map(({ subject, validTo }) => `${nameOf(subject)} expired on ${dayOf(validTo)}.`)
    .slice(0, 1)
    .join('');
}

function begins(certificates: readonly X509Certificate[]): string {
  const early = certificates.find(hasNotBegun);
  return early ? `That of ${nameOf(early.subject)} begins on ${dayOf(early.validFrom)}.` : '';
}

function holds(certificate: X509Certificate | undefined): string {
  const names = certificate?.subjectAltName?.replace(/\b(?:DNS|IP Address):/g, '');
  return names ? `It holds ${excerpt(names, [], 300)}.` : '';
}

function issuerOf({ seen }: TlsFacts): string {
  const top = seen?.sent.at(-1);
  return top ? nameOf(top.issuer) : 'the authority that signed it';
}

function issuedBy(facts: TlsFacts): string {
  return facts.seen?.sent[0] ? `It was issued by ${issuerOf(facts)}. ` : '';
}

/** Whether the server sends its own certificate and none in between. */
function isAlone({ seen }: TlsFacts): boolean {
  const [own, ...others] = seen?.sent ?? [];
  return own !== undefined && others.length === 0 && !isSelfSigned(own);
}
