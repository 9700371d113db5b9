import type { Socket } from 'node:net';
import type { PrepareRequestFunction } from 'proxy-chain';
import { findProxy, proxyResponseError } from '../../../platform/http/proxies';
import { MUTUAL_TLS_SERVER } from '../../support/clientCertificates';
import { startForwardProxy } from '../../support/network/forwardProxy';
import { failureOf } from '../../support/failureOf';
import { forgetProxies } from '../../support/network/forgetProxies';
import { startTcpServer } from '../../support/network/tcpServer';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { retryAtOnce } from '../../support/retryAtOnce';

retryAtOnce();

const { key, cert } = MUTUAL_TLS_SERVER;
type Scheme = 'http' | 'https';
const good = withLogin((_request, response) => sendJson(response, { data: { projects: [] } }));

let server: RawServer;
beforeEach(forgetProxies);

async function start(scheme: Scheme, behave = good): Promise<void> {
  const tls = scheme === 'https' ? { key, cert } : undefined;
  server = await untilTestEnds(startRawServer(behave, tls));
}

const startProxy = async (prepare?: PrepareRequestFunction) =>
  await untilTestEnds(startForwardProxy(prepare));

/** A client that has read nothing of the environment yet asks for projects. */
async function ask(): Promise<unknown> {
  jest.resetModules();
  const { Platform } = await import('../../../platform/connection/platform');
  const { listProjects } = await import('../../../platform/resources/project');
  const credential = { ...credentialFor(server.baseUrl), caCertificate: cert };
  return await listProjects(Platform.connect(credential).projects);
}

test.each<Scheme>(['http', 'https'])(
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
  const all = (NO_PROXY: string) => ({ ALL_PROXY: 'http://proxy:3128', NO_PROXY });

  test.each<[Record<string, string>, string | undefined]>([
    [{ HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
    [{ HTTPS_PROXY: 'nonsense', https_proxy: 'http://proxy:3128' }, 'http://proxy:3128'],
    [{ HTTP_PROXY: 'http://proxy:3128' }, undefined],
    [{ ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
    [{ HTTPS_PROXY: 'proxy:3128' }, 'https://proxy:3128'],
    [all('*'), undefined],
    [all('platform.example.com'), undefined],
    [all('.example.com'), undefined],
    [all('*.example.com'), undefined],
    [all('a b,platform.example.com:443'), undefined],
    [all('example.com'), 'http://proxy:3128'],
    [all('platform.example.com:8443'), 'http://proxy:3128'],
    [all('10.0.0.0/8'), 'http://proxy:3128'],
  ])('%j', (variables, expected) => {
    Object.assign(process.env, variables);
    const proxy = findProxy(new URL('https://platform.example.com'));
    expect(proxy && `${proxy.protocol}//${proxy.host}`).toBe(expected);
  });
});

test.each([
  ['socks5://robot:secret@proxy:1080', 'proxy:1080'],
  ['socks://proxy', 'socks://proxy'],
  ['ftp://robot:secret@proxy.test:3128', 'proxy.test:3128'],
  ['robot:secret@proxy test', 'proxy test'],
  ['proxy.test:port', 'proxy.test:port'],
])('an unusable proxy is shown without its login: %s', async (address, shown) => {
  await start('http');
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
    forgetProxies();
    process.env[name] = address;
    const error = await failureOf(ask());
    expect(error).toMatchObject({
      message: expect.stringMatching(
        `^The proxy in the environment of n8n cannot be used: ".*${shown}"$`,
      ),
      hint: expect.stringMatching(/^Check the environment variables HTTPS_PROXY.* SOCKS is not/),
      effect: 'none',
    });
    expect(`${error.message} ${error.hint}`).not.toContain('secret');
  }
  expect(server.received).toEqual([]);
});

describe('a proxy is named that', () => {
  /** How often it was asked. */
  let asked: number;
  beforeEach(() => (asked = 0));

  /** Something that listens where a proxy should. @returns its address */
  const other = (behave: (socket: Socket) => void) => async () => {
    const onConnection = (socket: Socket) =>
      socket.on('data', () => {
        asked++;
        behave(socket);
      });
    const { host } = await untilTestEnds(startTcpServer(onConnection));
    return `http://${host}`;
  };
  const says = (status: number) =>
    other((socket) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
  const requiresLogin = async () => {
    const { url } = await startProxy(() => ({ requestAuthentication: true }));
    return url.replace('//', '//robot:wrong@');
  };
  const HEADER = { 'content-type': 'text/plain', 'proxy-status': 'gate; error=denied' };
  const refuses =
    (headers: Record<string, string>, statusCode = 403) =>
    async () => {
      const refusal = { statusCode, headers, body: '<title>Forbidden</title>' };
      return (await startProxy(() => ({ customResponseFunction: () => refusal }))).url;
    };
  const hangsUp = other((socket) => socket.end());
  const isSilent = other(() => undefined);
  const nobody = async () => await Promise.resolve('http://127.0.0.1:9');

  const NEVER = { effect: 'none' as const };
  const FOR_NOW = { isTemporary: true };
  const UNREACHABLE = 'The proxy PROXY cannot be reached';
  const LOGIN = 'The proxy PROXY requires a login (HTTP 407)';
  const CLOSED = 'The proxy PROXY closed the connection when n8n requested HOST';
  const BLOCKED = 'The proxy PROXY blocked a request to HOST';
  const UNANSWERED = 'The proxy PROXY got no response from HOST';
  const LATE = 'did not respond within 0.5 s';

  type More = { effect?: 'none'; hint?: string; isTemporary?: boolean };

  test.each<[string, Scheme, () => Promise<string>, string, More]>([
    ['is not there', 'http', nobody, UNREACHABLE, NEVER],
    ['is not there for a tunnel', 'https', nobody, UNREACHABLE, NEVER],
    ['asks for a login', 'http', requiresLogin, LOGIN, {}],
    ['does so for a tunnel', 'https', requiresLogin, LOGIN, {}],
    ['hangs up when it is asked for a tunnel', 'https', hangsUp, CLOSED, NEVER],
    ['refuses with a header', 'http', refuses(HEADER), `${BLOCKED} (HTTP 403)`, {}],
    ['cannot reach the host', 'http', refuses(HEADER, 502), `${UNANSWERED} (HTTP 502)`, FOR_NOW],
    ['responds 403 to CONNECT', 'https', says(403), `${BLOCKED} (HTTP 403)`, NEVER],
    ['responds 500 to CONNECT', 'https', says(500), `${UNANSWERED} (HTTP 500)`, NEVER],
    ['is silent when asked for a tunnel', 'https', isSilent, `The proxy PROXY ${LATE}`, NEVER],
    ['is silent when given a request', 'http', isSilent, `HOST ${LATE}`, { hint: 'proxy PROXY' }],
  ])('%s', async (_what, scheme, proxy, message, { hint = '', ...more }) => {
    await start(scheme);
    const address = await proxy();
    const DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = message.includes(LATE) ? '0.5' : '30';
    Object.assign(process.env, { ALL_PROXY: address, DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS });
    const [{ host: proxyHost }, { host }] = [new URL(address), new URL(server.baseUrl)];
    const named = (text: string) => text.replace('PROXY', proxyHost).replace('HOST', host);
    await expect(ask()).rejects.toMatchObject({
      message: named(message),
      hint: expect.stringContaining(named(hint)),
      ...more,
    });
    expect(server.received).toEqual([]);
    // Four attempts of a read; undici's own agent for proxies would ask without an end.
    expect(asked).toBeLessThan(9);
  });
});

test.each([
  [403, 'none'],
  [504, 'unknown'],
])('after HTTP %d of a proxy, the effect of a change is %s', (status, effect) => {
  process.env.HTTP_PROXY = 'http://proxy:3128';
  const head = { status, headers: { 'x-squid-error': 'ERR_READ_TIMEOUT 0' } };
  expect(proxyResponseError(new URL('http://platform'), head)?.effect).toBe(effect);
});

test('a response over TLS comes from the platform, not from the proxy in front of it', () => {
  process.env.HTTPS_PROXY = 'http://proxy:3128';
  expect(proxyResponseError(new URL('https://platform'), { status: 407, headers: {} })).toBe(
    undefined,
  );
});

describe('a login of a proxy that its response repeats is not shown', () => {
  const LOGINS = [
    ['robot', 'p@ss/wörd', 'robot:p%40ss%2Fw%C3%B6rd'],
    ['robot', '100%', 'robot:100%'],
    ['token-4711', '', 'token-4711'],
  ] as const;
  const page = (said: string) =>
    `<html><title>No: ${said}</title><body>Your request ID is ${said}</body></html>`;
  const KINDS: Array<[number, string, (said: string) => string]> = [
    [200, 'text/html', page],
    [400, 'text/html', page],
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
    for (const [status, type, write] of KINDS) {
      // It plays a proxy for plain HTTP, which is given each request with its whole address.
      await start('http', (request, response) => {
        const isLogin = request.path.endsWith('/authenticate') && status === 200;
        if (isLogin) return void response.end('token-1');
        response.writeHead(status, { 'content-type': type }).end(write(forms.join(' ')));
      });
      process.env.HTTP_PROXY = server.baseUrl.replace('//', `//${written}@`);
      const error = await failureOf(ask());
      const shown = `${error.message} ${error.hint}`;
      for (const form of forms) expect(shown).not.toContain(form.replace(/^Basic /, ''));
    }
  });
});

test("a refusal of the platform's own is not the proxy's", async () => {
  await start('http', (_request, response) => sendJson(response, { message: 'no' }, 403));
  process.env.HTTP_PROXY = (await startProxy()).url;
  await expect(ask()).rejects.toThrow('The platform rejected the login');
});
