import { readListing } from '../../../../platform/confFiles/listing/listing';
import { listRecursively } from '../../../../platform/confFiles/walk';

const read = (listing: unknown, folder = '/') => readListing(JSON.stringify(listing), folder);
const failure = (work: () => unknown): Error & { hint?: string } => {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It did not fail');
};

describe('a time', () => {
  const AT = '2026-01-02T03:04:05.000Z';
  test.each([
    [1767323045, AT],
    [1767323045000, AT],
    [1767323045000000, AT],
    [1767323045000000000, AT],
    ['1767323045000000000', AT],
    ['2026-01-02T03:04:05Z', AT],
    ['Fri, 02 Jan 2026 03:04:05 GMT', AT],
    [1e300, undefined],
    [-1, undefined],
    ['99999999999999999999999', undefined],
    ['no time 5', undefined],
    [{ seconds: 1 }, undefined],
    [true, undefined],
  ])('%j is read, and the other entries with it', (modifiedAt, expected) => {
    const [odd, good] = read([
      { name: 'a', modifiedAt },
      { name: 'b', size: 1, modifiedAt: AT },
    ]);
    expect(odd?.modifiedAt).toBe(expected);
    expect(good).toMatchObject({ path: '/b', size: 1, modifiedAt: AT });
  });
});

test('a folder has no size', () => {
  expect(read([{ name: 'a', type: 'directory', size: 4096 }])[0]).not.toHaveProperty('size');
});

test.each([
  ['12', 12],
  ['0x10', undefined],
  ['', undefined],
  [[7], undefined],
  [-1, undefined],
  [1e30, undefined],
])('a size %j', (size, expected) => {
  expect(read([{ name: 'a', size }])[0]?.size).toBe(expected);
});

test.each([
  ['half of a character', 'a\ud800'],
  ['NUL', 'a\u0000b'],
  ['a way up', '../../etc/passwd'],
  ['no end', 'x'.repeat(5000)],
])('a name with %s is left out and named, and the others stay', (_name, odd) => {
  const leftOut: string[] = [];
  const entries = readListing(JSON.stringify([odd, 'b']), '/', {
    onLeftOut: (n) => leftOut.push(n),
  });
  expect(entries.map(({ path }) => path)).toEqual(['/b']);
  expect(leftOut).toHaveLength(1);
  expect(leftOut[0]?.length).toBeLessThanOrEqual(100);
});

test('names with percent signs and backslashes are names', () => {
  expect(read(['100%', 'a\\b']).map(({ path }) => path)).toEqual(['/100%', '/a\\b']);
});

test('a list of other things beside an entry is not what lies below it', () => {
  expect(read([{ name: 'a', type: 'file', tags: ['x'], data: ['y'] }])).toEqual([
    { path: '/a', name: 'a', type: 'file' },
  ]);
});

test('more entries than can be held end in an error that says so', () => {
  const bounds = { requests: 1, entries: 100, levels: 64 };
  const names = Array.from({ length: 101 }, (_, i) => `f${i}`);
  const error = failure(() => readListing(JSON.stringify(names), '/', { bounds }));
  expect(error.message).toBe('The list of files has more than 100 entries');
});

describe('a walk', () => {
  const service = (names: (folder: string) => string[]) => {
    const counts = { requests: 0 };
    const list = async (folder: string) => {
      counts.requests++;
      return await Promise.resolve(read(names(folder), folder));
    };
    return { counts, list };
  };

  test('where every folder holds two folders ends after 10,000 requests', async () => {
    const { counts, list } = service(() => ['a/', 'b/']);
    await expect(listRecursively({ list }, '/')).rejects.toMatchObject({
      message: 'There are more than 10000 folders to list',
      hint: expect.stringContaining('choose a subfolder'),
    });
    expect(counts.requests).toBe(10_000);
  });

  test('through a folder that holds itself ends after 65 requests', async () => {
    const { counts, list } = service((folder) => [`again-${folder.length}/`]);
    await expect(listRecursively({ list }, '/')).rejects.toThrow('deeper than 64 levels');
    expect(counts.requests).toBe(65);
  });

  test('of a folder that lists itself ends', async () => {
    const { list } = service((folder) => [`${folder}/`, 'x']);
    await expect(listRecursively({ list }, '/top')).resolves.toMatchObject([{ path: '/top/x' }]);
  });

  test('lists each folder once, also if a list holds what lies deeper', async () => {
    const { counts, list } = service((folder) =>
      ['/a/', '/a/b/', '/a/b/c'].filter((path) => path.startsWith(folder)),
    );
    await expect(listRecursively({ list }, '/')).resolves.toHaveLength(3);
    expect(counts.requests).toBe(3);
  });

  test('finds at most so many entries', async () => {
    const { list } = service((folder) => ['f1', 'f2', `d${folder.length}/`]);
    await expect(
      listRecursively({ list }, '/', {}, { requests: 100, entries: 20, levels: 64 }),
    ).rejects.toThrow('more than 20 entries');
  });
});
