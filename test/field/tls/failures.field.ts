import { TLS_PAGES } from '../../../platform/http/gatewayPages';
import { TLS_FAILURES } from '../../../platform/tls/failures';
import { inFrontOf, startNginx } from '../servers/nginx';
import { describeWith, type FieldServer } from '../servers/program';
import {
  haproxy,
  https,
  list,
  nginx,
  openssl,
  proxyFor,
  REFUSES,
  ROOT,
  sandbox,
  started,
  type Fields,
} from './setting';

interface Case {
  name: string;
  start: () => Promise<FieldServer>;
  /** The root by default. */
  fields?: Fields;
  description: RegExp;
  address?: (port: number) => string;
}

/** Cases of one failure, as the tables of the client name it, with one message. */
const of = (failure: string, message: RegExp, ...cases: Case[]) =>
  cases.map((one) => ({ failure, message, ...one }));

const UNTRUSTED = /^The certificate of 127\.0\.0\.1:\d+ is not trusted$/;
const ASKS = /^127\.0\.0\.1:\d+ requires a client certificate, but the credential has none$/;
/** Before TLS 1.3, a missing certificate is a failed handshake. */
const FAILS_EARLY = /^127\.0\.0\.1:\d+ refused to encrypt the connection$/;
const HAS_EXPIRED = /^An authority behind the certificate of .* has expired$/;

const OLD = ['-cipher', 'DEFAULT@SECLEVEL=0'];
const verifying = (ca: string) => ['-Verify', '1', '-verify_return_error', '-CAfile', `${ca}.crt`];
const OURS = verifying('root');
const robot = (client: string): Fields => ({ ...ROOT, client });

const CASES = [
  ...of('HTTP/2 only', /supports only HTTP\/2$/, {
    name: 'openssl',
    start: openssl('good', '-alpn', 'h2'),
    description: /allow HTTP\/1\.1 as well/,
  }),
  ...['1_2', '1_3'].flatMap((version) =>
    of(
      'client certificate missing',
      version === '1_3' ? ASKS : FAILS_EARLY,
      {
        name: `openssl with TLS ${version}`,
        start: openssl('good', ...OURS, `-tls${version}`),
        description: /Paste (?:them|it) into "Client Certificate"/,
      },
      {
        name: `HAProxy with TLS ${version}`,
        start: haproxy(
          'good',
          `ca-file <root.crt> verify required force-tlsv${version.replace('_', '')}`,
        ),
        description: /Client Certificate/,
      },
    ),
  ),
  ...of('client certificate missing (page)', ASKS, {
    name: 'nginx',
    start: nginx('good', 'ssl_verify_client on; ssl_client_certificate <root.crt>;'),
    description: /Client Certificate.*HTTP 400: 400 No required SSL certificate was sent/,
  }),
  ...of(
    'client certificate refused (page)',
    REFUSES,
    {
      name: 'nginx, of an unknown authority',
      start: nginx('good', 'ssl_verify_client on; ssl_client_certificate <stranger.crt>;'),
      fields: robot('robot'),
      description: /that of "robot", issued by "Example Root"\. It is valid until 2120-01-01/,
    },
    {
      name: 'nginx, revoked',
      start: nginx(
        'good',
        'ssl_verify_client on; ssl_client_certificate <root.crt>; ssl_crl <root.crl>;',
      ),
      fields: robot('revokedRobot'),
      description: /"lost robot"/,
    },
  ),
  ...['-tls1_3', '-tls1_2'].flatMap((version) =>
    of(
      'client certificate refused',
      REFUSES,
      {
        name: `of an unknown authority, ${version}`,
        start: openssl('good', ...verifying('stranger'), version),
        fields: robot('robot'),
        description: /"robot".*the authority that issued it is unknown/,
      },
      {
        name: `expired, ${version}`,
        start: openssl('good', ...OURS, version),
        fields: robot('endedRobot'),
        description: /"old robot" expired on 2026-01-01/,
      },
      {
        name: `revoked, ${version}`,
        start: openssl('good', ...OURS, '-crl_check', '-CRL', 'root.crl', version),
        fields: robot('revokedRobot'),
        description: /it was revoked/,
      },
    ),
  ),
  ...of('no common encryption', FAILS_EARLY, {
    name: 'an old cipher',
    start: openssl('rsa', '-tls1_2', '-cipher', 'CAMELLIA128-SHA:@SECLEVEL=0'),
    fields: { ca: ['rsaRoot'] },
    description: /ECDHE with AES-GCM/,
  }),
  ...of(
    'old protocol',
    /supports only TLS versions that are too old$/,
    ...['-tls1', '-tls1_1'].map((version) => ({
      name: version,
      start: openssl('good', version, ...OLD),
      description: /TLS 1\.2 and 1\.3/,
    })),
  ),
  ...of('weak key exchange', /uses an encryption key that is too weak$/, {
    name: '1024 bits',
    start: nginx(
      'rsa',
      'ssl_protocols TLSv1.2; ssl_ciphers DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0; ssl_dhparam <small.dh>;',
    ),
    fields: { ca: ['rsaRoot'] },
    description: /at least 2048 bits/,
  }),
  ...of(
    'weak certificate',
    /^The certificate of .* is too weak$/,
    {
      name: 'its key',
      start: openssl('weak', ...OLD),
      description: /^Its key is too weak/,
    },
    {
      name: 'the key of its authority',
      start: openssl('belowWeak', ...OLD),
      fields: { ca: ['weakRoot'] },
      description: /^The key or the signature of an authority behind it is too weak/,
    },
    {
      name: 'SHA-1',
      start: openssl('sha1', ...OLD),
      fields: { ca: ['rsaRoot'] },
      description: /signed with SHA-256/,
    },
  ),
  ...of('server certificate expired', /^The certificate of .* has expired$/, {
    name: 'with its authority pasted',
    start: openssl('ended'),
    description:
      /^"localhost" expired on 2026-01-01\. Ask the administrator of the server to renew it/,
  }),
  ...of('pasted authority expired', HAS_EXPIRED, {
    name: 'the root',
    start: openssl('belowEndedRoot'),
    fields: { ca: ['endedRoot'] },
    description: /"Old Root" expired on 2026-01-01\. It is in "CA Certificate"/,
  }),
  ...of('sent authority expired', HAS_EXPIRED, {
    name: 'the one in between',
    start: openssl('belowEnded', '-cert_chain', 'endedBetween.crt'),
    description: /"Old Intermediate" expired on 2026-01-01\. Ask the administrator of the server/,
  }),
  ...of('not yet valid', /^The certificate of .* is not valid yet$/, {
    name: 'for years',
    start: openssl('early'),
    description: /is valid from 2099-01-01 on\. Check the clock/,
  }),
  ...of('other name', /^The certificate of .* is for another host name$/, {
    name: 'of a host',
    start: openssl('elsewhere'),
    description: /It holds platform\.example\.com\. Use the certificate’s name/,
  }),
  ...of(
    'signed by itself',
    UNTRUSTED,
    {
      name: 'with nothing pasted',
      start: openssl('itself'),
      fields: {},
      description: /^It is self-signed\. Paste it into "CA Certificate"/,
    },
    {
      name: 'with something else pasted',
      start: openssl('itself'),
      description: /it is not what "CA Certificate" holds: "Example Root"/,
    },
  ),
  ...of(
    'unknown authority',
    UNTRUSTED,
    {
      name: 'with its authority sent',
      start: openssl('below', '-cert_chain', 'between.crt'),
      fields: {},
      description: /issued by "Example Root"\. Paste the current certificate of "Example Root"/,
    },
    {
      name: 'with nothing sent beside it',
      start: openssl('good'),
      fields: {},
      description: /"Example Root".*the whole chain/,
    },
  ),
  ...of('pasted authority has the name alone', UNTRUSTED, {
    name: 'made anew',
    start: openssl('good'),
    fields: { ca: ['namesake'] },
    description:
      /"Example Root", did not sign it\. Paste the current certificate of "Example Root"/,
  }),
  ...of('chain not whole', UNTRUSTED, {
    name: 'with the root pasted',
    start: openssl('below'),
    description:
      /issued by "Example Intermediate"\. What is in "CA Certificate", "Example Root", did not sign it.*whole chain/,
  }),
  ...of('another authority pasted', UNTRUSTED, {
    name: 'of two',
    start: openssl('below', '-cert_chain', 'between.crt'),
    fields: { ca: ['stranger', 'rsaRoot'] },
    description:
      /issued by "Example Root"\. What is in .*, "Other Root", "RSA Root", did not sign it/,
  }),
  ...of('not for servers', /^The certificate of .* cannot be used for a server$/, {
    name: 'for clients',
    start: openssl('robot'),
    description: /another purpose/,
  }),
  ...of('unknown server name', /^The server at .* does not know this host name$/, {
    name: 'nginx',
    start: nginx('good', 'ssl_reject_handshake on;'),
    description: /no certificate for the name/,
    address: (port) => `https://localhost:${port}`,
  }),
  ...of('no HTTPS', /does not use HTTPS on this port$/, {
    name: 'nginx without TLS',
    start: () => startNginx((port) => inFrontOf(sandbox.baseUrl, port)),
    description: /http:\/\/ or another port/,
  }),
  ...of(
    'closed while encrypting',
    // Where the server hangs up at once, a proxy may do so before the tunnel is open.
    /closed the connection before it was encrypted$|^The proxy .* closed the connection when/,
    {
      name: 'HAProxy that rejects',
      start: haproxy('good', ''),
      description: /firewall or gateway|NO_PROXY/,
    },
  ),
  ...of('HTTP on a port for HTTPS (page)', /uses HTTPS on this port$/, {
    name: 'nginx',
    start: nginx('good'),
    description: /^Start the address .* with https:\/\//,
    address: (port) => `http://127.0.0.1:${port}`,
  }),
];

describeWith('openssl')('what goes wrong with TLS', () => {
  describe.each([false, true])('(through a proxy: %p)', (isProxied) => {
    test.each(CASES)(
      '$failure: $name',
      async ({ start, fields = ROOT, message, description, address = https }) => {
        const server = await started(start);
        if (isProxied) await proxyFor('ALL_PROXY');
        expect(await list(address(server.port), fields)).toEqual({
          json: [],
          message: expect.stringMatching(message),
          description: expect.stringMatching(description),
        });
      },
    );
  });

  test.each([
    ['HAProxy', haproxy('good', 'alpn http/1.1')],
    ['openssl', openssl('good')],
  ])('HTTP on a port for HTTPS: %s hangs up', async (_name, start) => {
    const server = await started(start);
    expect(await list(`http://127.0.0.1:${server.port}`, ROOT)).toMatchObject({
      message: expect.stringMatching(/^The connection to .* broke$/),
      description: expect.stringMatching(
        /this port may be for HTTPS\. Then start the address .* with https/,
      ),
    });
  });

  test('is tried for each entry of the tables', () => {
    const tried = (what: string) =>
      CASES.some(({ message }) => message.test(what.replace('…', '127.0.0.1:1')));
    expect(TLS_FAILURES.map(({ what }) => what).filter((what) => !tried(what))).toEqual([
      // `proxyTls.field.ts` has it.
      '… requires a client certificate',
      // No server sends it.
      '… and n8n do not support the same encryption',
    ]);
    const pages = CASES.filter(({ failure }) => failure.endsWith('(page)'));
    const names = new Set(pages.map(({ failure }) => failure));
    expect(names).toEqual(new Set(TLS_PAGES.map(({ name }) => `${name} (page)`)));
  });
});
