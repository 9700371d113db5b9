import { TLS_FAILURES, tlsError } from '../../../../platform/http/tls/failures';
import type { TlsOptions } from '../../../../platform/http/tls/options';
import { ROBOT } from '../../../support/clientCertificates';

const HOST = 'platform.example.com';
/** As OpenSSL says what the other side said. */
const alert = (number: number) => ({
  code: 'ERR_SSL_SOME_ALERT',
  message: `40A7:error:0A000410:SSL routines:ssl3_read_bytes:some alert:../x.c:918:SSL alert number ${number}\n`,
});
const words = (reason: string) => ({
  code: 'EPROTO',
  message: `write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../x.c:354:\n`,
});
const plain = (code: string, message = 'in words') => ({ code, message });
const alerts = (...numbers: number[]) => numbers.map(alert);
const codes = (...names: string[]) => names.map((name) => plain(name));

type Row = [what: string, errors: object[], hint: RegExp, tls?: TlsOptions];

const CLIENT_CERTIFICATE = [40, 41, 42, 43, 44, 45, 46, 48, 49, 51, 116];
const UNTRUSTED = 'The certificate of … is not trusted';
const OTHER_NAME = 'The certificate of … is for another host name';
const NO_HTTPS = '… does not use HTTPS on this port';
const OTHER = 'Could not encrypt the connection to …';

const PERMANENT: Row[] = [
  [
    '… refused the encrypted connection',
    alerts(...CLIENT_CERTIFICATE),
    /requires a client certificate.*\(ERR_SSL_SOME_ALERT: some alert\)$/,
  ],
  [
    '… refused the encrypted connection',
    alerts(...CLIENT_CERTIFICATE),
    /accepts the client certificate in the credential/,
    ROBOT,
  ],
  [
    'The certificate of … is not valid today',
    codes('CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'),
    /renew it.*clock.*\(CERT_\w+: in words\)$/,
  ],
  [OTHER_NAME, codes('ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'), /in the credential/],
  [
    UNTRUSTED,
    codes(
      'CERT_UNTRUSTED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'CERT_SIGNATURE_FAILURE',
    ),
    /^Paste the current certificate of the authority that issued it into "CA Certificate"/,
  ],
  [
    NO_HTTPS,
    [words('wrong version number'), plain('ERR_SSL_PACKET_LENGTH_TOO_LONG')],
    /needs http:\/\//,
  ],
  [
    OTHER,
    codes('INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'CERT_REVOKED'),
    /Ask the administrator.*: in words\)$/,
  ],
  [OTHER, [plain('UNSPECIFIED', 'EE certificate key too weak')], /: EE certificate key too weak\)/],
];
const TRANSIENT: Row[] = [
  ['… closed the connection before it was encrypted', codes('ECONNRESET'), /firewall/],
  [OTHER, alerts(70, 71, 80, 112, 120), /TLS 1\.2 and 1\.3.*: some alert\)$/],
  [OTHER, [words('unsupported protocol')], /\(EPROTO: unsupported protocol\)$/],
  [OTHER, codes('ERR_SSL_SOMETHING_NEW'), /\(ERR_SSL_SOMETHING_NEW: in words\)$/],
];
const ROWS = [PERMANENT, TRANSIENT].flatMap((rows) =>
  rows.map((row): [transient: boolean, ...Row] => [rows === TRANSIENT, ...row]),
);

const fail = (error: object, more: Partial<Parameters<typeof tlsError>[1]> = {}) =>
  tlsError(Object.assign(new Error(), error), { host: HOST, tls: {}, effect: 'none', ...more });

test.each(ROWS)('transient: %s, %s: %j', (transient, what, errors, hint, tls = {}) => {
  for (const error of errors) {
    const failure = fail(error, { tls });
    const message = what.replace('…', HOST);
    expect(failure).toMatchObject({ message, effect: 'none', isTemporary: transient });
    expect(failure?.hint).toMatch(hint);
    // Places in OpenSSL's source help nobody.
    expect(failure?.hint).not.toMatch(/\.c:|0A0004|routines| {2}/);
  }
});

test.each<[object, string, RegExp]>([
  [alert(116), 'The proxy p:1 refused the encrypted connection', /without a client certificate/],
  [plain('CERT_UNTRUSTED'), 'The certificate of the proxy p:1 is not trusted', /CA Certificate/],
  [
    plain('HOSTNAME_MISMATCH'),
    'The certificate of the proxy p:1 is for another host name',
    /environment variable/,
  ],
  [words('wrong version number'), 'The proxy p:1 does not use HTTPS on this port', /Add http:\/\//],
])('a proxy is called a proxy: %j', (error, message, hint) => {
  const failure = fail(error, { host: 'the proxy p:1', isProxy: true, tls: ROBOT });
  expect(failure).toMatchObject({ message, hint: expect.stringMatching(hint) });
});

const TITLES = [...new Set(TLS_FAILURES.map(({ message }) => message))];

test.each(TITLES)('%s has a row above', (what) => {
  expect(ROWS.map(([, tried]) => tried)).toContain(what);
});

test.each(['ENOTFOUND', 'UND_ERR_SOCKET', 'ETIMEDOUT', ''])(
  'what is no matter of TLS is reported elsewhere: %s',
  (code) => expect(fail(plain(code))).toBeUndefined(),
);
