import type { BinaryHelperFunctions } from 'n8n-workflow';
import type { storeBinary } from '../../../nodes/shared/storeBinary';
import { readBinary, storeBinary as storeInN8n } from '../../../harness/engine/binaryData';

const PIECE_BYTES = 512 * 1024;

/** A process that has not stored anything yet. */
function freshStoreBinary(): typeof storeBinary {
  let loaded: { storeBinary: typeof storeBinary } | undefined;
  jest.isolateModules(() => {
    loaded = jest.requireActual<{ storeBinary: typeof storeBinary }>(
      '../../../nodes/shared/storeBinary',
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

test('for a small file nothing else is stored', async () => {
  const { names, freed } = await stored(16);
  expect(names).toEqual(['large.bin']);
  expect(freed).toBe(0);
});
