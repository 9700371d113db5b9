import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GATEWAY_PAGES, tlsRefusal } from '../../../platform/http/noResponse/tlsRefusal';
import { tlsError } from '../../../platform/tls/explain';
import { OTHER_TLS_FAILURE, TLS_FAILURES } from '../../../platform/tls/failures';
import type { SeenServer } from '../../../platform/tls/facts';
import type { TlsOptions } from '../../../platform/tls/options';
import { pem, ROBOT } from '../../support/clientCertificates';

const MESSAGES = readFileSync(path.join(__dirname, '../../../docs/messages.md'), 'utf8');
const url = new URL('https://platform.example.com');
const seen = (...names: string[]): SeenServer => ({
  sent: names.map((name) => new X509Certificate(pem(name))),
  hasAgreed: true,
});
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
  failure: string;
  error: { code: string; message: string };
  tls?: TlsOptions;
  seen?: SeenServer;
  hint: RegExp;
}

const CASES: Case[] = [
  { failure: 'client certificate missing', error: alert(116), hint: /"Client Key"/ },
  { failure: 'client certificate missing', error: alert(42), hint: /"Client Key"/ },
  {
    failure: 'client certificate missing',
    error: alert(40),
    seen: seen(),
    hint: /"Client Key"/,
  },
  ...[40, 42, 43, 44, 45, 46, 48, 49, 51, 116].map((number) => ({
    failure: 'client certificate refused',
    error: alert(number),
    tls: ROBOT,
    seen: seen(),
    hint: /^It is that of "robot", issued by "Authority of clients", valid until 21\d\d-/,
  })),
  { failure: 'no common encryption', error: alert(40), hint: /ciphers/ },
  { failure: 'no common encryption', error: alert(71), hint: /ciphers/ },
  { failure: 'HTTP/2 only', error: alert(120), hint: /allow HTTP\/1\.1/ },
  { failure: 'old protocol', error: alert(70), hint: /TLS 1\.2 and 1\.3/ },
  { failure: 'old protocol', error: words('unsupported protocol'), hint: /TLS 1\.2 and 1\.3/ },
  {
    failure: 'old protocol',
    error: plain('ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED'),
    hint: /TLS 1\.2/,
  },
  { failure: 'weak key exchange', error: plain('ERR_SSL_DH_KEY_TOO_SMALL'), hint: /2048/ },
  {
    failure: 'weak certificate',
    error: plain('UNSPECIFIED', 'EE certificate key too weak'),
    hint: /^Its key is too short/,
  },
  {
    failure: 'weak certificate',
    error: plain('UNSPECIFIED', 'CA certificate key too weak'),
    hint: /^The key of an authority/,
  },
  {
    failure: 'weak certificate',
    error: plain('UNSPECIFIED', 'CA signature digest algorithm too weak'),
    hint: /SHA-1/,
  },
  {
    failure: 'server certificate expired',
    error: plain('CERT_HAS_EXPIRED'),
    hint: /^Ask the administrator of the server to renew it/,
  },
  {
    failure: 'sent authority expired',
    error: plain('CERT_HAS_EXPIRED'),
    seen: seen('localhost.cert'),
    hint: /in the chain that the server sends/,
  },
  { failure: 'not yet valid', error: plain('CERT_NOT_YET_VALID'), hint: /It shows 20\d\d-.*UTC/ },
  {
    failure: 'other name',
    error: plain('ERR_TLS_CERT_ALTNAME_INVALID'),
    seen: seen('localhost.cert'),
    hint: /^It holds 127\.0\.0\.1, localhost\./,
  },
  {
    failure: 'signed by itself',
    error: plain('DEPTH_ZERO_SELF_SIGNED_CERT'),
    hint: /^It is self-signed\. Paste it/,
  },
  {
    failure: 'signed by itself',
    error: plain('DEPTH_ZERO_SELF_SIGNED_CERT'),
    tls: AUTHORITY,
    hint: /holds: "Authority of clients"/,
  },
  {
    failure: 'unknown authority',
    error: plain('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'),
    hint: /^Paste the certificate of your private authority/,
  },
  {
    failure: 'unknown authority',
    error: plain('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    seen: seen('client/robot.cert'),
    hint: /issued by "Authority of clients".*whole chain/,
  },
  {
    failure: 'pasted authority has the name alone',
    error: plain('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    seen: seen('client/robot.cert'),
    tls: AUTHORITY,
    hint: /but another key/,
  },
  {
    failure: 'pasted authority has the name alone',
    error: plain('CERT_SIGNATURE_FAILURE'),
    tls: AUTHORITY,
    hint: /but another key/,
  },
  {
    failure: 'chain not whole',
    error: plain('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    seen: seen('client/robot.cert'),
    tls: LOCALHOST,
    hint: /"localhost", did not sign it.*paste the certificate of "Authority of clients"/,
  },
  {
    failure: 'another authority pasted',
    error: plain('SELF_SIGNED_CERT_IN_CHAIN'),
    seen: seen('client/robot.cert', 'client/authority.cert'),
    tls: LOCALHOST,
    hint: /did not sign it: "localhost"\. Paste the certificate of "Authority of clients"/,
  },
  {
    failure: 'another authority pasted',
    error: plain('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'),
    tls: LOCALHOST,
    hint: /^What is in "CA Certificate" did not sign it/,
  },
  ...['INVALID_PURPOSE', 'INVALID_CA', 'CERT_CHAIN_TOO_LONG'].map((code) => ({
    failure: 'not for servers',
    error: plain(code),
    hint: /for a server certificate/,
  })),
  { failure: 'unknown server name', error: alert(112), hint: /no certificate for the name/ },
  { failure: 'no HTTPS', error: words('wrong version number'), hint: /http:\/\// },
  { failure: 'no HTTPS', error: plain('ERR_SSL_PACKET_LENGTH_TOO_LONG'), hint: /http:\/\// },
  { failure: 'closed while encrypting', error: plain('ECONNRESET'), hint: /firewall/ },
  { failure: 'other', error: alert(80), hint: /check its log/ },
  { failure: 'other', error: plain('ERR_SSL_SOMETHING_NEW'), hint: /check its log/ },
];

const NOTHING = {
  isProxy: false,
  pastedAuthorities: [],
  clientCertificate: undefined,
  seen: undefined,
  reason: '',
};
const ALL = [...TLS_FAILURES, OTHER_TLS_FAILURE];

test.each(CASES)('$failure: $error.code', ({ failure, error, tls = {}, seen: server, hint }) => {
  const attempt = { host: url.host, tls, seen: server, reach: 'never' as const };
  const told = tlsError(Object.assign(new Error(error.message), error), attempt);
  const facts = { ...NOTHING, host: url.host };
  expect(told).toMatchObject({
    message: ALL.find(({ name }) => name === failure)?.what(facts),
    hint: expect.stringMatching(hint),
    reach: 'never',
  });
  // Places in OpenSSL's source help nobody.
  expect(told?.hint).not.toMatch(/\.c:|0A0004|routines/);
});

test('each entry of the table has a test, except those whose certificates have to have ended', () => {
  const tried = new Set(CASES.map(({ failure }) => failure));
  const missing = ALL.map(({ name }) => name).filter((name) => !tried.has(name));
  // `test/field/tls.field.ts` tries it with such an authority.
  expect(missing).toEqual(['pasted authority expired']);
});

test.each(ALL)('what is told of $name stands in docs/messages.md', ({ what }) => {
  const facts = { ...NOTHING, host: '…' };
  expect(MESSAGES).toContain(`| ${what(facts)} `);
});

test.each(['ENOTFOUND', 'UND_ERR_SOCKET', 'ETIMEDOUT', ''])(
  'what is no matter of TLS is told elsewhere: %s',
  (code) => {
    const error = Object.assign(new Error('x'), { code });
    expect(
      tlsError(error, { host: 'h', tls: {}, seen: undefined, reach: 'never' }),
    ).toBeUndefined();
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
    expect(GATEWAY_PAGES.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });

  test.each([
    [400, '{"message":"Unknown realm"}'],
    [403, page('403 Forbidden')],
    [200, page('400 No required SSL certificate was sent')],
  ])('not every refusal is one: HTTP %d %s', (status, text) => {
    expect(tlsRefusal({ url, tls: {} }, { status, text })).toBeUndefined();
  });
});
