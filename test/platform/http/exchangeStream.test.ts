import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError } from '../../../platform/errors/errors';
import { exchangeStream, exchangeText } from '../../../platform/http/exchange';
import type { Exchange } from '../../../platform/http/request';
import { ASKING_SERVER } from '../../support/clientCertificates';
import { startRawServer, type Behaviour, type RawServer } from '../../support/rawServer';

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
afterEach(() => server.close());

const exchange = (index: number, more: Partial<Exchange> = {}): Exchange => ({
  method: 'GET',
  url: new URL(`${server.baseUrl}/${index}`),
  headers: {},
  tls: { allowUnauthorizedCerts: true },
  pool: { connections: 3 },
  ...more,
});

/** Lets the platform wait again and again, and looks at each piece only when two more have been asked for. */
async function hashOfLatePieces(index: number): Promise<string> {
  const answer = await exchangeStream(exchange(index));
  await sleep(100);
  const hash = createHash('sha256');
  const held: Buffer[] = [];
  for await (const piece of answer.body) {
    held.push(piece);
    if (held.length > 2) hash.update(held.shift() as Buffer);
    await sleep(20 * held.length);
  }
  for (const piece of held) hash.update(piece);
  answer.close();
  return hash.digest('hex');
}

describe.each([
  ['plain', undefined],
  ['TLS', { key: ASKING_SERVER.key, cert: ASKING_SERVER.cert }],
])('over %s connections', (_name, tls) => {
  beforeEach(async () => {
    server = await startRawServer(sendUnevenly, tls);
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
    // Large ones: each costs a trip to the disk.
    expect(new Set(kept.slice(0, -1).map(({ length }) => length))).toEqual(new Set([512 * 1024]));
  });
});

test('a response that is not read holds the platform back', async () => {
  let sent = 0;
  server = await startRawServer(async (_request, response) => {
    const piece = Buffer.alloc(MIB);
    response.writeHead(200, { 'content-length': 64 * MIB });
    while (sent < 64 && !response.destroyed) {
      sent++;
      if (!response.write(piece)) await Promise.race([drained(response), sleep(2_000)]);
    }
  });
  const answer = await exchangeStream(exchange(0));
  await sleep(500);
  // Four pieces of 512 KiB wait here; the rest is what the system's sockets hold.
  expect(sent).toBeLessThan(24);
  answer.close();
});

test('bytes are requested as they are, so no proxy unpacks them', async () => {
  server = await startRawServer(sendUnevenly);
  (await exchangeStream(exchange(1, { headers: { accept: '*/*' } }))).close();
  expect(server.received).toMatchObject([
    { headers: { accept: '*/*', 'accept-encoding': 'identity' } },
  ]);
});

test('a response that is cut short says so after what came', async () => {
  server = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('12345', () => setTimeout(() => response.destroy(), 20));
  });
  const answer = await exchangeStream(exchange(0));
  const error: unknown = await (async () => {
    for await (const piece of answer.body) void piece;
  })().catch((failure: unknown) => answer.explain(failure));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ message: expect.stringContaining('is incomplete') });
});

test('a cancel ends a response that is held back', async () => {
  server = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-length': 64 * MIB });
    response.write(Buffer.alloc(16 * MIB));
  });
  const controller = new AbortController();
  const answer = await exchangeStream(exchange(0, { signal: controller.signal }));
  setTimeout(() => controller.abort(), 50);
  const error: unknown = await (async () => {
    for await (const piece of answer.body) await sleep(piece.length > 0 ? 5 : 0);
  })().catch((failure: unknown) => answer.explain(failure));
  expect(error).toMatchObject({ name: 'CancelledError' });
});

test('a text that comes in many pieces is read whole, without its byte order mark', async () => {
  const text = 'ÄÖ€😀'.repeat(50_000);
  server = await startRawServer((_request, response) => response.end(`\uFEFF${text}`));
  expect((await exchangeText(exchange(0))).text).toBe(text);
});

const LATIN = Buffer.from('{"a":"Zürich"}', 'latin1');

test.each([
  ['ISO-8859-1', 'application/json;charset=ISO-8859-1', LATIN],
  [
    'UTF-8 that is said to be ISO-8859-1',
    'text/plain; charset=iso-8859-1',
    Buffer.from('{"a":"Zürich"}'),
  ],
])('JSON is read in %s', async (_name, type, bytes) => {
  server = await startRawServer((_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(bytes);
  });
  expect((await exchangeText(exchange(0))).text).toBe('{"a":"Zürich"}');
});

async function drained(response: NodeJS.WritableStream): Promise<void> {
  await new Promise<void>((resolve) => response.once('drain', () => resolve()));
}
