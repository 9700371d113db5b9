import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BinaryHelperFunctions } from 'n8n-workflow';
import { storeBinary, storeChecked } from '../../../../nodes/shared/items/storeBinary';
import { decodedBody } from '../../../../platform/http/decoding';
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

test('a large file keeps its bytes, whether or not its pieces share memory, and their memory is freed', async () => {
  const file = randomBytes(20 * MIB);
  const own: Buffer[] = [];
  const body = (async function* () {
    for (let at = 0; at < file.length; at += 100_000) {
      const piece = file.subarray(at, at + 100_000);
      // Every other piece is a part of the file's memory.
      if (own.length * 200_000 > at) yield await Promise.resolve(piece);
      else {
        const copy = Buffer.allocUnsafeSlow(piece.length);
        piece.copy(copy);
        own.push(copy);
        yield copy;
      }
    }
  })();
  // The first file shows where n8n keeps binary data.
  await storeBinary(IN_N8N, { body: [Buffer.from('.')], name: 'small', mimeType: 'a/b' });
  const { id } = await storeBinary(IN_N8N, { body, name: 'large', mimeType: 'a/b' });
  expect((await readBinary(id)).equals(file)).toBe(true);
  expect(own.filter(({ buffer }) => buffer.byteLength === 0).length).toBeGreaterThan(90);
});

test('a large file that a gateway has compressed keeps its bytes', async () => {
  const [start, end] = [randomBytes(10 * MIB), randomBytes(10 * MIB)];
  const file = Buffer.concat([start, Buffer.alloc(30 * MIB, 'a,b;'), end]);
  const received = piecesOf(gzipSync(file, { level: 1 }));
  const head = { status: 200, headers: { 'content-encoding': 'gzip' } };
  const body = decodedBody(new URL('http://localhost/'), head, received);
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

describe('a file whose bytes are compared once n8n has stored them', () => {
  /** @param change of what n8n has stored, before it is read again */
  async function storedChecked(bytes: Buffer, isOnDisk: boolean, change: (kept: Buffer) => void) {
    let kept = Buffer.alloc(0);
    const prepareBinaryData = async (body: AsyncIterable<Buffer>) => {
      const pieces: Buffer[] = [];
      for await (const piece of body) pieces.push(Buffer.from(piece));
      kept = Buffer.concat(pieces);
      change(kept);
      return isOnDisk
        ? { id: 'filesystem-v2:1', data: 'filesystem-v2', mimeType: '', bytes: kept.length }
        : { data: kept.toString('base64'), mimeType: '' };
    };
    const getBinaryStream = async () => await Promise.resolve(piecesOf(kept, 100_000));
    const helpers = { prepareBinaryData, getBinaryStream } as never as BinaryHelperFunctions;
    const file = { body: piecesOf(bytes), name: 'main.zip', mimeType: undefined };
    return await storeChecked(helpers, file, 'jobs/load/main.zip');
  }

  const SIZES = [1, 256 * 1024 - 1, 256 * 1024 + 1, 600_000];

  test.each(SIZES.flatMap((size) => [true, false].map((isOnDisk) => ({ size, isOnDisk }))))(
    'of $size bytes (on disk: $isOnDisk): one flipped bit is an error that names it',
    async ({ size, isOnDisk }) => {
      const bytes = Buffer.alloc(size, 7);
      const intact = await storedChecked(bytes, isOnDisk, () => undefined);
      expect(intact.bytes).toBe(size);
      const flip = (kept: Buffer) => kept.writeUInt8(kept.readUInt8(size - 1) ^ 1, size - 1);
      await expect(storedChecked(bytes, isOnDisk, flip)).rejects.toThrow(
        'n8n stored jobs/load/main.zip with other bytes than the platform returned',
      );
    },
  );
});
