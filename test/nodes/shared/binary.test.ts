import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BinaryHelperFunctions } from 'n8n-workflow';
import { getItemContent } from '../../../nodes/shared/items/binaryContent';
import { storeBinary } from '../../../nodes/shared/items/storeBinary';
import { decompressBody } from '../../../platform/http/decoding';
import { readBinary, storeBinary as storeInN8n } from '../../support/engine/binaryData';

/** The content of an item's binary data, as n8n holds it, and whether n8n was asked for its size. */
async function contentOf(binary: object) {
  const getBinaryMetadata = jest.fn(async () => ({ fileSize: 7 }));
  const helpers = {
    assertBinaryData: () => ({ mimeType: 'text/plain', fileName: 'a.txt', ...binary }),
    getBinaryMetadata,
    getBinaryStream: (id: string, bytes: number) => `${bytes} at a time of ${id}`,
  };
  const content = await getItemContent({ execution: { helpers } } as never, 2, 'data');
  return { size: content.size, open: content.open(), asked: getBinaryMetadata.mock.calls.length };
}

const data = Buffer.from('a=1').toString('base64');
const open = '262144 at a time of s3:1';

// Data that n8n keeps on disk: `test/nodes/ConfFiles/file.test.ts`.
test.each([
  ['in the item itself is decoded', { data }, { size: 3, open: [Buffer.from('a=1')], asked: 0 }],
  ['elsewhere is streamed', { id: 's3:1', bytes: 5 }, { size: 5, open, asked: 0 }],
  ['elsewhere may have no bytes', { id: 's3:1', bytes: 0 }, { size: 0, open, asked: 0 }],
  ['of an older n8n has to be measured', { id: 's3:1' }, { size: 7, open, asked: 1 }],
])('binary data %s', async (_what, binary, content) => {
  expect(await contentOf(binary)).toEqual(content);
});

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
