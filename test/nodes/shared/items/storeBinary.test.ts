import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BinaryHelperFunctions } from 'n8n-workflow';
import { storeBinary } from '../../../../nodes/shared/items/storeBinary';
import { decompressBody } from '../../../../platform/http/decoding';
import { readBinary, storeBinary as storeInN8n } from '../../../support/engine/binaryData';

const MIB = 1024 * 1024;
const PIECE_BYTES = MIB / 2;

const IN_N8N = {
  prepareBinaryData: async (bytes: never, fileName: string, mimeType: string) =>
    await storeInN8n(bytes, { fileName, mimeType }),
} as never as BinaryHelperFunctions;

async function* piecesOf(bytes: Buffer, length = PIECE_BYTES): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(Buffer.from(bytes.subarray(at, at + length)));
  }
}

test('a large file that a gateway has compressed keeps its bytes', async () => {
  const [start, end] = [randomBytes(10 * MIB), randomBytes(10 * MIB)];
  const file = Buffer.concat([start, Buffer.alloc(30 * MIB, 'a,b;'), end]);
  const received = piecesOf(gzipSync(file, { level: 1 }));
  const head = { status: 200, headers: { 'content-encoding': 'gzip' } };
  const body = decompressBody(new URL('http://localhost/'), head, received);
  const { id } = await storeBinary(IN_N8N, { body, name: 'a.csv', mimeType: 'text/csv' });
  expect((await readBinary(id)).equals(file)).toBe(true);
});

test('if n8n has stored fewer bytes, that is an error', async () => {
  const storing = (bytes?: number) => {
    const prepareBinaryData = async (body: AsyncIterable<Buffer>) => {
      for await (const piece of body) expect(piece).toHaveLength(3);
      return { data: '', mimeType: '', bytes };
    };
    const file = { body: piecesOf(Buffer.from('abc')), name: 'a.txt', mimeType: undefined };
    return storeBinary({ prepareBinaryData } as never, file);
  };
  await expect(storing(2)).rejects.toThrow('n8n stored 2 of 3 bytes of a.txt');
  // An older n8n does not say how many.
  expect((await storing()).bytes).toBe(3);
});
