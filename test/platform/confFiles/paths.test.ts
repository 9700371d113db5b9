import { readFilePath, readFolderPath } from '../../../platform/confFiles/paths';

test.each([
  ['file.json', '/file.json'],
  ['/folder/file.json', '/folder/file.json'],
  ['folder/a b#c?d%e+f.txt', '/folder/a b#c?d%e+f.txt'],
  ['ünï/☃', '/ünï/☃'],
  ['a/.hidden', '/a/.hidden'],
  [7, '/7'],
  ['x'.repeat(4095), `/${'x'.repeat(4095)}`],
])('the file path %j', (given, expected) => {
  expect(readFilePath(given)).toBe(expected);
});

test.each([
  ['/', '/'],
  ['folder/', '/folder'],
  ['/a b/c', '/a b/c'],
])('the folder path %j', (given, expected) => {
  expect(readFolderPath(given)).toBe(expected);
  expect(() => readFolderPath(`../${given}`)).toThrow('holds ".."');
});

test.each([
  ['', 'is empty'],
  ['/', 'names a folder'],
  ['folder/', 'names a folder'],
  ['a//b', 'two slashes in a row'],
  ['../a', 'holds ".."'],
  ['a/../b', 'holds ".."'],
  ['./a', 'holds "."'],
  ['a\u0000b', 'control character'],
  ['a/\u007f', 'control character'],
  ['a/half\ud800', 'control character'],
  ['x'.repeat(4096), 'has 4097 characters'],
  [undefined, 'is empty'],
  [{ a: 1 }, 'is empty'],
])('the file path %j is refused before anything is sent', (given, message) => {
  expect(() => readFilePath(given)).toThrow(message);
  const nothingSent = { effect: 'none', hint: expect.stringContaining('Nothing was sent') };
  expect(() => readFilePath(given)).toThrow(expect.objectContaining(nothingSent));
});
