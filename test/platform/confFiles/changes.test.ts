import { findChanges, type WatchedFile, takeSnapshot } from '../../../platform/confFiles/changes';

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
  findChanges(takeSnapshot(before), now).map(({ event, path }) => `${event} ${path}`);

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

test('names that objects have of their own are names like others', () => {
  const files = ['/__proto__', '/constructor', '/toString'].map((path) => hashed(path, 1));
  expect(told([], files)).toHaveLength(3);
  expect(told(files, files)).toEqual([]);
  expect(told(files, [])).toHaveLength(3);
});
