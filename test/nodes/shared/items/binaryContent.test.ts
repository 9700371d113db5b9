import { binaryContent } from '../../../../nodes/shared/items/binaryContent';
import { entriesLeftOut, readLimit, upToLimit } from '../../../../nodes/shared/items/paging';

/** The content of an item's binary data, as n8n holds it. */
async function contentOf(binary: object) {
  const asked: unknown[] = [];
  const helpers = {
    assertBinaryData: (...given: unknown[]) => {
      asked.push(given);
      return { mimeType: 'text/plain', fileName: 'a.txt', ...binary };
    },
    getBinaryMetadata: async (id: string) => {
      asked.push(`size of ${id}`);
      return { fileSize: 7 };
    },
    getBinaryPath: (id: string) => `/n8n/${id}`,
    getBinaryStream: (id: string, bytes: number) => `${bytes} at a time of ${id}`,
  };
  const content = await binaryContent({ execution: { helpers } } as never, 2, 'data');
  expect(asked.shift()).toEqual([2, 'data']);
  return { content, asked };
}

const FILE = { mimeType: 'text/plain', fileName: 'a.txt' };

test('data in the item itself is decoded when it is sent', async () => {
  const { content, asked } = await contentOf({ data: Buffer.from('a=1').toString('base64') });
  expect(content).toMatchObject({ ...FILE, size: 3 });
  expect(content.open()).toEqual([Buffer.from('a=1')]);
  expect(asked).toEqual([]);
});

test('data that n8n keeps elsewhere is streamed in pieces of 256 KiB', async () => {
  const { content, asked } = await contentOf({ id: 's3:1', data: 's3', bytes: 5 });
  expect(content).toMatchObject({ ...FILE, size: 5 });
  expect(content.open()).toBe('262144 at a time of s3:1');
  expect(asked).toEqual([]);
});

test('an older n8n is asked how large it is', async () => {
  const { content, asked } = await contentOf({ id: 's3:1', data: 's3' });
  expect(content.size).toBe(7);
  expect(asked).toEqual(['size of s3:1']);
});

test('an empty file is one of no bytes', async () => {
  const { content, asked } = await contentOf({ id: 's3:1', data: 's3', bytes: 0 });
  expect(content.size).toBe(0);
  expect(asked).toEqual([]);
});

describe('the limit of a list', () => {
  const parameters = (returnAll: boolean) =>
    ({ boolean: () => returnAll, number: () => 2 }) as never;
  const execution = {} as never;
  const upTo = (entries: string[], itemIndex: number, returnAll = false) =>
    upToLimit({ execution, itemIndex, parameters: parameters(returnAll) } as never, entries);

  test('is none where all are wanted', () => {
    expect([readLimit(parameters(true)), readLimit(parameters(false))]).toEqual([Infinity, 2]);
  });

  test('is for each item, and it is known how many were left out', () => {
    expect(entriesLeftOut(execution, 0)).toBeUndefined();
    expect(upTo(['a'], 0)).toEqual(['a']);
    expect(upTo(['a', 'b'], 1)).toEqual(['a', 'b']);
    expect(upTo(['a', 'b', 'c'], 2)).toEqual(['a', 'b']);
    expect(upTo(['a', 'b', 'c'], 3, true)).toEqual(['a', 'b', 'c']);
    expect([0, 1, 2, 3, 4].map((item) => entriesLeftOut(execution, item))).toEqual([
      0,
      0,
      1,
      0,
      undefined,
    ]);
    expect(entriesLeftOut({} as never, 0)).toBeUndefined();
  });
});
