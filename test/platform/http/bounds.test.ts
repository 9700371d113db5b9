// First, before the client is loaded.
import './smallLimits';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { exchangeStream, exchangeText, readText } from '../../../platform/http/exchange';
import { startRawServer, type RawServer } from '../../support/rawServer';

let server: RawServer;
afterEach(() => server.close());

async function serverThat(answer: (response: ServerResponse) => void) {
  server = await startRawServer((_request, response) => {
    response.on('error', () => undefined);
    answer(response);
  });
  return { method: 'GET' as const, url: new URL(server.baseUrl), headers: {}, tls: {} };
}

function endless(response: ServerResponse, status = 200): void {
  response.writeHead(status);
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

function dripping(response: ServerResponse, bytes: number, everyMs: number): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(Buffer.alloc(bytes, 'x')), everyMs);
  response.on('close', () => clearInterval(timer));
}

test.each([
  ['endless', endless],
  [
    'announced as too large',
    (response: ServerResponse) => response.writeHead(200, { 'content-length': 600e6 }).write('x'),
  ],
] as const)(
  'a response that is %s ends in an error that names the bound',
  async (_name, answer) => {
    const exchange = await serverThat((response) => void answer(response));
    await expect(exchangeText(exchange)).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      message: expect.stringContaining('is larger than 1 MiB'),
      hint: expect.stringContaining('Request less'),
    });
  },
);

test('a short response has a bound of its own', async () => {
  const exchange = await serverThat((response) => response.end('x'.repeat(70_000)));
  await expect(exchangeText({ ...exchange, response: 'short' })).rejects.toThrow('0.0625 MiB');
  await expect(exchangeText(exchange)).resolves.toMatchObject({ status: 200 });
});

test('of an endless error page, the start is read', async () => {
  const exchange = await serverThat((response) => endless(response, 502));
  const { status, text } = await exchangeText(exchange);
  expect(status).toBe(502);
  expect(text.length).toBeLessThan(1024 * 1024);
});

test('a listing that is read as text is bounded as well', async () => {
  const exchange = await serverThat((response) => endless(response));
  const answer = await exchangeStream(exchange);
  await expect(readText(answer)).rejects.toThrow('is larger than 1 MiB');
});

test('a response that drips ends', async () => {
  const exchange = await serverThat((response) => dripping(response, 1, 20));
  await expect(exchangeText(exchange)).rejects.toMatchObject({
    name: 'TimeoutError',
    message: expect.stringContaining('is too slow'),
  });
});

test('a file that drips ends', async () => {
  const exchange = await serverThat((response) => dripping(response, 1, 20));
  const answer = await exchangeStream(exchange);
  await expect(
    readText(answer).catch((error: unknown) => {
      throw answer.explain(error);
    }),
  ).rejects.toThrow('is too slow');
});

test('a text that comes fast enough, but without an end, ends', async () => {
  const exchange = await serverThat((response) => dripping(response, 1_000, 20));
  await expect(exchangeText(exchange)).rejects.toThrow('did not end within');
});

test('a large file that comes slowly, but comes, is read to its end', async () => {
  const exchange = await serverThat((response) => {
    dripping(response, 4_000, 20);
    setTimeout(() => response.end(), 1_500);
  });
  let bytes = 0;
  for await (const piece of (await exchangeStream(exchange)).body) bytes += piece.length;
  expect(bytes).toBeGreaterThan(40_000);
});

test('a reader that is slow is no fault of the platform', async () => {
  const exchange = await serverThat((response) => response.end(Buffer.alloc(20 * 1024 * 1024)));
  const answer = await exchangeStream(exchange);
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (bytes < 4 * 1024 * 1024) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(bytes).toBe(20 * 1024 * 1024);
});

test('a bomb is not unpacked as text', async () => {
  const exchange = await serverThat((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
  );
  await expect(exchangeText(exchange)).rejects.toThrow('is larger than 1 MiB');
});
