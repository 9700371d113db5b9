import { TLS_PAGES } from '../../../platform/http/gatewayPages';
import { TLS_FAILURES } from '../../../platform/tls/failures';
import { inFrontOf, startNginx } from '../servers/nginx';
import { describeWith, type FieldServer } from '../servers/program';
import { untilTestEnds } from '../../support/untilTestEnds';
import {
  haproxy,
  https,
  list,
  nginx,
  openssl,
  proxyFor,
  ROOT,
  sandbox,
  type Fields,
} from './setting';

interface More {
  /** The root by default. */
  fields?: Fields;
  address?: (port: number) => string;
}

type Case = [name: string, start: () => Promise<FieldServer>, hint: RegExp, more?: More];

const OLD = ['-cipher', 'DEFAULT@SECLEVEL=0'];
const verifying = (ca: string) => ['-Verify', '1', '-verify_return_error', '-CAfile', `${ca}.crt`];
const OURS = verifying('root');
const asking = (ca: string) => `ssl_verify_client on; ssl_client_certificate <${ca}.crt>;`;
const REVOKING = `${asking('root')} ssl_crl <root.crl>;`;
const robot = (client: string): More => ({ fields: { ...ROOT, client } });
const withoutTls = () => startNginx((port) => inFrontOf(sandbox.baseUrl, port));
const rejecting = { rules: 'tcp-request connection reject' };
const pasted = (...ca: string[]): More => ({ fields: { ca } });

/** Of servers that accept one version of TLS alone, without a client certificate. */
const missingCertificate = (version: string): Case[] => [
  [
    `openssl with TLS ${version}`,
    openssl('good', ...OURS, `-tls${version.replace('.', '_')}`),
    /Paste (?:them|it) into "Client Certificate"/,
  ],
  [
    `HAProxy with TLS ${version}`,
    haproxy('good', `ca-file <root.crt> verify required force-tlsv${version.replace('.', '')}`),
    /Client Certificate/,
  ],
];

const CASES: Record<string, Case[]> = {
  '… supports only HTTP/2': [
    ['openssl', openssl('good', '-alpn', 'h2'), /allow HTTP\/1\.1 as well/],
  ],
  '… requires a client certificate, but the credential has none': [
    ...missingCertificate('1.3'),
    [
      'client certificate missing (page of nginx)',
      nginx('good', asking('root')),
      /Client Certificate.*HTTP 400: 400 No required SSL certificate was sent/,
    ],
  ],
  '… does not accept the client certificate in the credential': [
    [
      'client certificate refused (page of nginx)',
      nginx('good', asking('stranger')),
      /that of "robot", issued by "Example Root"\. It is valid until 2120-01-01/,
      robot('robot'),
    ],
    ['revoked, at nginx', nginx('good', REVOKING), /"lost robot"/, robot('revokedRobot')],
    ...['-tls1_3', '-tls1_2'].flatMap((version): Case[] => [
      [
        `of an unknown authority, ${version}`,
        openssl('good', ...verifying('stranger'), version),
        /"robot".*the authority that issued it is unknown/,
        robot('robot'),
      ],
      [
        `expired, ${version}`,
        openssl('good', ...OURS, version),
        /"old robot" expired on 2026-01-01/,
        robot('endedRobot'),
      ],
      [
        `revoked, ${version}`,
        openssl('good', ...OURS, '-crl_check', '-CRL', 'root.crl', version),
        /it was revoked/,
        robot('revokedRobot'),
      ],
    ]),
  ],
  '… refused to encrypt the connection': [
    // Before TLS 1.3, a missing certificate is a failed handshake.
    ...missingCertificate('1.2'),
    [
      'an old cipher',
      openssl('rsa', '-tls1_2', '-cipher', 'CAMELLIA128-SHA:@SECLEVEL=0'),
      /ECDHE with AES-GCM/,
      pasted('rsaRoot'),
    ],
  ],
  '… supports only TLS versions that are too old': ['-tls1', '-tls1_1'].map((version) => [
    version,
    openssl('good', version, ...OLD),
    /TLS 1\.2 and 1\.3/,
  ]),
  '… uses an encryption key that is too weak': [
    [
      '1024 bits',
      nginx(
        'rsa',
        'ssl_protocols TLSv1.2; ssl_ciphers DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0; ssl_dhparam <small.dh>;',
      ),
      /at least 2048 bits/,
      pasted('rsaRoot'),
    ],
  ],
  'The certificate of … is too weak': [
    ['its key', openssl('weak', ...OLD), /^Its key is too weak/],
    [
      'the key of its authority',
      openssl('belowWeak', ...OLD),
      /^The key or the signature of an authority behind it is too weak/,
      pasted('weakRoot'),
    ],
    ['SHA-1', openssl('sha1', ...OLD), /signed with SHA-256/, pasted('rsaRoot')],
  ],
  'The certificate of … has expired': [
    ['for months', openssl('ended'), /^"localhost" expired on 2026-01-01\. Ask .* to renew it/],
  ],
  'An authority behind the certificate of … has expired': [
    [
      'the root, which is pasted',
      openssl('belowEndedRoot'),
      /"Old Root" expired on 2026-01-01\. It is in "CA Certificate"/,
      pasted('endedRoot'),
    ],
    [
      'the one in between, which is sent',
      openssl('belowEnded', '-cert_chain', 'endedBetween.crt'),
      /"Old Intermediate" expired on 2026-01-01\. Ask the administrator of the server/,
    ],
  ],
  'The certificate of … is not valid yet': [
    ['for years', openssl('early'), /is valid from 2099-01-01 on\. Check the clock/],
  ],
  'The certificate of … is for another host name': [
    ['of a host', openssl('elsewhere'), /It holds platform\.example\.com\. Use the certificate’s/],
  ],
  'The certificate of … is not trusted': [
    ['signed by itself', openssl('itself'), /^It is self-signed\. Paste it/, pasted()],
    ['signed by itself, not what is pasted', openssl('itself'), /is not what .* "Example Root"/],
    [
      'an unknown authority that is sent',
      openssl('below', '-cert_chain', 'between.crt'),
      /issued by "Example Root"\. Paste the current certificate of "Example Root"/,
      pasted(),
    ],
    ['an authority that is not sent', openssl('good'), /"Example Root".*whole chain/, pasted()],
    [
      'an authority made anew: the pasted one has its name alone',
      openssl('good'),
      /"Example Root", did not sign it\. Paste the current certificate of "Example Root"/,
      pasted('namesake'),
    ],
    [
      'a chain that is not whole, with the root pasted',
      openssl('below'),
      /issued by "Example Intermediate"\. What is in "CA Certificate", "Example Root", did not sign it.*whole chain/,
    ],
    [
      'two other authorities pasted',
      openssl('below', '-cert_chain', 'between.crt'),
      /issued by "Example Root"\. What is in .*, "Other Root", "RSA Root", did not sign it/,
      pasted('stranger', 'rsaRoot'),
    ],
  ],
  'The certificate of … cannot be used for a server': [
    ['for clients', openssl('robot'), /another purpose/],
  ],
  'The server at … does not know this host name': [
    [
      'nginx',
      nginx('good', 'ssl_reject_handshake on;'),
      /no certificate for the name/,
      { address: (port) => `https://localhost:${port}` },
    ],
  ],
  '… does not use HTTPS on this port': [
    ['nginx without TLS', withoutTls, /http:\/\/ or another port/],
  ],
  '… closed the connection before it was encrypted': [
    ['HAProxy that rejects', haproxy('good', '', rejecting), /firewall or gateway|NO_PROXY/],
  ],
  '… uses HTTPS on this port': [
    [
      'HTTP on a port for HTTPS (page of nginx)',
      nginx('good'),
      /^Start the address .* with https:\/\//,
      { address: (port) => `http://127.0.0.1:${port}` },
    ],
  ],
};
const ROWS = Object.entries(CASES).flatMap(([what, cases]) =>
  cases.map((one): [what: string, ...Case] => [what, ...one]),
);

describeWith('openssl')('what goes wrong with TLS', () => {
  describe.each([false, true])('(through a proxy: %p)', (isProxied) => {
    test.each(ROWS)('%s: %s', async (what, _name, start, hint, more = {}) => {
      const { fields = ROOT, address = https } = more;
      const server = await untilTestEnds(start());
      if (isProxied) await proxyFor('ALL_PROXY');
      const asked = address(server.port);
      const message = what.replace('…', new URL(asked).host);
      // Where the server hangs up at once, a proxy may do so before the tunnel is open.
      const hungUp = /^The proxy .* closed the connection when/;
      expect(await list(asked, fields)).toEqual({
        json: [],
        message: what.includes('… closed')
          ? expect.stringMatching(RegExp(`^${message}$|${hungUp.source}`))
          : message,
        description: expect.stringMatching(hint),
      });
    });
  });

  test.each([
    ['HAProxy', haproxy('good', 'alpn http/1.1')],
    ['openssl', openssl('good')],
  ])('HTTP on a port for HTTPS: %s hangs up', async (_name, start) => {
    const server = await untilTestEnds(start());
    expect(await list(`http://127.0.0.1:${server.port}`, ROOT)).toMatchObject({
      message: expect.stringMatching(/^The connection to .* broke$/),
      description: expect.stringMatching(
        /this port may be for HTTPS\. Then start the address .* with https/,
      ),
    });
  });

  test('is tried for each entry of the tables', () => {
    const untried = TLS_FAILURES.map(({ what }) => what).filter((what) => !(what in CASES));
    expect(untried).toEqual([
      // `proxyTls.field.ts` has it.
      '… requires a client certificate',
      // No server sends it.
      '… and n8n do not support the same encryption',
    ]);
    const names = ROWS.map(([, name]) => name);
    for (const { name } of TLS_PAGES) expect(names).toContain(`${name} (page of nginx)`);
  });
});
