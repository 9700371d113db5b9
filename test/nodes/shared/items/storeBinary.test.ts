import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BinaryHelperFunctions } from 'n8n-workflow';
import { storeChecked, type storeBinary } from '../../../../nodes/shared/items/storeBinary';
import { decodedPieces } from '../../../../platform/http/decoding';
import { readBinary, storeBinary as storeInN8n } from '../../../../harness/engine/binaryData';

const MIB = 1024 * 1024;
const PIECE_BYTES = MIB / 2;

/** A process that has not stored anything yet. */
function freshStoreBinary(): typeof storeBinary {
  let loaded: { storeBinary: typeof storeBinary } | undefined;
  jest.isolateModules(() => {
    loaded = jest.requireActual<{ storeBinary: typeof storeBinary }>(
      '../../../../nodes/shared/items/storeBinary',
    );
  });
  if (!loaded) throw new Error('It was not loaded');
  return loaded.storeBinary;
}

async function stored(mib: number) {
  const pieces: Buffer[] = [];
  const body = (async function* () {
    for (let index = 0; index < mib * 2; index++) {
      const piece = Buffer.allocUnsafeSlow(PIECE_BYTES).fill(index % 251);
      pieces.push(piece);
      yield await Promise.resolve(piece);
    }
  })();
  const names: string[] = [];
  const prepareBinaryData = async (bytes: never, fileName: string, mimeType: string) => {
    names.push(fileName);
    return await storeInN8n(bytes, { fileName, mimeType });
  };
  const helpers = { prepareBinaryData } as never as BinaryHelperFunctions;
  const mimeType = 'application/octet-stream';
  const binary = await freshStoreBinary()(helpers, { body, name: 'large.bin', mimeType });
  const freed = pieces.filter(({ buffer }) => buffer.byteLength === 0).length;
  return { binary, freed, pieces: pieces.length, names };
}

test('the first large file of a process leaves no more than its beginning to the garbage collector', async () => {
  const { binary, freed, pieces, names } = await stored(96);
  expect(names).toEqual(['large.bin', 'place']);
  expect(freed).toBeGreaterThan((pieces * 60) / 100);
  const bytes = await readBinary(binary.id);
  expect(bytes.length).toBe(96 * 1024 * 1024);
  for (let index = 0; index < pieces; index++) {
    expect(bytes[index * PIECE_BYTES]).toBe(index % 251);
    expect(bytes[(index + 1) * PIECE_BYTES - 1]).toBe(index % 251);
  }
});

test('a large file that a gateway has compressed keeps its bytes', async () => {
  const file = Buffer.concat([
    randomBytes(20 * MIB),
    Buffer.alloc(40 * MIB, 'a,b;'),
    randomBytes(20 * MIB),
  ]);
  const packed = gzipSync(file, { level: 1 });
  async function* received() {
    for (let at = 0; at < packed.length; at += PIECE_BYTES) {
      yield await Promise.resolve(packed.subarray(at, at + PIECE_BYTES));
    }
  }
  const body = decodedPieces(new URL('http://localhost/'), 'gzip', received());
  const prepareBinaryData = async (bytes: never, fileName: string, mimeType: string) =>
    await storeInN8n(bytes, { fileName, mimeType });
  const helpers = { prepareBinaryData } as never as BinaryHelperFunctions;
  const { id } = await freshStoreBinary()(helpers, { body, name: 'a.csv', mimeType: 'text/csv' });
  expect((await readBinary(id)).equals(file)).toBe(true);
});

test('for a small file nothing else is stored', async () => {
  const { names, freed } = await stored(16);
  expect(names).toEqual(['large.bin']);
  expect(freed).toBe(0);
});

test.each([
  ['all of them', 3, 3],
  ['an older n8n, which does not tell', undefined, 3],
])('n8n has stored %s', async (_how, bytes, told) => {
  const prepareBinaryData = async (body: AsyncIterable<Buffer>) => {
    for await (const piece of body) expect(piece).toHaveLength(3);
    return { data: '', mimeType: '', bytes };
  };
  const file = { body: pieces('abc'), name: 'a.txt', mimeType: undefined };
  const stored = await freshStoreBinary()({ prepareBinaryData } as never, file);
  expect(stored.bytes).toBe(told);
});

test('where n8n has stored fewer bytes, that is an error', async () => {
  const prepareBinaryData = async (body: AsyncIterable<Buffer>) => {
    for await (const piece of body) expect(piece).toHaveLength(3);
    return { data: '', mimeType: '', bytes: 2 };
  };
  const file = { body: pieces('abc'), name: 'a.txt', mimeType: undefined };
  await expect(freshStoreBinary()({ prepareBinaryData } as never, file)).rejects.toThrow(
    'n8n stored 2 of 3 bytes of a.txt',
  );
});

async function* pieces(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

describe('a file whose bytes are compared once n8n has stored them', () => {
  const PATH = 'jobs/load/main.zip';

  async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 100_000) {
      yield await Promise.resolve(Buffer.from(bytes.subarray(at, at + 100_000)));
    }
  }

  /** @param change of what n8n has stored, before it is read again */
  async function storedChecked(
    bytes: Buffer,
    keep: 'on disk' | 'in memory',
    change: (kept: Buffer) => void,
  ) {
    const onDisk = new Map<string, Buffer>();
    const prepareBinaryData = async (body: AsyncIterable<Buffer>) => {
      const pieces: Buffer[] = [];
      for await (const piece of body) pieces.push(Buffer.from(piece));
      const kept = Buffer.concat(pieces);
      change(kept);
      if (keep === 'in memory') return { data: kept.toString('base64'), mimeType: '' };
      onDisk.set('filesystem-v2:1', kept);
      return { id: 'filesystem-v2:1', data: 'filesystem-v2', mimeType: '', bytes: kept.length };
    };
    const getBinaryStream = async (id: string) =>
      await Promise.resolve(piecesOf(onDisk.get(id) ?? Buffer.alloc(0)));
    const helpers = { prepareBinaryData, getBinaryStream } as never as BinaryHelperFunctions;
    const file = { body: piecesOf(bytes), name: 'main.zip', mimeType: undefined };
    return await storeChecked(helpers, file, PATH);
  }

  const SIZES = [0, 1, 256 * 1024 - 1, 256 * 1024 + 1, 3_000_000];

  test.each(SIZES.flatMap((size) => [[size, 'on disk'] as const, [size, 'in memory'] as const]))(
    '%d bytes are stored %s as they are',
    async (size, keep) => {
      const stored = await storedChecked(Buffer.alloc(size, 7), keep, () => undefined);
      expect(stored.bytes).toBe(size);
    },
  );

  test.each([1, 256 * 1024 + 1, 3_000_000])(
    'one flipped bit of %d bytes is an error that names the file',
    async (size) => {
      const flip = (kept: Buffer) => kept.writeUInt8(kept.readUInt8(size - 1) ^ 1, size - 1);
      for (const keep of ['on disk', 'in memory'] as const) {
        await expect(storedChecked(Buffer.alloc(size, 7), keep, flip)).rejects.toThrow(
          `n8n stored ${PATH} with other bytes than the platform returned`,
        );
      }
    },
  );
});
