// First, before the client is loaded.
import './smallLimits';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { exchangeStream, exchangeText, readTextResponse } from '../../../platform/http/exchange';
import type { HttpRequest } from '../../../platform/http/request';
import { buildGetRequest } from '../../support/buildGetRequest';
import { startRawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';

type Answer = (response: ServerResponse) => unknown;

async function serverThat(answer: Answer) {
  const server = await untilTestEnds(
    startRawServer((_request, response) => {
      response.on('error', () => undefined);
      answer(response);
    }),
  );
  return buildGetRequest(server.baseUrl);
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

type Read = (exchange: HttpRequest) => Promise<unknown>;
const readStream: Read = async (exchange) => await readTextResponse(await exchangeStream(exchange));
const announced: Answer = (response) =>
  response.writeHead(200, { 'content-length': 600e6 }).write('x');
const bomb: Answer = (response) =>
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)));
const drip: Answer = (response) => dripping(response, 1, 20);
const LARGE = {
  name: 'UnexpectedResponseError',
  message: expect.stringContaining('is larger than 1 MiB'),
  hint: expect.stringContaining('Request less'),
};
const LONG = { message: expect.stringContaining('did not end within') };

test.each<[string, Answer, Read, object]>([
  ['a response without an end', endless, exchangeText, LARGE],
  ['a response that is announced as too large', announced, exchangeText, LARGE],
  ['a bomb, which is unpacked', bomb, exchangeText, LARGE],
  ['a listing without an end', endless, readStream, LARGE],
  ['a response that drips', drip, exchangeText, LONG],
  ['a listing that drips', drip, readStream, LONG],
])('%s ends in an error that names the bound', async (_name, answer, read, failure) => {
  await expect(read(await serverThat(answer))).rejects.toMatchObject(failure);
});

test('of an endless error page, the start is read', async () => {
  const exchange = await serverThat((response) => endless(response, 502));
  const { status, text } = await exchangeText(exchange);
  expect(status).toBe(502);
  expect(text.length).toBeLessThan(1024 * 1024);
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
    if (bytes < 4 * 1024 * 1024) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(bytes).toBe(20 * 1024 * 1024);
});
