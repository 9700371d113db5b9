import { createSecureServer, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { exchangeText } from '../../../platform/http/exchange';
import { connectionError } from '../../../platform/http/noResponse';
import { ASKING_SERVER } from '../../support/clientCertificates';
import { startTcpServer } from '../../support/network/tcpServer';

const failed = (code: string) =>
  connectionError(new URL('https://platform.example'), Object.assign(new Error(code), { code }), {
    wasSent: false,
    timeoutMs: 1_000,
  });

test.each([
  ['EAI_AGAIN', true],
  ['ENOTFOUND', false],
])('%s was never sent, and may pass by itself: %p', (code, isTransient) => {
  expect(failed(code)).toMatchObject({ reach: 'never', transient: isTransient });
});

test.each([
  ['TLS', 'https', () => createSecureServer(ASKING_SERVER)],
  ['plain connections', 'http', () => createServer({ settings: { maxFrameSize: 20_000 } })],
])('a server that supports only HTTP/2, over %s', async (_name, scheme, create) => {
  const server = create();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = new URL(`${scheme}://${host}`);
  const tls = { allowUnauthorizedCerts: true };
  await expect(exchangeText({ method: 'GET', url, headers: {}, tls })).rejects.toMatchObject({
    message: `${host} supports only HTTP/2`,
    hint: expect.stringContaining('allow HTTP/1.1 as well'),
    transient: false,
  });
  await new Promise((resolve) => server.close(resolve));
});

const get = async (answer: string) => {
  const server = await startTcpServer((socket) => socket.once('data', () => socket.end(answer)));
  const url = new URL(`http://${server.host}`);
  try {
    return await exchangeText({ method: 'GET', url, headers: {}, tls: {} });
  } finally {
    await server.close();
  }
};
const withHead = (bytes: number) =>
  `HTTP/1.1 200 OK\r\ncontent-length: 2\r\nset-cookie: ${'a'.repeat(bytes)}\r\n\r\nok`;

test('a head of 200 KB is read, as browsers do', async () => {
  expect((await get(withHead(200_000))).text).toBe('ok');
});

test.each([
  ['a head that is larger', withHead(300_000), 'has headers of more than 256 KiB'],
  [
    '"100 Continue" that nobody requested',
    `HTTP/1.1 100 Continue\r\n\r\n${withHead(1)}`,
    'begins with "100 Continue", which was not requested',
  ],
])('%s is reported as that', async (_name, answer, message) => {
  await expect(get(answer)).rejects.toMatchObject({
    message: expect.stringMatching(`^The response of .* ${message}$`),
    hint: expect.stringContaining('Ask the administrator'),
    reach: 'unknown',
    transient: false,
  });
});
