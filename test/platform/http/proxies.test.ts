import type { Socket } from 'node:net';
import type { PrepareRequestFunction } from 'proxy-chain';
import { proxyFor } from '../../../platform/http/proxies';
import { ASKING_SERVER } from '../../support/clientCertificates';
import { startForwardProxy } from '../../support/network/forwardProxy';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';
import { forgetProxies } from '../../support/network/forgetProxies';
import { startTcpServer } from '../../support/network/tcpServer';

const { key, cert } = ASKING_SERVER;
const good = withLogin((_request, response) => sendJson(response, { data: { projects: [] } }));

let server: RawServer;
const closers: Array<() => unknown> = [];
beforeEach(forgetProxies);
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(scheme: 'http' | 'https'): Promise<void> {
  server = await startRawServer(good, scheme === 'https' ? { key, cert } : undefined);
  closers.push(() => server.close());
}

async function startProxy(prepare?: PrepareRequestFunction) {
  const proxy = await startForwardProxy(prepare);
  closers.push(() => proxy.close());
  return proxy;
}

/** Something that listens where a proxy should. @returns its address */
async function startOther(behave: (socket: Socket) => void): Promise<string> {
  const other = await startTcpServer(behave);
  closers.push(() => other.close());
  return other.host;
}

/** A client that has read nothing of the environment yet asks for projects. */
async function ask(): Promise<unknown> {
  jest.resetModules();
  const { Platform } = await import('../../../platform/connection/platform');
  const { listProjects } = await import('../../../platform/resources/project');
  const credential = { ...credentialFor(server.baseUrl), caCertificate: cert };
  return await listProjects(Platform.connect(credential).projects);
}

test.each(['http', 'https'] as const)(
  'a proxy that requires a login is given it, for %s',
  async (scheme) => {
    await start(scheme);
    const proxy = await startProxy(({ username, password }) => ({
      requestAuthentication: username !== 'robot' || password !== 'p@ss',
    }));
    process.env[`${scheme}_proxy`] = proxy.url.replace('//', '//robot:p%40ss@');
    await ask();
    expect(proxy.seen()).not.toEqual([]);
  },
);

describe('the environment is read as n8n reads it', () => {
  const HOST = 'https://platform.example.com';

  test.each<[Record<string, string>, string | undefined]>([
    [{ HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
    [{ HTTPS_PROXY: 'http://other:1', https_proxy: 'http://proxy:3128' }, 'http://proxy:3128'],
    [{ HTTP_PROXY: 'http://proxy:3128' }, undefined],
    [{ ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
    [{ HTTPS_PROXY: 'proxy:3128' }, 'https://proxy:3128'],
    ...[
      '*',
      'platform.example.com',
      '.example.com',
      '*.example.com',
      'a b,platform.example.com:443',
    ].map((NO_PROXY): [Record<string, string>, undefined] => [
      { ALL_PROXY: 'http://proxy:3128', NO_PROXY },
      undefined,
    ]),
    ...['example.com', 'platform.example.com:8443', '10.0.0.0/8'].map(
      (NO_PROXY): [Record<string, string>, string] => [
        { ALL_PROXY: 'http://proxy:3128', NO_PROXY },
        'http://proxy:3128',
      ],
    ),
  ])('%j', (variables, expected) => {
    Object.assign(process.env, variables);
    const proxy = proxyFor(new URL(HOST));
    expect(proxy && `${proxy.protocol}//${proxy.host}`).toBe(expected);
  });
});

test.each(['socks5://robot:secret@proxy:1080', 'socks://proxy'])(
  'the SOCKS proxy %s is named, as neither n8n nor the nodes speak SOCKS',
  async (address) => {
    await start('http');
    process.env.ALL_PROXY = address;
    const host = address.slice(address.search(/proxy/));
    await expect(ask()).rejects.toMatchObject({
      message: expect.stringMatching(
        `^The environment variable ALL_PROXY of n8n is set to a SOCKS proxy: ".*${host}"$`,
      ),
      hint: expect.stringContaining('Use an HTTP proxy'),
      reach: 'never',
    });
    await expect(ask()).rejects.not.toThrow('secret');
    expect(server.received).toEqual([]);
  },
);

describe('a proxy is named that', () => {
  test.each(['http', 'https'] as const)('is not there, for %s', async (scheme) => {
    await start(scheme);
    process.env.ALL_PROXY = 'http://127.0.0.1:9';
    await expect(ask()).rejects.toMatchObject({
      message: 'The proxy 127.0.0.1:9 cannot be reached',
      reach: 'never',
    });
  });

  test.each(['http', 'https'] as const)('asks for a login, for %s', async (scheme) => {
    await start(scheme);
    const proxy = await startProxy(() => ({ requestAuthentication: true }));
    process.env.ALL_PROXY = proxy.url.replace('//', '//robot:wrong@');
    await expect(ask()).rejects.toMatchObject({
      message: `The proxy ${new URL(proxy.url).host} requires a login (HTTP 407)`,
    });
    expect(server.received).toEqual([]);
  });

  test('hangs up when it is asked for a tunnel', async () => {
    await start('https');
    let asked = 0;
    const proxy = await startOther((socket) =>
      socket.on('data', () => {
        asked++;
        socket.end();
      }),
    );
    process.env.ALL_PROXY = `http://${proxy}`;
    const { host } = new URL(server.baseUrl);
    await expect(ask()).rejects.toMatchObject({
      message: `The proxy ${proxy} closed the connection when it was asked for ${host}`,
      reach: 'never',
    });
    // Four attempts of a read; undici's own agent for proxies would ask without an end.
    expect(asked).toBeLessThan(9);
  });

  test('refuses to pass on', async () => {
    await start('http');
    const proxy = await startProxy(() => ({
      customResponseFunction: () => ({
        statusCode: 403,
        headers: { 'content-type': 'text/html' },
        body: '<title>Forbidden</title>',
      }),
    }));
    process.env.ALL_PROXY = proxy.url;
    await expect(ask()).rejects.toMatchObject({
      message: expect.stringMatching(/^The proxy .+ blocked a request to .+ \(HTTP 403\)$/),
    });
  });

  test.each([403, 502])('responds %i to CONNECT', async (status) => {
    await start('https');
    const proxy = await startOther((socket) =>
      socket.on('data', () => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)),
    );
    process.env.ALL_PROXY = `http://${proxy}`;
    const { host } = new URL(server.baseUrl);
    await expect(ask()).rejects.toMatchObject({
      message: `The proxy ${proxy} blocked a request to ${host} (HTTP ${status})`,
      reach: 'never',
    });
  });

  test('is silent when it is asked for a tunnel, within the time limit', async () => {
    await start('https');
    const proxy = await startOther(() => undefined);
    Object.assign(process.env, {
      ALL_PROXY: `http://${proxy}`,
      DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS: '0.5',
    });
    const beganMs = Date.now();
    await expect(ask()).rejects.toMatchObject({
      message: `The proxy ${proxy} did not respond within 0.5 s`,
      reach: 'never',
    });
    expect(Date.now() - beganMs).toBeLessThan(20_000);
  });

  test('is silent when it is given a request', async () => {
    await start('http');
    const proxy = await startOther(() => undefined);
    Object.assign(process.env, {
      ALL_PROXY: `http://${proxy}`,
      DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS: '0.5',
    });
    await expect(ask()).rejects.toMatchObject({
      message: expect.stringContaining('did not respond within 0.5 s'),
      hint: expect.stringContaining(`the proxy ${proxy}`),
    });
  });
});

describe('a login of a proxy that its response repeats is not shown', () => {
  const LOGINS = [
    ['robot', 'p@ss/wörd', 'robot:p%40ss%2Fw%C3%B6rd'],
    ['robot', '100%', 'robot:100%'],
    ['token-4711', '', 'token-4711'],
  ] as const;
  const KINDS: Array<[number, string, (said: string) => string]> = [
    ...[200, 400].map((status): (typeof KINDS)[number] => [
      status,
      'text/html',
      (said) => `<html><title>No: ${said}</title><body>Your request ID is ${said}</body></html>`,
    ]),
    [400, 'application/json', (said) => JSON.stringify({ message: said })],
    [200, 'application/json', (said) => JSON.stringify({ errors: [{ message: said }] })],
    [400, 'text/plain', (said) => said],
  ];

  test.each(LOGINS)('%s:%s', async (user, password, written) => {
    const base64 = Buffer.from(`${user}:${password}`).toString('base64');
    const secret = password || user;
    const forms = [
      secret,
      encodeURIComponent(secret),
      written,
      `${user}:${password}`,
      `Basic ${base64}`,
      Buffer.from(secret).toString('base64'),
    ];
    for (const [status, type, page] of KINDS) {
      // It plays a proxy for plain HTTP, which is given each request with its whole address.
      const proxy = await startRawServer((request, response) => {
        const isLogin = request.path.endsWith('/authenticate') && status === 200;
        if (isLogin) return void response.end('token-1');
        response.writeHead(status, { 'content-type': type });
        response.end(page(forms.join(' ')));
      });
      closers.push(() => proxy.close());
      server = proxy;
      process.env.HTTP_PROXY = server.baseUrl.replace('//', `//${written}@`);
      const error = (await ask().catch((thrown: unknown) => thrown)) as Error & { hint: string };
      expect(error).toBeInstanceOf(Error);
      const shown = `${error.message} ${error.hint}`;
      for (const form of forms) expect(shown).not.toContain(form.replace(/^Basic /, ''));
    }
  });
});

test("a refusal of the platform's own is not the proxy's", async () => {
  server = await startRawServer((_request, response) => sendJson(response, { message: 'no' }, 403));
  closers.push(() => server.close());
  process.env.HTTP_PROXY = (await startProxy()).url;
  await expect(ask()).rejects.toThrow('The platform rejected the login');
});
