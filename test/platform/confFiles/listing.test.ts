import { isRequestedFile } from '../../../platform/confFiles/htmlResponse';
import { UnexpectedResponseError } from '../../../platform/common/errors/errors';
import { buildEntryKey } from '../../../platform/confFiles/listing';
import { readListing } from '../../support/readListing';
import type { ConfFileService } from '../../../platform/confFiles/service';
import { syncFolder } from '../../../platform/confFiles/sync';
import { listRecursively } from '../../../platform/confFiles/walk';

const paths = (listing: unknown, folder = '/') =>
  readListing(JSON.stringify(listing), folder).map(
    ({ path, type }) => path + (type === 'directory' ? '/' : ''),
  );

test.each<[string, unknown, string, string[]]>([
  ['names', ['a.txt', 'sub/'], '/', ['/a.txt', '/sub/']],
  ['names below a folder', ['a.txt', 'sub/'], '/top', ['/top/a.txt', '/top/sub/']],
  ['paths from the top', ['/top/a.txt', '/top/sub/'], '/top', ['/top/a.txt', '/top/sub/']],
  ['paths from the top without a slash', ['top/a.txt'], '/top', ['/top/a.txt']],
  ['an object with a type', [{ name: 'a', type: 'file' }], '/', ['/a']],
  ['a folder by its type', [{ name: 'b', type: 'DIRECTORY' }], '/', ['/b/']],
  ['an object with a switch', [{ name: 'a', isDirectory: false }], '/x', ['/x/a']],
  ['a folder by its switch', [{ name: 'b', directory: true }], '/x', ['/x/b/']],
  ['a folder by another switch', [{ name: 'b', isDir: true }], '/x', ['/x/b/']],
  ['a folder by its kind', [{ name: 'b', kind: 'directory' }], '/x', ['/x/b/']],
  ['a folder that is no file', [{ name: 'b', isFile: false }], '/x', ['/x/b/']],
  ['a folder with children', [{ name: 'b', children: [] }], '/x', ['/x/b/']],
  [
    'the folder itself without a name',
    [
      { path: '/x', name: '' },
      { path: '/x/a', name: 'a' },
    ],
    '/x',
    ['/x/a'],
  ],
  ['other lists beside an entry', [{ name: 'a', type: 'file', tags: ['x'] }], '/', ['/a']],
  ['a whole path beside the name', [{ path: '/x/a', name: 'a' }], '/x', ['/x/a']],
  ['a relative path', [{ path: 'a' }], '/x', ['/x/a']],
  ['an object that holds the list', { files: ['a'] }, '/', ['/a']],
  ['an object with a list of another name', { total: 1, elements: ['a'] }, '/', ['/a']],
  [
    'several levels at once',
    ['sub/', 'sub/deep/', 'sub/deep/a', 'b'],
    '/',
    ['/b', '/sub/', '/sub/deep/', '/sub/deep/a'],
  ],
  ['the folder itself among its entries', ['/x/', '/x/a'], '/x', ['/x/a']],
  ['an entry twice', ['a', 'a'], '/', ['/a']],
  ['nothing', [], '/', []],
  ['a file beside a folder of its path', ['a', 'a/'], '/', ['/a', '/a/']],
  ['a folder beside a file of its path', ['a/', 'a/b', 'a'], '/', ['/a', '/a/', '/a/b']],
  ['names that look like escapes', ['a%20b', 'c?d', '100%'], '/', ['/100%', '/a%20b', '/c?d']],
  ['names with backslashes and hashes', ['a\\b', 'e#f'], '/', ['/a\\b', '/e#f']],
])('a listing of %s', (_name, listing, folder, expected) => {
  expect(paths(listing, folder)).toEqual(expected);
});

test.each([
  ['text', 'a.txt\nb.txt'],
  ['HTML', '<html><title>Index of /</title></html>'],
  ['nothing at all', ''],
  ['a number', '7'],
  ['an object without a list', '{"status":"ok"}'],
  ['an object with two lists of unknown names', '{"a":[],"b":[]}'],
  ['entries without a name', '[{"size":1}]'],
  ['the folder’s path beside the name', '[{"path":"/x","name":"a"}]'],
  ['a name that would lead elsewhere', '["../../etc/passwd"]'],
  ['a name with a control character', '["a\\u0000b"]'],
])('a listing that is %s is shown as it came', (_name, text) => {
  expect(() => readListing(text, '/')).toThrow(UnexpectedResponseError);
  const hint = expect.stringContaining('The response starts with:');
  expect(() => readListing(text, '/')).toThrow(expect.objectContaining({ hint }));
});

test('a file beside a folder of its path, as object stores have it: none is hidden, and a sync sees both', async () => {
  const listings = new Map([
    ['/', ['a', 'a/']],
    ['/a', ['b']],
  ]);
  const content = { size: 1, mimeType: 'text/plain', bytes: Buffer.from('x') };
  const sent: string[] = [];
  const service = {
    list: async (folder: string) => readListing(JSON.stringify(listings.get(folder)), folder),
    upload: async (path: string) => void sent.push(`upload ${path}`),
    delete: async (path: string) => void sent.push(`delete ${path}`),
  } as unknown as ConfFileService;
  const entries = await listRecursively(service, '/');
  expect(entries.map(buildEntryKey)).toEqual(['/a', '/a/', '/a/b']);
  const wanted = [{ path: '/a', content: content as never }];
  const options = { compare: 'always', deleteExtraneous: true, dryRun: false, connections: 1 };
  const result = await syncFolder(service, '/', wanted, options as never);
  expect(result.wantedOutcomes).toMatchObject([{ path: '/a', action: 'uploaded' }]);
  expect(sent).toEqual(['upload /a', 'delete /a/b']);
});

describe('a folder named like the one that contains it', () => {
  const TREE = ['spark/', 'spark/spark/', 'spark/spark/a.conf', 'spark/b.conf'];
  const parentFolder = (path: string) => path.replace(/[^/]*\/?$/, '').replace(/\/$/, '');
  const nameOf = (path: string) => path.slice(parentFolder(path).length).replace(/^\/|\/$/g, '');
  const isDirectory = (path: string) => path.endsWith('/');
  const bare = (path: string) => path.replace(/\/$/, '');
  const FORMS: Record<string, (path: string) => unknown> = {
    'a name': (path) => nameOf(path) + (isDirectory(path) ? '/' : ''),
    'name and type': (path) => ({ name: nameOf(path), type: isDirectory(path) ? 'dir' : 'file' }),
    'name and switch': (path) => ({ name: nameOf(path), isDirectory: isDirectory(path) }),
    'a relative path': (path) => ({ path: nameOf(path), directory: isDirectory(path) }),
    'the path': (path) => `/${path}`,
    'the path and name': (path) => ({ path: `/${path}`, name: nameOf(path) }),
    'the path without a slash in front': (path) => path,
  };

  test.each(Object.keys(FORMS))('is found where entries have %s', async (form) => {
    const list = async (folder: string) => {
      const inFolder = TREE.filter((path) => `/${parentFolder(bare(path))}` === folder);
      return readListing(JSON.stringify(inFolder.map(FORMS[form]!)), folder);
    };
    const entries = await listRecursively({ list }, '/');
    expect(entries.map(buildEntryKey)).toEqual([
      '/spark/',
      '/spark/b.conf',
      '/spark/spark/',
      '/spark/spark/a.conf',
    ]);
  });

  test('alone in it is found by its name', () => {
    expect(paths(['spark/'], '/spark')).toEqual(['/spark/spark/']);
    expect(paths([{ name: 'spark', type: 'dir' }], '/spark')).toEqual(['/spark/spark/']);
  });

  test.each([
    [['spark/', 'spark/a.conf'], 'can be read in two ways'],
    [['/spark/a', 'b'], 'can be read in two ways'],
    [['/spark/a', '/spark2/b'], 'contains paths of other folders'],
  ])('a listing that does not tell is refused: %j', (listing, problem) => {
    expect(() => paths(listing, '/spark')).toThrow(`The list of files of /spark ${problem}`);
  });
});

test.each([
  { files: [], error: 'storage is not mounted' },
  { files: ['a'], errors: [{ message: 'sub could not be read' }] },
  { errors: [] },
  { items: ['a'], truncated: true },
  { contents: ['a'], isTruncated: true },
  { entries: ['a'], hasMore: true },
  { list: ['a'], partial: true },
  { content: ['a'], last: false },
  { content: ['a'], totalElements: 2500, last: true },
  { content: ['a'], page: { size: 1, totalElements: 2500, totalPages: 2500 } },
  { Contents: [{ name: 'a' }], IsTruncated: true },
  { Contents: [{ name: 'a' }], NextContinuationToken: 'abc' },
  { items: ['a'], metadata: { continue: 'abc' } },
  { items: ['a'], next: 'https://elsewhere.example/configuration/c/1?page=2' },
  { items: ['a'], next: '?page=2' },
  { items: ['a'], _links: { next: { href: '?page=2' } } },
  { items: ['a'], pagination: { has_more: true, next_cursor: 17 } },
  { data: ['a'], next_page_url: 'https://elsewhere.example/?page=2' },
  { items: ['a'], nextOffset: 100 },
  { items: ['a'], next: { offset: 100 } },
  { items: ['a'], pages: 3 },
])('a response that reports that files are left out is refused: %j', (listing) => {
  expect(() => paths(listing)).toThrow(UnexpectedResponseError);
});

test.each([
  { files: ['a'], error: null, errors: [], truncated: false },
  { elements: ['a'], errors: [], error: '' },
  { content: ['a'], last: true, totalElements: 1, totalPages: 1, number: 0, size: 20, next: null },
  { Contents: [{ name: 'a' }], IsTruncated: false, KeyCount: 1, MaxKeys: 1000, NextMarker: '' },
  { items: ['a'], next: {}, nextUpdate: '2026-11-28', pages: 1 },
])('a response that reports no such thing is read: %j', (listing) => {
  expect(paths(listing)).toEqual(['/a']);
});

test.each([
  ['a text', 'x', true],
  ['the start of a page', '<html>', false],
])('%s is the file itself, and nothing is asked for it', async (_what, text, isWhole) => {
  const never = async () => await Promise.reject(new Error('asked'));
  const start = { bytes: Buffer.from(text), isWhole } as never;
  await expect(isRequestedFile('/a.txt', start, never)).resolves.toBe(true);
});
