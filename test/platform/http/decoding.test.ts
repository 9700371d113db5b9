import { createHash, randomBytes } from 'node:crypto';
import * as zlib from 'node:zlib';
import { exchangeStream, exchangeText, readTextResponse } from '../../../platform/http/exchange';
import { buildGetRequest } from '../../support/buildGetRequest';
import { startRawServer, type RawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';

const QUICK = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODINGS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  'X-GZIP': (bytes) => zlib.gzipSync(bytes),
  deflate: (bytes) => zlib.deflateSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes, QUICK),
  identity: (bytes) => bytes,
};

let server: RawServer;

async function answering(
  body: Buffer,
  encoding: string,
  { status = 200, type = 'application/json' } = {},
): Promise<void> {
  const headers = { 'content-type': type, 'content-length': body.length };
  server = await untilTestEnds(
    startRawServer((_request, response) =>
      response.writeHead(status, { ...headers, 'content-encoding': encoding }).end(body),
    ),
  );
}

const exchange = (path = '/data') => buildGetRequest(new URL(path, server.baseUrl));

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function downloaded(path?: string) {
  const answer = await exchangeStream(exchange(path));
  const hash = createHash('sha256');
  try {
    for await (const piece of answer.body) hash.update(piece);
    return hash.digest('hex');
  } catch (error) {
    throw answer.explain(error);
  } finally {
    answer.close();
  }
}

/** Compresses badly and well. */
const FILE = Buffer.concat([randomBytes(600_000), Buffer.alloc(1_200_000, 'a,b;'), randomBytes(7)]);

describe.each(Object.entries(ENCODINGS))('a response that comes as %s', (name, encode) => {
  test('is read as text, also if it reports a failure', async () => {
    const text = `{"ok":"${'ä€𝒳'.repeat(50_000)}"}`;
    await answering(encode(Buffer.from(text)), name);
    expect((await exchangeText(exchange())).text).toBe(text);
    expect((await readTextResponse(await exchangeStream(exchange()))).text).toBe(text);
    await answering(encode(Buffer.from('{"message":"No"}')), name, { status: 500 });
    expect(await exchangeText(exchange())).toMatchObject({ status: 500, text: '{"message":"No"}' });
  });

  test('is a file with the bytes that it had', async () => {
    await answering(encode(FILE), name, { type: 'text/csv' });
    expect(await downloaded()).toBe(sha256(FILE));
  });
});

test.each([
  ['nothing at all', '', 'gzip'],
  ['UTF-8, which is no compression,', '{"a":1}', 'UTF-8'],
  ['none', '{"a":1}', 'none'],
])('%s is read as it is', async (_what, text, name) => {
  await answering(Buffer.from(text), name);
  expect((await exchangeText(exchange())).text).toBe(text);
  expect(await downloaded()).toBe(sha256(Buffer.from(text)));
});

test.each([
  ['/files/backup.tar.gz', 'application/octet-stream'],
  ['/files/backup', 'application/gzip'],
])('a file that is compressed itself stays as it is: %s of %s', async (path, type) => {
  const stored = zlib.gzipSync(FILE);
  await answering(stored, 'gzip', { type });
  expect(await downloaded(path)).toBe(sha256(stored));
});

test.each(['gzip', 'br', 'deflate'])(
  'one that is damaged or breaks off says so: %s',
  async (name) => {
    const whole = ENCODINGS[name]?.(FILE) ?? Buffer.alloc(0);
    await answering(whole.subarray(0, whole.length - 1_000), name);
    const damaged = /^The compressed response of .* cannot be read$/;
    await expect(exchangeText(exchange())).rejects.toThrow(damaged);
    await expect(downloaded()).rejects.toThrow(damaged);
  },
);

test('a way that no one knows is named', async () => {
  await answering(Buffer.from('…'), 'x-rar, gzip');
  const unknown = 'unknown compression: x-rar, gzip';
  await expect(exchangeText(exchange())).rejects.toThrow(unknown);
  await expect(downloaded()).rejects.toThrow(unknown);
});
