import fc from 'fast-check';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import {
  findDefaultBaseFolder,
  removeBaseFolder,
  readSourceFolder,
} from '../../../platform/confFiles/baseFolder';

const numRuns = Number(process.env.PROPERTY_CASES ?? 300);

test.each([
  ['/data/conf/', '/data/conf'],
  ['/data//conf/./sub', '/data/conf/sub'],
  ['conf/sub', 'conf/sub'],
  ['./conf', 'conf'],
  ['../conf', '../conf'],
  ['C:\\data\\conf', 'C:/data/conf'],
  ['C:/data\\conf', 'C:/data/conf'],
  ['conf\\sub', 'conf/sub'],
  ['/data/a\\b', '/data/a\\b'],
  ['', ''],
  ['.', ''],
  ['/', ''],
  ['https://example.org/a/b', ''],
])('the folder %j', (text, folder) => {
  expect(readSourceFolder(text)).toBe(folder);
});

const aName = fc.constantFrom('a', 'b', 'conf', '__proto__', 'C:');
const aFolder = fc
  .tuple(fc.constantFrom('', '/'), fc.array(aName, { maxLength: 4 }))
  .map(([start, names]) => readSourceFolder(start + names.join('/')));
const files = fc.array(fc.record({ folder: aFolder, isLeft: fc.boolean() }), {
  minLength: 1,
  maxLength: 6,
});

const foldersOf = (some: Array<{ folder: string }>) => some.map(({ folder }) => folder);
const pathsBelow = (base: string, folders: readonly string[]) =>
  folders.map((folder) => removeBaseFolder(base, folder, 'file'));

function pathsOf(folders: readonly string[], deletes: boolean): string[] | undefined {
  try {
    return pathsBelow(findDefaultBaseFolder(folders, deletes), folders);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidInputError);
    return undefined;
  }
}

test('a file fewer tomorrow moves none of the others', () => {
  fc.assert(
    fc.property(files, fc.boolean(), (all, deletes) => {
      const today = pathsOf(foldersOf(all), deletes);
      const tomorrow = pathsOf(foldersOf(all.filter(({ isLeft }) => isLeft)), deletes);
      fc.pre(today !== undefined && tomorrow !== undefined);
      expect(tomorrow).toEqual(today?.filter((_path, index) => all[index]?.isLeft));
    }),
    { numRuns },
  );
});
