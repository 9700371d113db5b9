import { createSecureServer, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { exchangeText } from '../../../../platform/http/exchange';
import { connectionError } from '../../../../platform/http/noResponse/connectionErrors';
import { ASKING_SERVER } from '../../../support/clientCertificates';

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
