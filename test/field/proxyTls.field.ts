import { PROJECTS_NODE, runNode } from '../support/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { FORWARD_PROXIES } from '../package/forwardProxies';
import { Certificates, PAST } from './servers/certificates';
import { startHaproxy } from './servers/haproxy';
import { inFrontOf, startNginx } from './servers/nginx';
import { describeWith } from './servers/program';
import { forgetProxies } from '../support/network/forgetProxies';
import { untilTestEnds, whenTestEnds } from '../support/untilTestEnds';

let files: Certificates;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  files = new Certificates()
    .make('root', 'Example Root', { kind: 'authority' })
    .make('good', 'localhost', { issuer: 'root' })
    .make('ended', 'localhost', { issuer: 'root', ...PAST })
    .make('elsewhere', 'proxy', { issuer: 'root', names: 'DNS:proxy.example.com' })
    .make('stranger', 'Other Root', { kind: 'authority' })
    .make('robot', 'robot', { kind: 'client', issuer: 'root' });
});
afterAll(async () => {
  files.close();
  await sandbox.close();
});
beforeEach(forgetProxies);

/** The platform by https, for those alone who show a certificate. */
async function startPlatform(): Promise<string> {
  const server = await startNginx((port) =>
    inFrontOf(sandbox.baseUrl, port).replace(
      'backlog=1024;',
      `ssl backlog=1024;
       ssl_certificate ${files.path('good.crt')};
       ssl_certificate_key ${files.path('good.key')};
       ssl_verify_client on;
       ssl_client_certificate ${files.path('root.crt')};`,
    ),
  );
  whenTestEnds(() => server.stop());
  return `https://127.0.0.1:${server.port}`;
}

/** HAProxy takes TLS and leads to the proxy. */
async function withTls(proxyUrl: string, certificate: string, options = '') {
  files.join('proxy.pem', certificate, `${certificate}.key`);
  const server = await startHaproxy(
    (port) => `
      frontend all
        mode tcp
        bind 127.0.0.1:${port} ssl crt ${files.path('proxy.pem')} ${options}
        default_backend proxy
      backend proxy
        mode tcp
        server proxy ${new URL(proxyUrl).host}
    `,
  );
  whenTestEnds(() => server.stop());
  return `127.0.0.1:${server.port}`;
}

async function list(baseUrl: string, ca: string) {
  const credential = {
    ...sandbox.credentials,
    baseUrl,
    caCertificate: files.pem(ca),
    clientCertificate: files.pem('robot'),
    clientKey: files.pem('robot.key'),
  };
  const { json, error } = await runNode(
    { type: PROJECTS_NODE, parameters: { resource: 'project', operation: 'getAll' } },
    { dataPlatformApi: credential },
  );
  return { json, message: error?.message, description: String(error?.description ?? '') };
}

describeWith('nginx')('nginx is there', () => {
  test('to ask for client certificates', async () => {
    expect(await list(await startPlatform(), 'root')).toMatchObject({ message: undefined });
  });
});

for (const [name, start] of FORWARD_PROXIES) {
  describeWith('haproxy')(`${name} behind TLS`, () => {
    const startProxy = async (certificate: string, options = '') => {
      const proxy = await untilTestEnds(start());
      return { proxy, host: await withTls(proxy.url, certificate, options) };
    };

    test('is trusted by the private authority in the credential, for https and for http', async () => {
      const { proxy, host } = await startProxy('good');
      process.env.ALL_PROXY = `https://${host}`;
      const platform = await startPlatform();
      expect((await list(platform, 'root')).json.length).toBeGreaterThan(0);
      expect(proxy.seen()).toContain(`CONNECT ${new URL(platform).host}`);
      expect((await list(sandbox.baseUrl, 'root')).json.length).toBeGreaterThan(0);
      expect(proxy.seen().join()).toContain(`POST ${sandbox.baseUrl}/`);
    });

    test('is not shown the client certificate', async () => {
      const { host } = await startProxy(
        'good',
        `ca-file ${files.path('root.crt')} verify required`,
      );
      process.env.ALL_PROXY = `https://${host}`;
      const { json, message } = await list(await startPlatform(), 'root');
      expect(json).toEqual([]);
      expect(message).toContain(`proxy ${host}`);
    });

    test.each([
      ['good', 'stranger', /^The certificate of the proxy .* is not trusted$/, /"Example Root"/],
      ['ended', 'root', /^The certificate of the proxy .* has expired$/, /expired on 2026-01-01/],
      [
        'elsewhere',
        'root',
        /^The certificate of the proxy .* is for another host name$/,
        /It holds proxy\.example\.com\..*environment variable/,
      ],
    ])('with the certificate %s and %s pasted is named', async (certificate, ca, what, hint) => {
      const { host } = await startProxy(certificate);
      process.env.ALL_PROXY = `https://${host}`;
      for (const address of [await startPlatform(), sandbox.baseUrl]) {
        expect(await list(address, ca)).toEqual({
          json: [],
          message: expect.stringMatching(what),
          description: expect.stringMatching(hint),
        });
      }
    });
  });

  test(`${name} without TLS, named without "http://": the error shows how to write it`, async () => {
    const proxy = await untilTestEnds(start());
    process.env.HTTPS_PROXY = new URL(proxy.url).host;
    expect(await list(`https://${name}.example.com`, 'root')).toEqual({
      json: [],
      message: `The proxy ${new URL(proxy.url).host} does not use HTTPS on this port`,
      description: expect.stringMatching(/^Add http:\/\//),
    });
  });
}
