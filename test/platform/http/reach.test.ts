import { connect as connectTo, Socket } from 'node:net';
import { exchangeText } from '../../../platform/http/exchange';
import type { HttpRequest } from '../../../platform/http/request';
import { lendBytes } from '../../../platform/common/content/bytes';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { MUTUAL_TLS_SERVER } from '../../support/clientCertificates';
import { buildGetRequest } from '../../support/buildGetRequest';
import { failureOf } from '../../support/failureOf';
import { startTcpServer } from '../../support/network/tcpServer';
import { untilTestEnds } from '../../support/untilTestEnds';

const { key, cert } = MUTUAL_TLS_SERVER;

process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = '1';
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

/** A server that does with each connection what a test says. */
async function startServer(onConnection: (socket: Socket) => unknown, isTls = false): Promise<URL> {
  const tls = isTls ? { key, cert } : undefined;
  const server = await untilTestEnds(startTcpServer(onConnection, tls));
  return new URL(`${isTls ? 'https' : 'http'}://${server.host}/x`);
}

const post = (url: URL, more: Partial<HttpRequest> = {}) =>
  buildGetRequest(url, {
    method: 'POST',
    body: '{"query":"mutation { runJob }"}',
    // Each test has a pool of its own.
    pool: { connections: 7 },
    ...more,
  });

const ignore = () => undefined;
const breakAfterRequest = (socket: Socket) => socket.on('data', () => socket.destroy());

describe('a request was certainly never sent', () => {
  test('where nothing listens', async () => {
    const { host, close } = await startTcpServer(ignore);
    await close();
    const error = await failureOf(exchangeText(post(new URL(`http://${host}`))));
    expect(error).toMatchObject({ name: 'ConnectionError', effect: 'none', isTemporary: true });
    expect(error.message).toContain('Nothing responds at');
  });

  test('where the connection is closed while TLS is being set up', async () => {
    const plain = await startServer(breakAfterRequest);
    const url = new URL(plain.href.replace('http:', 'https:'));
    const error = await failureOf(exchangeText(post(url)));
    expect(error).toMatchObject({ effect: 'none', isTemporary: true });
    expect(error.message).toMatch(/before it was encrypted$/);
  });

  test('where the certificate is not trusted', async () => {
    const error = await failureOf(exchangeText(post(await startServer(ignore, true), { tls: {} })));
    expect(error).toMatchObject({ effect: 'none', isTemporary: false });
    expect(error.hint).toMatch(/certificate of the authority that issued it/);
  });

  test('where it was cancelled while it waited for a connection', async () => {
    let open: () => void = () => undefined;
    const isTaken = new Promise<void>((resolve) => (open = resolve));
    const url = await startServer((socket) => socket.on('data', () => open()));
    const pool = { connections: 1 };
    const first = failureOf(exchangeText(post(url, { pool })));
    await isTaken;
    const cancel = new AbortController();
    const second = failureOf(exchangeText(post(url, { pool, signal: cancel.signal })));
    setTimeout(() => cancel.abort(), 20);
    const ended = await Promise.race([first, second]);
    expect(ended).toMatchObject({ name: 'CancelledError', effect: 'none' });
    expect(await first).toMatchObject({ name: 'ConnectionError', effect: 'unknown' });
  });

  test('where its head cannot be sent', async () => {
    const headers = { 'x-y': 'a\nb' };
    const error = await failureOf(exchangeText(post(await startServer(ignore), { headers })));
    expect(error).toMatchObject({ effect: 'none' });
  });
});

test.each<[string, (socket: Socket) => unknown, boolean]>([
  ['before any response', breakAfterRequest, false],
  ['before any response (TLS)', breakAfterRequest, true],
  ['before a byte of it was read', (socket) => setImmediate(() => socket.destroy()), false],
  ['before a byte of it was read (TLS)', (socket) => setImmediate(() => socket.destroy()), true],
])('nothing shows how much arrived where a connection breaks %s', async (_when, meet, isTls) => {
  const error = await failureOf(exchangeText(post(await startServer(meet, isTls))));
  expect(error).toMatchObject({ name: 'ConnectionError', effect: 'unknown' });
  expect(error.message).toMatch(/broke$/);
});

test.each(['ECONNREFUSED', 'EPROTO', 'ETIMEDOUT'])(
  '%s of a connection that is open proves nothing',
  async (code) => {
    const url = await startServer((socket) => socket.on('data', () => undefined));
    const pending = failureOf(exchangeText(post(url)));
    // The client's own end fails: what the network stack does when a route is lost.
    const connected = await new Promise<Socket>((resolve) => {
      const look = () => {
        const handles = (process as unknown as { _getActiveHandles(): unknown[] })
          ._getActiveHandles()
          .filter((handle): handle is Socket => handle instanceof Socket)
          .filter(({ remotePort, bytesWritten }) => `${remotePort}` === url.port && bytesWritten);
        if (handles[0]) resolve(handles[0]);
        else setTimeout(look, 5);
      };
      look();
    });
    connected.destroy(Object.assign(new Error(code), { code }));
    expect(await pending).toMatchObject({ effect: 'unknown' });
  },
);

test('a request that waits behind one whose connection broke is sent on another one', async () => {
  let connections = 0;
  const url = await startServer((socket) => {
    connections++;
    socket.on('data', () => {
      if (connections === 1) socket.destroy();
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    });
  });
  const pool = { connections: 1 };
  const send = () => exchangeText(post(url, { pool }));
  const [first, second] = await Promise.allSettled([send(), send()]);
  expect(first).toMatchObject({ status: 'rejected', reason: { effect: 'unknown' } });
  expect(second).toMatchObject({ status: 'fulfilled', value: { text: 'ok' } });
});

describe('a body that is read while it is sent', () => {
  const LENGTH = 3 * 1024 * 1024;
  const bodyThat = (stream: () => AsyncIterable<Buffer>) => ({ length: LENGTH, stream });
  const failWith = (error: Error, pieces: number) => {
    const open = async function* () {
      for (let index = 0; index < pieces; index++) yield Buffer.alloc(64 * 1024);
      await Promise.resolve();
      throw error;
    };
    return bodyThat(() => lendBytes({ size: LENGTH, open }));
  };

  const gone = new InvalidInputError('The file is gone', 'Look for it.');
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  test.each([
    ['before its first byte', gone, 0, 'The file is gone', 'none'],
    ['in its middle', gone, 20, 'The file is gone', 'unknown'],
    // That is no failure of the connection.
    ['with a code of the network', refused, 20, expect.any(String), 'unknown'],
  ])('whose source fails %s', async (_how, error, pieces, message, effect) => {
    const url = await startServer((socket) => socket.resume());
    const body = failWith(error, pieces);
    const failure = await failureOf(exchangeText(post(url, { body })));
    expect(failure).toMatchObject({ name: 'InvalidInputError', message, effect });
  });

  test('whose connection breaks', async () => {
    const url = await startServer((socket) => socket.once('data', () => socket.destroy()));
    const body = bodyThat(async function* () {
      for (let sent = 0; sent < LENGTH; sent += 64 * 1024) {
        await new Promise(setImmediate);
        yield Buffer.alloc(64 * 1024);
      }
    });
    const failure = await failureOf(exchangeText(post(url, { body })));
    expect(failure).toMatchObject({ name: 'ConnectionError', effect: 'unknown' });
  });
});

describe('through a proxy', () => {
  const send = async (url: URL) => {
    jest.resetModules();
    const fresh = await import('../../../platform/http/exchange');
    return await fresh.exchangeText(post(url));
  };

  test('that breaks after the request was sent, nothing shows', async () => {
    process.env.HTTP_PROXY = (await startServer(breakAfterRequest)).origin;
    const failure = await failureOf(send(new URL('http://platform.test/x')));
    expect(failure).toMatchObject({ effect: 'unknown' });
  });

  test('whose tunnel breaks after the request, nothing shows', async () => {
    const target = await startServer(breakAfterRequest, true);
    const proxy = await startServer((socket) =>
      socket.once('data', () => {
        const onward = connectTo(Number(target.port), '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          onward.pipe(socket).pipe(onward);
        });
        onward.on('error', () => socket.destroy());
        socket.on('error', () => onward.destroy());
      }),
    );
    process.env.HTTPS_PROXY = proxy.origin;
    expect(await failureOf(send(target))).toMatchObject({ effect: 'unknown' });
  });
});
