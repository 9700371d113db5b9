import {
  changesSince,
  latestOf,
  type WatchedFile,
  snapshotOf,
} from '../../../../platform/confFiles/watch/changes';

const HASH = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';

const timed = (path: string, size: number, time: number): WatchedFile => ({
  path,
  size,
  modifiedAt: new Date(time).toISOString(),
  fingerprint: `${size}@${time}`,
});
const hashed = (path: string, size: number, hash = HASH): WatchedFile => ({
  path,
  size,
  fingerprint: `${size}#${hash}`,
});
const told = (before: WatchedFile[], now: WatchedFile[]) =>
  changesSince(snapshotOf(before), now).map(({ event, path }) => `${event} ${path}`);

test('a change of size or time is an update, anything else is none', () => {
  const before = [timed('/a', 1, 1000), timed('/b', 1, 1000), timed('/c', 1, 1000)];
  const now = [timed('/a', 2, 1000), timed('/b', 1, 2000), timed('/c', 1, 1000)];
  expect(told(before, now)).toEqual(['fileUpdated /a', 'fileUpdated /b']);
});

test('an older time is an update, too: a backup was put back', () => {
  expect(told([timed('/a', 1, 2000)], [timed('/a', 1, 1000)])).toEqual(['fileUpdated /a']);
});

test('where no time is reported, the content decides', () => {
  const before = [hashed('/a', 1), hashed('/b', 1)];
  expect(told(before, [hashed('/a', 1), hashed('/b', 1, HASH.toLowerCase())])).toEqual([
    'fileUpdated /b',
  ]);
});

test('a platform that reports more or less than before does not make every file an update', () => {
  const withTimes = [timed('/a', 1, 1000), timed('/b', 1, 1000)];
  const withHashes = [hashed('/a', 1), hashed('/b', 2)];
  expect(told(withTimes, withHashes)).toEqual(['fileUpdated /b']);
  expect(told(withHashes, withTimes)).toEqual(['fileUpdated /b']);
});

test('order: by time, then by path; without a time by path; deletions last', () => {
  const before = [timed('/z', 1, 1), timed('/y', 1, 1)];
  const now = [
    hashed('/n', 1),
    timed('/b', 1, 3000),
    hashed('/m', 1),
    timed('/d', 1, 1000),
    timed('/c', 1, 3000),
  ];
  const expected = [
    'fileCreated /d',
    'fileCreated /b',
    'fileCreated /c',
    'fileCreated /m',
    'fileCreated /n',
    'fileDeleted /y',
    'fileDeleted /z',
  ];
  expect(told(before, now)).toEqual(expected);
  expect(told([...before].reverse(), [...now].reverse())).toEqual(expected);
});

test('a change reports what is known of the file, and a deletion only its path', () => {
  expect(changesSince({ '/gone': '1@1' }, [timed('/a', 5, 1000), hashed('/b', 6)])).toEqual([
    { event: 'fileCreated', path: '/a', size: 5, modifiedAt: '1970-01-01T00:00:01.000Z' },
    { event: 'fileCreated', path: '/b', size: 6 },
    { event: 'fileDeleted', path: '/gone' },
  ]);
});

test('names that objects have of their own are names like others', () => {
  const files = ['/__proto__', '/constructor', '/toString'].map((path) => hashed(path, 1));
  expect(told([], files)).toHaveLength(3);
  expect(told(files, files)).toEqual([]);
  expect(told(files, [])).toHaveLength(3);
});

test('the latest file', () => {
  expect(latestOf([timed('/a', 1, 1), timed('/b', 1, 3), timed('/c', 1, 2)])?.path).toBe('/b');
  expect(latestOf([hashed('/a', 1), timed('/b', 1, 1), hashed('/c', 1)])?.path).toBe('/b');
  expect(latestOf([hashed('/a', 1), hashed('/b', 1)])?.path).toBe('/b');
  expect(latestOf([])).toBeUndefined();
});
