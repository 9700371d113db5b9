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

interface More {
  tls?: TlsOptions;
  /** By the server. */
  sent?: { raw: Buffer };
}

type Way = [error: { code: string; message: string }, hint: RegExp, more?: More];

const TOO_OLD = '… supports only TLS versions that are too old';
const ROBOTS = sent('client/robot.cert');
const LOCAL = sent('localhost.cert');
const SELF_SIGNED = plain('DEPTH_ZERO_SELF_SIGNED_CERT');
const NO_ISSUER = plain('UNABLE_TO_GET_ISSUER_CERT_LOCALLY');
const UNSIGNED = plain('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
const weak = (words: string) => plain('UNSPECIFIED', words);
/** With what a hint says of each. */
const each = (errors: ReadonlyArray<ReturnType<typeof plain>>, hint: RegExp, more?: More): Way[] =>
  errors.map((error) => [error, hint, more]);

const CASES = Object.entries<Way[]>({
  '… requires a client certificate, but the credential has none': each(
    [alert(116), alert(42)],
    /"Client Key"/,
  ),
  '… refused to encrypt the connection': [
    [alert(40), /require a client certificate.*or.*outdated ciphers/i],
    [alert(40), /may not accept the client cert.*"robot".*or.*outdated ciphers/i, { tls: ROBOT }],
  ],
  '… does not accept the client certificate in the credential': each(
    [42, 43, 44, 45, 46, 48, 49, 51, 116].map((number) => alert(number)),
    /^It is that of "robot", issued by "Authority of clients"\. It is valid until 21\d\d-/,
    { tls: ROBOT },
  ),
  '… and n8n do not support the same encryption': [[alert(71), /ciphers/]],
  '… supports only HTTP/2': [[alert(120), /allow HTTP\/1\.1/]],
  [TOO_OLD]: [
    ...each([alert(70), words('unsupported protocol')], /TLS 1\.2 and 1\.3/),
    [plain('ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED'), /TLS 1\.2/],
  ],
  '… uses an encryption key that is too weak': [[plain('ERR_SSL_DH_KEY_TOO_SMALL'), /2048/]],
  'The certificate of … is too weak': [
    [weak('EE certificate key too weak'), /^Its key is too weak/],
    [weak('CA certificate key too weak'), /^The key or the signature of an authority/],
    [weak('CA signature digest algorithm too weak'), /signed with SHA-256/],
  ],
  'The certificate of … has expired': [
    [plain('CERT_HAS_EXPIRED'), /^Ask the administrator of the server to renew it/],
  ],
  'An authority behind the certificate of … has expired': [
    [plain('CERT_HAS_EXPIRED'), /in the chain that the server sends/, { sent: LOCAL }],
  ],
  'The certificate of … is not valid yet': [[plain('CERT_NOT_YET_VALID'), /It shows 20\d\d-.*UTC/]],
  'The certificate of … is for another host name': [
    [plain('ERR_TLS_CERT_ALTNAME_INVALID'), /^It holds 127\.0\.0\.1, localhost\./, { sent: LOCAL }],
    [plain('HOSTNAME_MISMATCH'), /^Use the certificate’s name/],
  ],
  'The certificate of … is not trusted': [
    [SELF_SIGNED, /^It is self-signed\. Paste it/],
    [SELF_SIGNED, /holds: "Authority of clients"/, { tls: AUTHORITY }],
    ...each(
      [NO_ISSUER, plain('SELF_SIGNED_CERT_IN_CHAIN')],
      /^Paste the current certificate of the private authority that issued it/,
    ),
    [NO_ISSUER, /^What is in "CA Certificate", "localhost", did not sign it/, { tls: LOCALHOST }],
    [UNSIGNED, /issued by "Authority of clients".*whole chain/, { sent: ROBOTS }],
    ...each(
      [UNSIGNED, plain('CERT_SIGNATURE_FAILURE')],
      /"Authority of clients", did not sign it\. Paste the current certificate/,
      { tls: AUTHORITY, sent: ROBOTS },
    ),
    [
      UNSIGNED,
      /"localhost", did not sign it\. Paste the current certificate of "Authority of clients".*whole chain/,
      { tls: LOCALHOST, sent: ROBOTS },
    ],
  ],
  'The certificate of … cannot be used for a server': each(
    ['INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'CERT_REVOKED'].map((code) => plain(code)),
    /for a server certificate/,
  ),
  'The server at … does not know this host name': [[alert(112), /no certificate for the name/]],
  '… does not use HTTPS on this port': each(
    [words('wrong version number'), plain('ERR_SSL_PACKET_LENGTH_TOO_LONG')],
    /http:\/\//,
  ),
  '… closed the connection before it was encrypted': [[plain('ECONNRESET'), /firewall/]],
  'Could not encrypt the connection to …': each(
    [alert(80), plain('ERR_SSL_SOMETHING_NEW')],
    /check its log/,
  ),
}).flatMap(([what, ways]) => ways.map((way): [what: string, ...Way] => [what, ...way]));

const ALL = [...TLS_FAILURES, OTHER_TLS_FAILURE];

test.each(CASES)('%s: %j', (what, error, hint, { tls = {}, sent: serverCertificate } = {}) => {
  const thrown = Object.assign(new Error(error.message), error, { serverCertificate });
  const failure = tlsError(thrown, { host: url.host, tls, reach: 'never' });
  expect(failure).toMatchObject({ message: what.replace('…', url.host), reach: 'never' });
  expect(failure?.hint).toMatch(hint);
  // Places in OpenSSL's source help nobody.
  expect(failure?.hint).not.toMatch(/\.c:|0A0004|routines| {2}/);
});

test('a proxy that requires a client certificate is called a proxy', () => {
  const attempt = { host: 'the proxy p:1', isProxy: true, tls: ROBOT, reach: 'never' as const };
  expect(tlsError(Object.assign(new Error(), alert(116)), attempt)).toMatchObject({
    message: 'The proxy p:1 requires a client certificate',
    hint: expect.stringContaining('without one'),
  });
});

test('each entry of the table has a test', () => {
  const tried = new Set(CASES.map(([what]) => what));
  const missing = ALL.map(({ what }) => what).filter((what) => !tried.has(what));
  // The one above.
  expect(missing).toEqual(['… requires a client certificate']);
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
  const page = (title: string, more = '') =>
    `<html>\r\n<head><title>${title}</title></head><body>\r\n<center><h1>400 Bad Request</h1>${more}</center></body></html>`;
  const PLAIN = "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />";
  const missing = ['client certificate missing', /requires a client certificate/, {}] as const;
  const refused = ['client certificate refused', /does not accept the client/, ROBOT] as const;
  const withoutTls = ['HTTP on a port for HTTPS', /uses HTTPS on this port/, {}] as const;
  const PAGES: Array<[name: string, RegExp, TlsOptions, status: number, text: string]> = [
    [...missing, 400, page('400 No required SSL certificate was sent')],
    [...missing, 496, ''],
    [...missing, 403, page('403.7 - Forbidden: SSL client certificate is required')],
    [...refused, 400, page('400 The SSL certificate error')],
    [...refused, 495, ''],
    [...withoutTls, 400, page('400 The plain HTTP request was sent to HTTPS port')],
    [...withoutTls, 400, 'Client sent an HTTP request to an HTTPS server.\n'],
    [...withoutTls, 400, page('', PLAIN)],
    [...withoutTls, 497, ''],
  ];

  test.each(PAGES)('%s: %s', (_name, message, tls, status, text) => {
    const expected = { message: expect.stringMatching(message), status, reach: 'answered' };
    expect(tlsRefusal({ url, tls }, { status, text })).toMatchObject(expected);
  });

  test('each of the table has a test', () => {
    const names = new Set(PAGES.map(([name]) => name));
    expect(names).toEqual(new Set(TLS_PAGES.map(({ name }) => name)));
  });

  test.each([
    [400, '{"message":"Unknown realm"}'],
    [403, page('403 Forbidden')],
    [200, page('400 No required SSL certificate was sent')],
  ])('not every refusal is one: HTTP %d %s', (status, text) => {
    expect(tlsRefusal({ url, tls: {} }, { status, text })).toBeUndefined();
  });
});
