import { TLS_FAILURES } from '../../../platform/http/tls/failures';
import { describeWith, inFrontOf, startNginx, type FieldServer } from '../servers/program';
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
  /** Default: ROOT. */
  fields?: Fields;
  address?: (port: number) => string;
}

type Case = [name: string, start: () => Promise<FieldServer>, hint: RegExp, more?: More];

const OLD = ['-cipher', 'DEFAULT@SECLEVEL=0'];
const verifying = (ca: string) => ['-Verify', '1', '-verify_return_error', '-CAfile', `${ca}.crt`];
const asking = (ca: string) => `ssl_verify_client on; ssl_client_certificate <${ca}.crt>;`;
const ROBOT: More = { fields: { ...ROOT, client: 'robot' } };
const withoutTls = () => startNginx((port) => inFrontOf(sandbox.baseUrl, port));
const rejecting = { rules: 'tcp-request connection reject' };
const pasted = (...ca: string[]): More => ({ fields: { ca } });

/** Failures at servers that accept only one version of TLS. */
const clientCertificate = (version: string): Case[] => [
  [
    `none at openssl with TLS ${version}`,
    openssl('good', ...verifying('root'), `-tls${version.replace('.', '_')}`),
    /requires a client certificate/,
  ],
  [
    `none at HAProxy with TLS ${version}`,
    haproxy('good', `ca-file <root.crt> verify required force-tlsv${version.replace('.', '')}`),
    /requires a client certificate/,
  ],
  [
    `one of an unknown authority at openssl with TLS ${version}`,
    openssl('good', ...verifying('stranger'), `-tls${version.replace('.', '_')}`),
    /accepts the client certificate in the credential.*unknown ca\)$/,
    ROBOT,
  ],
];

const CASES: Record<string, Case[]> = {
  '… refused the encrypted connection': ['1.2', '1.3'].flatMap(clientCertificate),
  'The certificate of … is not valid today': [
    ['expired', openssl('ended'), /CERT_HAS_EXPIRED/],
    ['of the future', openssl('early'), /CERT_NOT_YET_VALID/],
    [
      'an expired one in between',
      openssl('belowEnded', '-cert_chain', 'endedBetween.crt'),
      /CERT_HAS_EXPIRED/,
    ],
  ],
  'The certificate of … is for another host name': [
    ['of a host', openssl('elsewhere'), /request a certificate for this name/],
  ],
  'The certificate of … is not trusted': [
    ['signed by itself', openssl('itself'), /the authority that issued it/, pasted()],
    [
      'an unknown authority that is sent',
      openssl('below', '-cert_chain', 'between.crt'),
      /the authority that issued it/,
      pasted(),
    ],
    ['an authority that is not sent', openssl('good'), /the authority that issued it/, pasted()],
    [
      'an authority made anew: the pasted one has only its name',
      openssl('good'),
      /the authority that issued it/,
      pasted('namesake'),
    ],
    [
      'a chain that is not whole, with the root pasted',
      openssl('below'),
      /the authority that issued it/,
    ],
  ],
  '… does not use HTTPS on this port': [
    ['nginx without TLS', withoutTls, /http:\/\/ or another port/],
  ],
  '… closed the connection before it was encrypted': [
    ['HAProxy that rejects', haproxy('good', '', rejecting), /firewall or gateway|NO_PROXY/],
  ],
  'Could not encrypt the connection to …': [
    ['only HTTP/2', openssl('good', '-alpn', 'h2'), /alpn|application protocol/i],
    ['TLS 1.1', openssl('good', '-tls1_1', ...OLD), /protocol version|unsupported protocol/],
    ['a weak key', openssl('weak', ...OLD), /key too weak/],
    ['a certificate for clients', openssl('robot'), /INVALID_PURPOSE/],
    [
      'a name that nginx does not serve',
      nginx('good', 'ssl_reject_handshake on;'),
      /unrecognized name/,
      { address: (port) => `https://localhost:${port}` },
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
      // If the server closes at once, a proxy may close before the tunnel is open.
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
        /this port may be for HTTPS\. If so, start the address .* with https/,
      ),
    });
  });

  test.each<[string, string, More]>([
    [asking('root'), '400 No required SSL certificate was sent', {}],
    [asking('stranger'), '400 The SSL certificate error', ROBOT],
    [
      '',
      '400 The plain HTTP request was sent to HTTPS port',
      { address: (port) => `http://127.0.0.1:${port}` },
    ],
  ])('nginx with "%s" returns a page: its title is shown', async (rules, title, more) => {
    const { fields = ROOT, address = https } = more;
    const server = await untilTestEnds(nginx('good', rules)());
    expect(await list(address(server.port), fields)).toMatchObject({
      json: [],
      message: expect.stringContaining(`(HTTP 400): "${title}"`),
    });
  });

  test('is tried for each entry of the table', () => {
    const untried = TLS_FAILURES.map(({ message }) => message).filter((what) => !(what in CASES));
    expect(untried).toEqual([]);
  });
});
