import { isFileItself } from '../../../../platform/confFiles/listing/answeredPage';
import { UnexpectedResponseError } from '../../../../platform/errors/errors';
import { keyOf, readListing } from '../../../../platform/confFiles/listing/listing';
import type { ConfFileService } from '../../../../platform/confFiles/service';
import { syncFolder } from '../../../../platform/confFiles/sync/sync';
import { listRecursively } from '../../../../platform/confFiles/walk';

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
  ['other lists beside an entry', [{ name: 'a', type: 'file', tags: ['x'] }], '/', ['/a']],
  ['a whole path beside the name', [{ path: '/x/a', name: 'a' }], '/x', ['/x/a']],
  ['a parent’s path beside the name', [{ path: '/x', name: 'a' }], '/x', ['/x/a']],
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
  ['a name that would lead elsewhere', '["../../etc/passwd"]'],
  ['a name with a control character', '["a\\u0000b"]'],
])('a listing that is %s is shown as it came', (_name, text) => {
  expect(() => readListing(text, '/')).toThrow(UnexpectedResponseError);
  const hint = expect.stringContaining('It starts with:');
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
  expect(entries.map(keyOf)).toEqual(['/a', '/a/', '/a/b']);
  const wanted = [{ path: '/a', content: content as never }];
  const options = { compare: 'always', deleteExtraneous: true, dryRun: false, connections: 1 };
  const result = await syncFolder(service, '/', wanted, options as never);
  expect(result.wanted).toMatchObject([{ path: '/a', action: 'uploaded' }]);
  expect(sent).toEqual(['upload /a', 'delete /a/b']);
});

test.each([
  { files: [], error: 'storage is not mounted' },
  { files: ['a'], errors: [{ message: 'sub could not be read' }] },
  { errors: [] },
  { items: ['a'], truncated: true },
  { contents: ['a'], isTruncated: true },
  { entries: ['a'], hasMore: true },
  { list: ['a'], partial: true },
])('a response that reports that files are left out is refused: %j', (listing) => {
  expect(() => paths(listing)).toThrow(UnexpectedResponseError);
});

test.each([
  { files: ['a'], error: null, errors: [], truncated: false },
  { elements: ['a'], errors: [], error: '' },
])('a response that reports no such thing is read: %j', (listing) => {
  expect(paths(listing)).toEqual(['/a']);
});

test.each([
  ['a text', 'x', true],
  ['the start of a page', '<html>', false],
])('%s is the file itself, and nothing is asked for it', async (_what, text, isWhole) => {
  const never = async () => await Promise.reject(new Error('asked'));
  const lookups = { listed: never, isAnsweredByPage: never };
  const start = { bytes: Buffer.from(text), isWhole } as never;
  await expect(isFileItself('/a.txt', start, lookups, undefined)).resolves.toBe(true);
});
