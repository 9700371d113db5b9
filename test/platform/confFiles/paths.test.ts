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
  expect(() => readFolderPath(`../${given}`)).toThrow('contains the name ".."');
});

test.each([
  ['', 'is empty'],
  ['/', 'names a folder'],
  ['folder/', 'names a folder'],
  ['a//b', 'two slashes in a row'],
  ['../a', 'contains the name ".."'],
  ['a/../b', 'contains the name ".."'],
  ['./a', 'contains the name "."'],
  ['a\u0000b', 'a character that cannot be sent'],
  ['a/\u007f', 'a character that cannot be sent'],
  ['a/half\ud800', 'a character that cannot be sent'],
  ['x'.repeat(4096), 'has 4097 characters'],
  [undefined, 'is empty'],
  [{ a: 1 }, 'is empty'],
])('the file path %j is refused before anything is sent', (given, message) => {
  expect(() => readFilePath(given)).toThrow(message);
  const nothingSent = { effect: 'none', hint: expect.stringContaining('Nothing was sent') };
  expect(() => readFilePath(given)).toThrow(expect.objectContaining(nothingSent));
});
