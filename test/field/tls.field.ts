import { PROJECTS_NODE, runNode } from '../support/engine/runWorkflow';
import { TLS_PAGES } from '../../platform/http/gatewayPages';
import { TLS_FAILURES } from '../../platform/tls/failures';
import { startSandbox, type Sandbox } from '../../sandbox';
import { startForwardProxy } from '../support/network/forwardProxy';
import { Certificates, FUTURE, PAST } from './servers/certificates';
import { startHaproxy } from './servers/haproxy';
import { inFrontOf, startNginx } from './servers/nginx';
import { startOpensslServer } from './servers/opensslServer';
import { describeWith, type FieldServer } from './servers/program';
import { forgetProxies } from '../support/network/forgetProxies';

const OLD = ['-cipher', 'DEFAULT@SECLEVEL=0'];

let files: Certificates;
let sandbox: Sandbox;
const closers: Array<() => unknown> = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  files = new Certificates()
    .make('root', 'Example Root', { kind: 'authority' })
    .make('between', 'Example Intermediate', { kind: 'authority', issuer: 'root' })
    .make('namesake', 'Example Root', { kind: 'authority' })
    .make('stranger', 'Other Root', { kind: 'authority' })
    .make('good', 'localhost', { issuer: 'root' })
    .make('below', 'localhost', { issuer: 'between' })
    .make('ended', 'localhost', { issuer: 'root', ...PAST })
    .make('early', 'localhost', { issuer: 'root', ...FUTURE })
    .make('elsewhere', 'platform', { issuer: 'root', names: 'DNS:platform.example.com' })
    .make('itself', 'localhost')
    .make('endedBetween', 'Old Intermediate', { kind: 'authority', issuer: 'root', ...PAST })
    .make('belowEnded', 'localhost', { issuer: 'endedBetween' })
    .make('endedRoot', 'Old Root', { kind: 'authority', ...PAST })
    .make('belowEndedRoot', 'localhost', { issuer: 'endedRoot' })
    .make('weak', 'localhost', { issuer: 'root', rsaBits: 1024 })
    .make('weakRoot', 'Weak Root', { kind: 'authority', rsaBits: 1024 })
    .make('belowWeak', 'localhost', { issuer: 'weakRoot' })
    .make('rsaRoot', 'RSA Root', { kind: 'authority', rsaBits: 2048 })
    .make('sha1', 'localhost', { issuer: 'rsaRoot', digest: 'sha1' })
    .make('rsa', 'localhost', { issuer: 'rsaRoot', rsaBits: 2048 })
    .make('robot', 'robot', { kind: 'client', issuer: 'root' })
    .make('robotBelow', 'robot below', { kind: 'client', issuer: 'between' })
    .make('endedRobot', 'old robot', { kind: 'client', issuer: 'root', ...PAST })
    .make('revokedRobot', 'lost robot', { kind: 'client', issuer: 'root' });
  files.revoke('revokedRobot', 'root');
  files.openssl('dhparam', '-dsaparam', '-out', 'small.dh', '1024');
});
afterAll(async () => {
  files.close();
  await sandbox.close();
});
beforeEach(forgetProxies);
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** How a server is started: its certificate, and what else it is told. */
const openssl =
  (certificate: string, ...options: string[]) =>
  async () => {
    const pair = ['-cert', `${certificate}.crt`, '-key', `${certificate}.key`];
    const inFolder = [...pair, ...options].map((option) =>
      /\.(?:crt|key|crl|pem)$/.test(option) ? files.path(option) : option,
    );
    return await startOpensslServer(inFolder);
  };

const nginx =
  (certificate: string, rules: string = '') =>
  async () =>
    await startNginx((port) =>
      inFrontOf(sandbox.baseUrl, port).replace(
        'backlog=1024;',
        `ssl backlog=1024;
         ssl_certificate ${files.path(`${certificate}.crt`)};
         ssl_certificate_key ${files.path(`${certificate}.key`)};
         ${rules.replace(/<(\w+\.\w+)>/g, (_all, file: string) => files.path(file))}`,
      ),
    );

const haproxy = (certificate: string, options: string) => async () => {
  files.join('haproxy.pem', certificate, `${certificate}.key`);
  return await startHaproxy(
    (port) => `
      frontend all
        mode http
        bind 127.0.0.1:${port} ${options ? `ssl crt ${files.path('haproxy.pem')} ${options.replace(/<(\w+\.\w+)>/g, (_all, file: string) => files.path(file))}` : ''}
        ${options ? '' : 'tcp-request connection reject'}
        default_backend platform
      backend platform
        mode http
        server platform ${new URL(sandbox.baseUrl).host}
    `,
  );
};

/** Which fields of the credential are filled in, by file. */
interface Fields {
  ca?: string[];
  client?: string;
}

function credential({ ca = [], client }: Fields) {
  return {
    ...sandbox.credentials,
    caCertificate: ca.map((file) => files.pem(file)).join('\n'),
    ...(client && { clientCertificate: files.pem(client), clientKey: files.pem(`${client}.key`) }),
  };
}

async function list(baseUrl: string, fields: Fields, more: object = {}) {
  const { json, error } = await runNode(
    { type: PROJECTS_NODE, parameters: { resource: 'project', operation: 'getAll' } },
    { dataPlatformApi: { ...credential(fields), baseUrl, ...more } },
  );
  return { json, message: error?.message, description: String(error?.description ?? '') };
}

interface Case {
  /** As the tables of the client name it. */
  failure: string;
  name: string;
  start: () => Promise<FieldServer>;
  fields: Fields;
  message: RegExp;
  description: RegExp;
  address?: (port: number) => string;
}

const https = (port: number) => `https://127.0.0.1:${port}`;
const ROOT: Fields = { ca: ['root'] };
const UNTRUSTED = /^The certificate of 127\.0\.0\.1:\d+ is not trusted$/;
const ASKS = /^127\.0\.0\.1:\d+ requires a client certificate, but the credential has none$/;
/** Before TLS 1.3, a missing certificate is a failed handshake. */
const FAILS_EARLY = /^127\.0\.0\.1:\d+ refused to encrypt the connection$/;
const REFUSES = /^127\.0\.0\.1:\d+ does not accept the client certificate in the credential$/;
const verifying = (ca: string) => ['-Verify', '1', '-verify_return_error', '-CAfile', `${ca}.crt`];
const OURS = ['-Verify', '1', '-verify_return_error', '-CAfile', 'root.crt'];

const CASES: Case[] = [
  {
    failure: 'HTTP/2 only',
    name: 'openssl',
    start: openssl('good', '-alpn', 'h2'),
    fields: ROOT,
    message: /supports only HTTP\/2$/,
    description: /allow HTTP\/1\.1 as well/,
  },
  ...['-tls1_3', '-tls1_2'].map((version) => ({
    failure: 'client certificate missing',
    name: `openssl with ${version}`,
    start: openssl('good', ...OURS, version),
    fields: ROOT,
    message: version === '-tls1_3' ? ASKS : FAILS_EARLY,
    description: /Paste (?:them|it) into "Client Certificate"/,
  })),
  ...['TLSv1.2', 'TLSv1.3'].map((version) => ({
    failure: 'client certificate missing',
    name: `HAProxy with ${version}`,
    start: haproxy(
      'good',
      `ca-file <root.crt> verify required force-${version.toLowerCase().replace('.', '')}`,
    ),
    fields: ROOT,
    message: version === 'TLSv1.3' ? ASKS : FAILS_EARLY,
    description: /Client Certificate/,
  })),
  {
    failure: 'client certificate missing (page)',
    name: 'nginx',
    start: nginx('good', 'ssl_verify_client on; ssl_client_certificate <root.crt>;'),
    fields: ROOT,
    message: ASKS,
    description: /Client Certificate.*HTTP 400: 400 No required SSL certificate was sent/,
  },
  {
    failure: 'client certificate refused (page)',
    name: 'nginx, of an unknown authority',
    start: nginx('good', 'ssl_verify_client on; ssl_client_certificate <stranger.crt>;'),
    fields: { ...ROOT, client: 'robot' },
    message: REFUSES,
    description: /that of "robot", issued by "Example Root"\. It is valid until 2120-01-01/,
  },
  {
    failure: 'client certificate refused (page)',
    name: 'nginx, revoked',
    start: nginx(
      'good',
      'ssl_verify_client on; ssl_client_certificate <root.crt>; ssl_crl <root.crl>;',
    ),
    fields: { ...ROOT, client: 'revokedRobot' },
    message: REFUSES,
    description: /"lost robot"/,
  },
  ...['-tls1_3', '-tls1_2'].flatMap((version) => [
    {
      failure: 'client certificate refused',
      name: `of an unknown authority, ${version}`,
      start: openssl('good', ...verifying('stranger'), version),
      fields: { ...ROOT, client: 'robot' },
      message: REFUSES,
      description: /"robot".*the authority that issued it is unknown/,
    },
    {
      failure: 'client certificate refused',
      name: `expired, ${version}`,
      start: openssl('good', ...OURS, version),
      fields: { ...ROOT, client: 'endedRobot' },
      message: REFUSES,
      description: /"old robot" expired on 2026-01-01/,
    },
    {
      failure: 'client certificate refused',
      name: `revoked, ${version}`,
      start: openssl('good', ...OURS, '-crl_check', '-CRL', 'root.crl', version),
      fields: { ...ROOT, client: 'revokedRobot' },
      message: REFUSES,
      description: /it was revoked/,
    },
  ]),
  {
    failure: 'no common encryption',
    name: 'an old cipher',
    start: openssl('rsa', '-tls1_2', '-cipher', 'CAMELLIA128-SHA:@SECLEVEL=0'),
    fields: { ca: ['rsaRoot'] },
    message: FAILS_EARLY,
    description: /ECDHE with AES-GCM/,
  },
  ...['-tls1', '-tls1_1'].map((version) => ({
    failure: 'old protocol',
    name: version,
    start: openssl('good', version, ...OLD),
    fields: ROOT,
    message: /supports only TLS versions that are too old$/,
    description: /TLS 1\.2 and 1\.3/,
  })),
  {
    failure: 'weak key exchange',
    name: '1024 bits',
    start: nginx(
      'rsa',
      'ssl_protocols TLSv1.2; ssl_ciphers DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0; ssl_dhparam <small.dh>;',
    ),
    fields: { ca: ['rsaRoot'] },
    message: /uses an encryption key that is too weak$/,
    description: /at least 2048 bits/,
  },
  {
    failure: 'weak certificate',
    name: 'its key',
    start: openssl('weak', ...OLD),
    fields: ROOT,
    message: /^The certificate of .* is too weak$/,
    description: /^Its key is too weak/,
  },
  {
    failure: 'weak certificate',
    name: 'the key of its authority',
    start: openssl('belowWeak', ...OLD),
    fields: { ca: ['weakRoot'] },
    message: /^The certificate of .* is too weak$/,
    description: /^The key or the signature of an authority behind it is too weak/,
  },
  {
    failure: 'weak certificate',
    name: 'SHA-1',
    start: openssl('sha1', ...OLD),
    fields: { ca: ['rsaRoot'] },
    message: /^The certificate of .* is too weak$/,
    description: /signed with SHA-256/,
  },
  {
    failure: 'server certificate expired',
    name: 'with its authority pasted',
    start: openssl('ended'),
    fields: ROOT,
    message: /^The certificate of .* has expired$/,
    description:
      /^"localhost" expired on 2026-01-01\. Ask the administrator of the server to renew it/,
  },
  {
    failure: 'pasted authority expired',
    name: 'the root',
    start: openssl('belowEndedRoot'),
    fields: { ca: ['endedRoot'] },
    message: /^An authority behind the certificate of .* has expired$/,
    description: /"Old Root" expired on 2026-01-01\. It is in "CA Certificate"/,
  },
  {
    failure: 'sent authority expired',
    name: 'the one in between',
    start: openssl('belowEnded', '-cert_chain', 'endedBetween.crt'),
    fields: ROOT,
    message: /^An authority behind the certificate of .* has expired$/,
    description: /"Old Intermediate" expired on 2026-01-01\. Ask the administrator of the server/,
  },
  {
    failure: 'not yet valid',
    name: 'for years',
    start: openssl('early'),
    fields: ROOT,
    message: /^The certificate of .* is not valid yet$/,
    description: /is valid from 2099-01-01 on\. Check the clock/,
  },
  {
    failure: 'other name',
    name: 'of a host',
    start: openssl('elsewhere'),
    fields: ROOT,
    message: /^The certificate of .* is for another host name$/,
    description: /It holds platform\.example\.com\. Use the certificate’s name/,
  },
  {
    failure: 'signed by itself',
    name: 'with nothing pasted',
    start: openssl('itself'),
    fields: {},
    message: UNTRUSTED,
    description: /^It is self-signed\. Paste it into "CA Certificate"/,
  },
  {
    failure: 'signed by itself',
    name: 'with something else pasted',
    start: openssl('itself'),
    fields: ROOT,
    message: UNTRUSTED,
    description: /it is not what "CA Certificate" holds: "Example Root"/,
  },
  {
    failure: 'unknown authority',
    name: 'with its authority sent',
    start: openssl('below', '-cert_chain', 'between.crt'),
    fields: {},
    message: UNTRUSTED,
    description: /issued by "Example Root"\. Paste the current certificate of "Example Root"/,
  },
  {
    failure: 'unknown authority',
    name: 'with nothing sent beside it',
    start: openssl('good'),
    fields: {},
    message: UNTRUSTED,
    description: /"Example Root".*the whole chain/,
  },
  {
    failure: 'pasted authority has the name alone',
    name: 'made anew',
    start: openssl('good'),
    fields: { ca: ['namesake'] },
    message: UNTRUSTED,
    description:
      /"Example Root", did not sign it\. Paste the current certificate of "Example Root"/,
  },
  {
    failure: 'chain not whole',
    name: 'with the root pasted',
    start: openssl('below'),
    fields: ROOT,
    message: UNTRUSTED,
    description:
      /issued by "Example Intermediate"\. What is in "CA Certificate", "Example Root", did not sign it.*whole chain/,
  },
  {
    failure: 'another authority pasted',
    name: 'of two',
    start: openssl('below', '-cert_chain', 'between.crt'),
    fields: { ca: ['stranger', 'rsaRoot'] },
    message: UNTRUSTED,
    description:
      /issued by "Example Root"\. What is in .*, "Other Root", "RSA Root", did not sign it/,
  },
  {
    failure: 'not for servers',
    name: 'for clients',
    start: openssl('robot'),
    fields: ROOT,
    message: /^The certificate of .* cannot be used for a server$/,
    description: /another purpose/,
  },
  {
    failure: 'unknown server name',
    name: 'nginx',
    start: nginx('good', 'ssl_reject_handshake on;'),
    fields: ROOT,
    message: /^The server at .* does not know this host name$/,
    description: /no certificate for the name/,
    address: (port) => `https://localhost:${port}`,
  },
  {
    failure: 'no HTTPS',
    name: 'nginx without TLS',
    start: () => startNginx((port) => inFrontOf(sandbox.baseUrl, port)),
    fields: ROOT,
    message: /does not use HTTPS on this port$/,
    description: /http:\/\/ or another port/,
  },
  {
    failure: 'closed while encrypting',
    name: 'HAProxy that rejects',
    start: haproxy('good', ''),
    fields: ROOT,
    // Where the server hangs up at once, a proxy may do so before the tunnel is open.
    message:
      /closed the connection before it was encrypted$|^The proxy .* closed the connection when/,
    description: /firewall or gateway|NO_PROXY/,
  },
  {
    failure: 'HTTP on a port for HTTPS (page)',
    name: 'nginx',
    start: nginx('good'),
    fields: ROOT,
    message: /uses HTTPS on this port$/,
    description: /^Start the address .* with https:\/\//,
    address: (port: number) => `http://127.0.0.1:${port}`,
  },
];

describeWith('openssl')('what goes wrong with TLS', () => {
  describe.each([false, true])('(through a proxy: %p)', (isProxied) => {
    test.each(CASES)(
      '$failure: $name',
      async ({ start, fields, message, description, address = https }) => {
        const server = await start();
        closers.push(() => server.stop());
        const baseUrl = address(server.port);
        if (isProxied) {
          const proxy = await startForwardProxy();
          closers.push(() => proxy.close());
          process.env.ALL_PROXY = proxy.url;
        }
        const told = await list(baseUrl, fields);
        expect(told).toEqual({
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
    const server = await start();
    closers.push(() => server.stop());
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

describeWith('nginx')('what is trusted', () => {
  test.each<[string, string, string[]]>([
    ['the root', 'good', ['root']],
    [
      'several authorities, the last one of which signed it',
      'good',
      ['stranger', 'rsaRoot', 'root'],
    ],
    ['the one in between alone', 'below', ['between']],
    ['the one in between and the root', 'below', ['between', 'root']],
    ['the certificate of the server itself', 'below', ['below']],
    ['a certificate that is signed by itself', 'itself', ['itself']],
  ])('%s', async (_name, certificate, ca) => {
    const server = await nginx(certificate)();
    closers.push(() => server.stop());
    const { json, message } = await list(https(server.port), { ca });
    expect(message).toBeUndefined();
    expect(json.length).toBeGreaterThan(0);
  });

  test('is not the same authority under another name', async () => {
    const server = await nginx('below')();
    closers.push(() => server.stop());
    expect(await list(https(server.port), { ca: ['stranger'] })).toMatchObject({ json: [] });
  });
});

const asking = 'ssl_verify_client on; ssl_verify_depth 3; ssl_client_certificate <root.crt>;';

describeWith('nginx')('a client certificate lets in', () => {
  test.each([false, true])('at nginx (through a proxy: %p)', async (isProxied) => {
    const server = await nginx('good', asking)();
    closers.push(() => server.stop());
    if (isProxied) {
      const proxy = await startForwardProxy();
      closers.push(() => proxy.close());
      process.env.HTTPS_PROXY = proxy.url;
    }
    const { json, message } = await list(https(server.port), { ...ROOT, client: 'robot' });
    expect(message).toBeUndefined();
    expect(json.length).toBeGreaterThan(0);
  });

  test('with those in between pasted below it', async () => {
    const server = await nginx('good', asking)();
    closers.push(() => server.stop());
    const chain = `${files.pem('robotBelow')}${files.pem('between')}`;
    const fields = { ...ROOT, client: 'robotBelow' };
    const { message } = await list(https(server.port), fields, { clientCertificate: chain });
    expect(message).toBeUndefined();
    expect((await list(https(server.port), fields)).message).toMatch(REFUSES);
  });

  test('at HAProxy', async () => {
    const server = await haproxy('good', 'ca-file <root.crt> verify required')();
    closers.push(() => server.stop());
    const { message } = await list(https(server.port), { ...ROOT, client: 'robot' });
    expect(message).toBeUndefined();
  });
});
