import type { PlatformError } from '../../../platform/common/errors/errors';
import { readListing } from '../../support/readListing';
import { listRecursively } from '../../../platform/confFiles/walk';

const read = (listing: unknown, folder = '/') => readListing(JSON.stringify(listing), folder);

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
])('the time %j is read, and the other entries with it', (modifiedAt, expected) => {
  const [odd, good] = read([
    { name: 'a', modifiedAt },
    { name: 'b', size: 1, modifiedAt: AT },
  ]);
  expect(odd?.modifiedAt).toBe(expected);
  expect(good).toMatchObject({ path: '/b', size: 1, modifiedAt: AT });
});

test.each([
  ['file', '12', 12],
  ['file', '0x10', undefined],
  ['file', '', undefined],
  ['file', [7], undefined],
  ['file', -1, undefined],
  ['file', 1e30, undefined],
  ['directory', 4096, undefined],
])('of a %s, the size %j', (type, size, expected) => {
  expect(read([{ name: 'a', type, size }])[0]?.size).toBe(expected);
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

test('more entries than can be held end in an error that says so', () => {
  const names = Array.from({ length: 101 }, (_, i) => `f${i}`);
  expect(() => readListing(JSON.stringify(names), '/', { maxEntries: 100 })).toThrow(
    /^The list of files has more than 100 entries$/,
  );
});

describe('a walk', () => {
  const BOUNDS = { requests: 100, entries: 20, levels: 64 };
  const walk = async (names: (folder: string) => string[], folder = '/', bounds?: object) => {
    let requests = 0;
    const list = async (each: string) => {
      requests++;
      return read(names(each), each);
    };
    const walking = listRecursively({ list }, folder, {}, bounds as typeof BOUNDS);
    const ending = walking.then(
      (entries) => ({ paths: entries.map(({ path }) => path) }),
      ({ message, hint }: PlatformError) => ({ message, hint }),
    );
    return { ...(await ending), requests };
  };

  test('where every folder holds two folders ends after 10,000 requests', async () => {
    expect(await walk(() => ['a/', 'b/'])).toEqual({
      message: 'There are more than 10000 folders to list',
      hint: expect.stringContaining('choose a subfolder'),
      requests: 10_000,
    });
  });

  test('through a folder that holds itself ends after 65 requests', async () => {
    expect(await walk((folder) => [`again-${folder.length}/`])).toMatchObject({
      message: expect.stringContaining('deeper than 64 levels'),
      requests: 65,
    });
  });

  test('of a folder that lists itself ends', async () => {
    expect(await walk((folder) => [`${folder}/`, 'x'], '/top')).toMatchObject({
      paths: ['/top/x'],
    });
  });

  test('lists each folder once, also if a list holds what lies deeper', async () => {
    const all = ['/a/', '/a/b/', '/a/b/c'];
    const found = await walk((folder) => all.filter((path) => path.startsWith(folder)));
    expect(found).toEqual({ paths: ['/a', '/a/b', '/a/b/c'], requests: 3 });
  });

  test('finds at most so many entries', async () => {
    expect(await walk((folder) => ['f1', 'f2', `d${folder.length}/`], '/', BOUNDS)).toMatchObject({
      message: expect.stringContaining('more than 20 entries'),
    });
  });
});
