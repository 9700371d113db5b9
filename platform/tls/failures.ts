import type { X509Certificate } from 'node:crypto';
import { excerpt } from '../text';
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
  /** Where reasons alone do not tell it. The first failure of the table that applies is told. */
  applies?: (facts: TlsFacts) => boolean;
  what: (facts: TlsFacts) => string;
  hint: (facts: TlsFacts) => string;
  /** Whether it may be over a moment later. */
  transient?: true;
}

const INSECURE = 'or switch on "Ignore SSL Issues" if you accept the risk';
const RENEW =
  'Whoever runs it has to renew it; nothing in the credential helps but "Ignore SSL Issues".';
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

/** In this order. Each has a test of its own. */
export const TLS_FAILURES: readonly TlsFailure[] = [
  {
    name: 'client certificate missing',
    reasons: ['alert 116', ...CLIENT_REFUSED, HANDSHAKE_FAILED],
    applies: ({ shown, reason, seen }) =>
      !shown && (reason !== HANDSHAKE_FAILED || seen?.hasAgreed === true),
    what: ({ host, isProxy }) =>
      isProxy
        ? `${host} asks for a client certificate`
        : `${host} asks for a client certificate, and the credential has none`,
    hint: ({ isProxy }) =>
      isProxy
        ? 'No client certificate is shown to a proxy. Ask whoever runs it for a way without one.'
        : 'Ask its administrators for a certificate and its key, and paste them into "Client Certificate" and "Client Key" in the credential.',
  },
  {
    name: 'client certificate refused',
    reasons: [...CLIENT_REFUSED, ACCESS_DENIED, 'alert 51', 'alert 116', HANDSHAKE_FAILED],
    applies: ({ shown, reason, seen }) =>
      shown !== undefined && (reason !== HANDSHAKE_FAILED || seen?.hasAgreed === true),
    what: ({ host }) => `${host} does not accept the client certificate in the credential`,
    hint: (facts) => `${whyRefused(facts)} Ask its administrators for one that it accepts.`,
  },
  {
    name: 'no common encryption',
    reasons: [HANDSHAKE_FAILED, 'alert 71', 'ERR_SSL_NO_CIPHERS_AVAILABLE'],
    what: ({ host }) => `${host} and n8n have no way of encryption in common`,
    hint: () =>
      'It offers only ciphers that are out of date, or its certificate is of a kind that n8n does not take. Whoever runs it has to allow the ciphers of today, as ECDHE with AES-GCM.',
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
    what: ({ host }) => `${host} speaks only versions of TLS that are too old`,
    hint: () => 'n8n speaks TLS 1.2 and 1.3. Whoever runs it has to switch one of them on.',
  },
  {
    name: 'weak key exchange',
    reasons: ['ERR_SSL_DH_KEY_TOO_SMALL', 'ERR_SSL_BAD_DH_VALUE'],
    what: ({ host }) => `${host} encrypts with a key that is too weak`,
    hint: () =>
      'Its Diffie-Hellman group is too small. Whoever runs it has to use ECDHE, or a group of at least 2048 bits (in nginx: ssl_dhparam).',
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
      `${whatIsWeak(reason)} Whoever runs it has to have it issued anew: RSA with at least 2048 bits or ECDSA, signed with SHA-256.`,
  },
  {
    name: 'server certificate expired',
    reasons: ['CERT_HAS_EXPIRED'],
    applies: ({ seen, pasted }) =>
      seen?.sent[0] ? hasEnded(seen.sent[0]) : !pasted.some(hasEnded),
    what: ({ host }) => `The certificate of ${host} has expired`,
    hint: ({ seen }) =>
      `${seen?.sent[0] ? `It ended on ${dayOf(seen.sent[0].validTo)}. ` : ''}${RENEW}`,
  },
  {
    name: 'pasted authority expired',
    reasons: ['CERT_HAS_EXPIRED'],
    applies: ({ pasted }) => pasted.some(hasEnded),
    what: ({ host }) => `An authority behind the certificate of ${host} has expired`,
    hint: ({ pasted }) =>
      `${ended(pasted)} It is in "CA Certificate" in the credential: paste the certificate that has replaced it.`,
  },
  {
    name: 'sent authority expired',
    reasons: ['CERT_HAS_EXPIRED'],
    what: ({ host }) => `An authority behind the certificate of ${host} has expired`,
    hint: ({ seen }) =>
      `${ended(seen?.sent ?? [])} Whoever runs the server has to replace it in what the server sends.`,
  },
  {
    name: 'not yet valid',
    reasons: ['CERT_NOT_YET_VALID'],
    what: ({ host }) => `The certificate of ${host} is not valid yet`,
    hint: ({ seen, pasted }) =>
      `${begins([...(seen?.sent ?? []), ...pasted])} Check the clock of the machine that n8n runs on: it says ${new Date().toISOString().slice(0, 16)} UTC.`,
  },
  {
    name: 'other name',
    reasons: ['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
    what: ({ host }) => `The certificate of ${host} is for another name`,
    hint: ({ seen, isProxy }) =>
      `${holds(seen?.sent[0])} Use the name that the certificate has as the address in ${isProxy ? "n8n's environment variable" : 'the credential'}, or have one issued for this name.`,
  },
  {
    name: 'signed by itself',
    reasons: ['DEPTH_ZERO_SELF_SIGNED_CERT'],
    what: untrusted,
    hint: ({ pasted }) =>
      `It is signed by itself${pasted.length > 0 ? `, and it is not what "CA Certificate" holds: ${namesOf(pasted)}` : ''}. Paste it into "CA Certificate" in the credential, ${INSECURE}.`,
  },
  {
    name: 'unknown authority',
    reasons: UNKNOWN_ISSUER,
    applies: ({ pasted }) => pasted.length === 0,
    what: untrusted,
    hint: (facts) =>
      `${issuedBy(facts)}Paste the certificate of your private authority into "CA Certificate" in the credential, ${INSECURE}. ${isAlone(facts) ? 'If a public authority issued it, the server lacks the certificate in between: whoever runs it has to let it send the whole chain.' : ''}`.trim(),
  },
  {
    name: 'pasted authority has the name alone',
    reasons: [...UNKNOWN_ISSUER, 'CERT_SIGNATURE_FAILURE'],
    applies: ({ seen, pasted, reason }) =>
      reason === 'CERT_SIGNATURE_FAILURE' ||
      pasted.some(({ subject }) => subject === seen?.sent.at(-1)?.issuer),
    what: untrusted,
    hint: () =>
      'The certificate in "CA Certificate" has the name of the authority that signed it, but another key: the authority may have been made anew. Paste its certificate of today.',
  },
  {
    name: 'chain not whole',
    reasons: UNKNOWN_ISSUER,
    applies: isAlone,
    what: untrusted,
    hint: (facts) =>
      `${issuedBy(facts)}What is in "CA Certificate", ${namesOf(facts.pasted)}, did not sign it, and the server sends no certificate in between. Whoever runs it has to let it send the whole chain; or paste the certificate of ${issuerOf(facts)} as well.`,
  },
  {
    name: 'another authority pasted',
    reasons: UNKNOWN_ISSUER,
    what: untrusted,
    hint: (facts) =>
      `${issuedBy(facts)}What is in "CA Certificate" did not sign it: ${namesOf(facts.pasted)}. Paste the certificate of ${issuerOf(facts)}, ${INSECURE}.`,
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
      'It was issued for another purpose, or by somebody who may not issue certificates. Whoever runs it has to have one issued for servers.',
  },
  {
    name: 'unknown server name',
    reasons: ['alert 112'],
    what: ({ host }) => `Nothing at ${host} goes by that name`,
    hint: () =>
      'A gateway there has no certificate for the name in the address. Check the address in the credential; it may need the name instead of the IP address.',
  },
  {
    name: 'no HTTPS',
    reasons: [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'ERR_SSL_PACKET_LENGTH_TOO_LONG',
      'ERR_SSL_HTTP_REQUEST',
      'ERR_SSL_UNEXPECTED_MESSAGE',
      'ERR_SSL_RECORD_LAYER_FAILURE',
    ],
    what: ({ host }) => `${host} does not speak HTTPS on this port`,
    hint: ({ isProxy }) =>
      isProxy
        ? 'Write its address in the environment variable of n8n with http:// in front: without it, a proxy for https addresses is taken to speak HTTPS itself. Then start n8n again.'
        : 'Check whether the address in the credential should start with http:// or use another port.',
  },
  {
    name: 'closed while encrypting',
    reasons: [CLOSED],
    what: ({ host }) => `${host} closed the connection before it was encrypted`,
    hint: () =>
      'A firewall or gateway in between may not let this name through, or the server asks for a client certificate. Ask whoever runs them.',
    transient: true,
  },
];

/** For whatever else goes wrong. */
export const OTHER_TLS_FAILURE: TlsFailure = {
  name: 'other',
  reasons: [],
  what: ({ host }) => `The connection to ${host} could not be encrypted`,
  hint: () => 'Ask whoever runs the server, or a gateway in front of it, to look into its log.',
  transient: true,
};

function whyRefused({ shown, reason }: TlsFacts): string {
  if (!shown) return '';
  const said = SAID.get(reason);
  const isOver = hasEnded(shown) || hasNotBegun(shown);
  return `${aboutShown(shown)}${said && !isOver ? ` The server says: ${said}.` : ''}`;
}

/** Whose the client certificate is, and whether it is valid. */
export function aboutShown(shown: X509Certificate): string {
  const { subject, issuer, validFrom, validTo } = shown;
  const held = `It is that of ${nameOf(subject)}, issued by ${nameOf(issuer)}`;
  if (hasEnded(shown)) return `${held}, and expired on ${dayOf(validTo)}.`;
  if (hasNotBegun(shown)) return `${held}, and is valid only from ${dayOf(validFrom)} on.`;
  return `${held}, valid until ${dayOf(validTo)}.`;
}

const SAID = new Map([
  ['alert 43', 'it is not of a kind that it takes'],
  ['alert 44', 'it was revoked'],
  ['alert 45', 'it has expired'],
  ['alert 48', 'the authority that issued it is unknown'],
  [ACCESS_DENIED, 'it may not enter'],
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
    .map(({ subject, validTo }) => `${nameOf(subject)} ended on ${dayOf(validTo)}.`)
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
