import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TLS_PAGES, tlsRefusal } from '../../../platform/http/gatewayPages';
import { tlsError, OTHER_TLS_FAILURE, TLS_FAILURES } from '../../../platform/tls/failures';
import type { TlsOptions } from '../../../platform/tls/options';
import { pem, ROBOT } from '../../support/clientCertificates';

const MESSAGES = readFileSync(path.join(__dirname, '../../../docs/messages.md'), 'utf8');
const url = new URL('https://platform.example.com');
const sent = (name: string) => ({ raw: new X509Certificate(pem(name)).raw });
const AUTHORITY: TlsOptions = { caCertificate: pem('client/authority.cert') };
const LOCALHOST: TlsOptions = { caCertificate: pem('localhost.cert') };
/** As OpenSSL says what the other side said. */
const alert = (number: number, words = 'some alert') => ({
  code: `ERR_SSL_SSL/TLS_ALERT_${words.toUpperCase().replace(/ /g, '_')}`,
  message: `40A7:error:0A000410:SSL routines:ssl3_read_bytes:${words}:../x.c:918:SSL alert number ${number}\n`,
});
const words = (reason: string) => ({
  code: 'EPROTO',
  message: `write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../x.c:354:\n`,
});
const plain = (code: string, message = code) => ({ code, message });

interface Case {
  what: string;
  error: { code: string; message: string };
  tls?: TlsOptions;
  /** By the server. */
  sent?: { raw: Buffer };
  hint: RegExp;
}

const CASES: Case[] = [
  {
    what: '… requires a client certificate, but the credential has none',
    error: alert(116),
    hint: /"Client Key"/,
  },
  {
    what: '… requires a client certificate, but the credential has none',
    error: alert(42),
    hint: /"Client Key"/,
  },
  {
    what: '… refused to encrypt the connection',
    error: alert(40),
    hint: /require a client certificate.*or.*outdated ciphers/i,
  },
  {
    what: '… refused to encrypt the connection',
    error: alert(40),
    tls: ROBOT,
    hint: /may not accept the client certificate.*"robot".*or.*outdated ciphers/i,
  },
  ...[42, 43, 44, 45, 46, 48, 49, 51, 116].map((number) => ({
    what: '… does not accept the client certificate in the credential',
    error: alert(number),
    tls: ROBOT,
    hint: /^It is that of "robot", issued by "Authority of clients"\. It is valid until 21\d\d-/,
  })),
  { what: '… and n8n do not support the same encryption', error: alert(71), hint: /ciphers/ },
  { what: '… supports only HTTP/2', error: alert(120), hint: /allow HTTP\/1\.1/ },
  {
    what: '… supports only TLS versions that are too old',
    error: alert(70),
    hint: /TLS 1\.2 and 1\.3/,
  },
  {
    what: '… supports only TLS versions that are too old',
    error: words('unsupported protocol'),
    hint: /TLS 1\.2 and 1\.3/,
  },
  {
    what: '… supports only TLS versions that are too old',
    error: plain('ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED'),
    hint: /TLS 1\.2/,
  },
  {
    what: '… uses an encryption key that is too weak',
    error: plain('ERR_SSL_DH_KEY_TOO_SMALL'),
    hint: /2048/,
  },
  {
    what: 'The certificate of … is too weak',
    error: plain('UNSPECIFIED', 'EE certificate key too weak'),
    hint: /^Its key is too weak/,
  },
  {
    what: 'The certificate of … is too weak',
    error: plain('UNSPECIFIED', 'CA certificate key too weak'),
    hint: /^The key or the signature of an authority/,
  },
  {
    what: 'The certificate of … is too weak',
    error: plain('UNSPECIFIED', 'CA signature digest algorithm too weak'),
    hint: /signed with SHA-256/,
  },
  {
    what: 'The certificate of … has expired',
    error: plain('CERT_HAS_EXPIRED'),
    hint: /^Ask the administrator of the server to renew it/,
  },
  {
    what: 'An authority behind the certificate of … has expired',
    error: plain('CERT_HAS_EXPIRED'),
    sent: sent('localhost.cert'),
    hint: /in the chain that the server sends/,
  },
  {
    what: 'The certificate of … is not valid yet',
    error: plain('CERT_NOT_YET_VALID'),
    hint: /It shows 20\d\d-.*UTC/,
  },
  {
    what: 'The certificate of … is for another host name',
    error: plain('ERR_TLS_CERT_ALTNAME_INVALID'),
    sent: sent('localhost.cert'),
    hint: /^It holds 127\.0\.0\.1, localhost\./,
  },
  {
    what: 'The certificate of … is not trusted',
    error: plain('DEPTH_ZERO_SELF_SIGNED_CERT'),
    hint: /^It is self-signed\. Paste it/,
  },
  {
    what: 'The certificate of … is not trusted',
    error: plain('DEPTH_ZERO_SELF_SIGNED_CERT'),
    tls: AUTHORITY,
    hint: /holds: "Authority of clients"/,
  },
  {
    what: 'The certificate of … is not trusted',
    error: plain('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'),
    hint: /^Paste the current certificate of the private authority that issued it/,
  },
  {
    what: 'The certificate of … is not trusted',
    error: plain('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    sent: sent('client/robot.cert'),
    hint: /issued by "Authority of clients".*whole chain/,
  },
  {
    what: 'The certificate of … is not trusted',
    error: plain('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    sent: sent('client/robot.cert'),
    tls: AUTHORITY,
    hint: /"Authority of clients", did not sign it\. Paste the current certificate/,
  },
  {
    what: 'The certificate of … is not trusted',
    error: plain('CERT_SIGNATURE_FAILURE'),
    tls: AUTHORITY,
    hint: /"Authority of clients", did not sign it\. Paste the current certificate/,
  },
  {
    what: 'The certificate of … is not trusted',
    error: plain('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    sent: sent('client/robot.cert'),
    tls: LOCALHOST,
    hint: /"localhost", did not sign it\. Paste the current certificate of "Authority of clients".*whole chain/,
  },
  {
    what: 'The certificate of … is not trusted',
    error: plain('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'),
    tls: LOCALHOST,
    hint: /^What is in "CA Certificate", "localhost", did not sign it/,
  },
  ...['INVALID_PURPOSE', 'INVALID_CA', 'CERT_CHAIN_TOO_LONG'].map((code) => ({
    what: 'The certificate of … cannot be used for a server',
    error: plain(code),
    hint: /for a server certificate/,
  })),
  {
    what: 'The server at … does not know this host name',
    error: alert(112),
    hint: /no certificate for the name/,
  },
  {
    what: '… does not use HTTPS on this port',
    error: words('wrong version number'),
    hint: /http:\/\//,
  },
  {
    what: '… does not use HTTPS on this port',
    error: plain('ERR_SSL_PACKET_LENGTH_TOO_LONG'),
    hint: /http:\/\//,
  },
  {
    what: '… closed the connection before it was encrypted',
    error: plain('ECONNRESET'),
    hint: /firewall/,
  },
  { what: 'Could not encrypt the connection to …', error: alert(80), hint: /check its log/ },
  {
    what: 'Could not encrypt the connection to …',
    error: plain('ERR_SSL_SOMETHING_NEW'),
    hint: /check its log/,
  },
];

const ALL = [...TLS_FAILURES, OTHER_TLS_FAILURE];

test.each(CASES)(
  '$what: $error.code',
  ({ what, error, tls = {}, sent: serverCertificate, hint }) => {
    const attempt = { host: url.host, tls, reach: 'never' as const };
    const thrown = Object.assign(new Error(error.message), error, { serverCertificate });
    const failure = tlsError(thrown, attempt);
    expect(failure).toMatchObject({
      message: what.replace('…', url.host),
      hint: expect.stringMatching(hint),
      reach: 'never',
    });
    // Places in OpenSSL's source help nobody.
    expect(failure?.hint).not.toMatch(/\.c:|0A0004|routines| {2}/);
  },
);

test('a proxy that requires a client certificate is called a proxy', () => {
  const attempt = { host: 'the proxy p:1', isProxy: true, tls: ROBOT, reach: 'never' as const };
  expect(tlsError(Object.assign(new Error(), alert(116)), attempt)).toMatchObject({
    message: 'The proxy p:1 requires a client certificate',
    hint: expect.stringContaining('without one'),
  });
});

test('each entry of the table has a test', () => {
  const tried = new Set(CASES.map(({ what }) => what));
  const missing = ALL.map(({ what }) => what).filter((what) => !tried.has(what));
  // The one above.
  expect(missing).toEqual(['… requires a client certificate']);
});

/** All that Node reports of a certificate that it does not accept. */
const VERIFICATION_CODES = [
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

test.each(VERIFICATION_CODES)('%s is reported as a matter of the certificate', (code) => {
  const thrown = Object.assign(new Error(code), { code });
  expect(tlsError(thrown, { host: 'h', tls: {}, reach: 'never' })?.message).toMatch(
    /^The certificate of h /,
  );
});

test.each(ALL)('$what stands in docs/messages.md', ({ what }) => {
  expect(MESSAGES).toContain(`| ${what}`);
});

test.each(['ENOTFOUND', 'UND_ERR_SOCKET', 'ETIMEDOUT', ''])(
  'what is no matter of TLS is reported elsewhere: %s',
  (code) => {
    const error = Object.assign(new Error('x'), { code });
    expect(tlsError(error, { host: 'h', tls: {}, reach: 'never' })).toBeUndefined();
  },
);

describe('pages of gateways', () => {
  const page = (title: string) =>
    `<html>\r\n<head><title>${title}</title></head><body>\r\n<center><h1>400 Bad Request</h1></center></body></html>`;
  const PAGES: Array<[string, number, string, TlsOptions, RegExp]> = [
    [
      'client certificate missing',
      400,
      page('400 No required SSL certificate was sent'),
      {},
      /requires a client certificate/,
    ],
    ['client certificate missing', 496, '', {}, /requires a client certificate/],
    [
      'client certificate missing',
      403,
      page('403.7 - Forbidden: SSL client certificate is required'),
      {},
      /requires a client certificate/,
    ],
    [
      'client certificate refused',
      400,
      page('400 The SSL certificate error'),
      ROBOT,
      /does not accept the client certificate/,
    ],
    ['client certificate refused', 495, '', ROBOT, /does not accept the client certificate/],
    [
      'HTTP on a port for HTTPS',
      400,
      page('400 The plain HTTP request was sent to HTTPS port'),
      {},
      /uses HTTPS on this port/,
    ],
    [
      'HTTP on a port for HTTPS',
      400,
      'Client sent an HTTP request to an HTTPS server.\n',
      {},
      /uses HTTPS on this port/,
    ],
    [
      'HTTP on a port for HTTPS',
      400,
      page('400 Bad Request').replace(
        '</h1>',
        "</h1>Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
      ),
      {},
      /uses HTTPS on this port/,
    ],
  ];

  test.each(PAGES)('%s, HTTP %d', (_name, status, text, tls, message) => {
    expect(tlsRefusal({ url, tls }, { status, text })).toMatchObject({
      message: expect.stringMatching(message),
      status,
      reach: 'answered',
      transient: false,
    });
  });

  test('each entry has a test', () => {
    const tried = new Set(PAGES.map(([name]) => name));
    expect(TLS_PAGES.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });

  test.each([
    [400, '{"message":"Unknown realm"}'],
    [403, page('403 Forbidden')],
    [200, page('400 No required SSL certificate was sent')],
  ])('not every refusal is one: HTTP %d %s', (status, text) => {
    expect(tlsRefusal({ url, tls: {} }, { status, text })).toBeUndefined();
  });
});
