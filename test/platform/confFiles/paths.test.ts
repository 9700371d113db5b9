import { encodePath, readFilePath, readFolderPath } from '../../../platform/confFiles/paths';

describe('a file path', () => {
  test.each([
    ['file.json', '/file.json'],
    ['/folder/file.json', '/folder/file.json'],
    ['folder/a b#c?d%e+f.txt', '/folder/a b#c?d%e+f.txt'],
    ['ünï/☃', '/ünï/☃'],
    ['...', '/...'],
    ['a/.hidden', '/a/.hidden'],
    [7, '/7'],
  ])('%j', (given, expected) => {
    expect(readFilePath(given)).toBe(expected);
  });

  test.each([
    ['', 'is empty'],
    ['/', 'names a folder'],
    ['folder/', 'names a folder'],
    ['a//b', 'two slashes in a row'],
    ['//a', 'two slashes in a row'],
    ['../a', 'holds ".."'],
    ['a/../b', 'holds ".."'],
    ['a/..', 'holds ".."'],
    ['./a', 'holds "."'],
    ['a\u0000b', 'control character'],
    ['a\nb', 'control character'],
    ['a/\u007f', 'control character'],
    [undefined, 'is empty'],
    [{ a: 1 }, 'is empty'],
  ])('refuses %j', (given, message) => {
    expect(() => readFilePath(given)).toThrow(message);
    expect(() => readFilePath(given)).toThrow(
      expect.objectContaining({
        reach: 'never',
        hint: expect.stringContaining('Nothing was sent'),
      }),
    );
  });
});

describe('a folder path', () => {
  test.each([
    ['', '/'],
    ['/', '/'],
    ['a', '/a'],
    ['/a/b/', '/a/b'],
  ])('%j', (given, expected) => {
    expect(readFolderPath(given)).toBe(expected);
  });

  test.each(['a//', '..', '/a/../b'])('refuses %j', (given) => {
    expect(() => readFolderPath(given)).toThrow('The path');
  });
});

test('each name is encoded on its own and comes back whole', () => {
  const path = '/a b/c#d/e?f/g%h/i+j/ü☃/k&l=m';
  expect(encodePath(path)).toBe('/a%20b/c%23d/e%3Ff/g%25h/i%2Bj/%C3%BC%E2%98%83/k%26l%3Dm');
  expect(
    new URL(`http://h${encodePath(path)}`).pathname.split('/').map(decodeURIComponent),
  ).toEqual(path.split('/'));
});
