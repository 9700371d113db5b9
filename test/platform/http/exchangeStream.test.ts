import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchangeStream, exchangeText } from '../../../platform/http/exchange';
import type { HttpRequest } from '../../../platform/http/request';
import { MUTUAL_TLS_SERVER } from '../../support/clientCertificates';
import { buildGetRequest } from '../../support/buildGetRequest';
import { failureOf } from '../../support/failureOf';
import { startRawServer, type Behaviour, type RawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';

const MIB = 1024 * 1024;
const contents = [0, 1, 70_000, 512 * 1024, 3 * MIB + 17].map((size) => randomBytes(size));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Sends the content whose number the path holds in uneven pieces, some of them after a while. */
const sendUnevenly: Behaviour = async ({ path: asked }, response) => {
  const content = contents[Number(asked.slice(1))] as Buffer;
  response.writeHead(200, { 'content-length': content.length });
  for (let at = 0, size = 1; at < content.length; at += size, size = (size * 7 + 13) % 200_000) {
    if (!response.write(content.subarray(at, at + size))) await sleep(1);
  }
  response.end();
};

let server: RawServer;
async function start(...given: Parameters<typeof startRawServer>): Promise<void> {
  server = await untilTestEnds(startRawServer(...given));
}

const exchange = (index: number, more: Partial<HttpRequest> = {}) =>
  buildGetRequest(`${server.baseUrl}/${index}`, { pool: { connections: 3 }, ...more });

/** Lets the platform wait again and again, and looks at each piece only when two more have been asked for. */
async function hashOfLatePieces(index: number): Promise<string> {
  const answer = await exchangeStream(exchange(index));
  await sleep(100);
  const hash = createHash('sha256');
  const held: Buffer[] = [];
  for await (const piece of answer.body) {
    held.push(piece);
    if (held.length > 2) hash.update(held.shift() as Buffer);
    await sleep(5 * held.length);
  }
  for (const piece of held) hash.update(piece);
  answer.close();
  return hash.digest('hex');
}

describe.each([
  ['plain', undefined],
  ['TLS', { key: MUTUAL_TLS_SERVER.key, cert: MUTUAL_TLS_SERVER.cert }],
])('over %s connections', (_name, tls) => {
  beforeEach(async () => {
    await start(sendUnevenly, tls);
  });

  test('many responses at once arrive as they were sent, read late and at different speeds', async () => {
    const indexes = Array.from({ length: 10 }, (_, number) => number % contents.length);
    const hashes = await Promise.all(indexes.map(hashOfLatePieces));
    expect(hashes).toEqual(indexes.map((index) => sha256(contents[index] as Buffer)));
  });

  test('pieces can be kept', async () => {
    const index = contents.length - 1;
    const kept: Buffer[] = [];
    const answer = await exchangeStream(exchange(index));
    for await (const piece of answer.body) kept.push(piece);
    await hashOfLatePieces(index - 1);
    expect(Buffer.concat(kept).equals(contents[index] as Buffer)).toBe(true);
  });
});

test('a response that is not read holds the platform back', async () => {
  let sent = 0;
  await start(async (_request, response) => {
    const piece = Buffer.alloc(MIB);
    const closed = once(response, 'close');
    response.writeHead(200, { 'content-length': 64 * MIB });
    while (sent < 64 && !response.destroyed) {
      sent++;
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
    }
  });
  const answer = await exchangeStream(exchange(0));
  await sleep(500);
  // Four pieces of 512 KiB wait here; the rest is what the system's sockets hold.
  expect(sent).toBeLessThan(24);
  answer.close();
});

test('bytes are requested as they are, so no proxy unpacks them', async () => {
  await start(sendUnevenly);
  (await exchangeStream(exchange(1, { headers: { accept: '*/*' } }))).close();
  expect(server.received).toMatchObject([
    { headers: { accept: '*/*', 'accept-encoding': 'identity' } },
  ]);
});

/** Why a response cannot be read to its end. @param onPiece called with the reader's first piece and each later one */
async function failureOfReading(
  onPiece: () => void = () => undefined,
  more: Partial<HttpRequest> = {},
): Promise<unknown> {
  const answer = await exchangeStream(exchange(0, more));
  const error = await failureOf(async () => {
    for await (const piece of answer.body) {
      onPiece();
      await sleep(piece.length > 5 ? 5 : 0);
    }
  });
  return answer.explain(error);
}

test('a response that is cut short says so after what came', async () => {
  await start((_request, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('12345', () => setTimeout(() => response.destroy(), 20));
  });
  expect(await failureOfReading()).toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('is incomplete'),
  });
});

test('a cancel ends a response that is held back', async () => {
  await start((_request, response) => {
    response.writeHead(200, { 'content-length': 64 * MIB }).write(Buffer.alloc(16 * MIB));
  });
  const controller = new AbortController();
  const { signal } = controller;
  const reading = failureOfReading(() => setTimeout(() => controller.abort(), 100), { signal });
  expect(await reading).toMatchObject({ name: 'CancelledError' });
});

const JSON_TEXT = '{"a":"Zürich"}';
const LONG_TEXT = 'ÄÖ€😀'.repeat(50_000);

test.each([
  ['in many pieces, without its byte order mark', '', Buffer.from(`\uFEFF${LONG_TEXT}`), LONG_TEXT],
  ['in ISO-8859-1', 'application/json;charset=ISO-8859-1', Buffer.from(JSON_TEXT, 'latin1')],
  ['in UTF-8 said to be ISO-8859-1', 'text/plain; charset=iso-8859-1', Buffer.from(JSON_TEXT)],
])('a text that comes %s is read whole', async (_how, type, bytes, text = JSON_TEXT) => {
  await start((_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes));
  expect((await exchangeText(exchange(0))).text).toBe(text);
});
