import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { IBinaryKeyData } from 'n8n-workflow';
import { writeZip } from '../../../platform/projectFiles/zip/writeZip';
import type { StartItem } from '../../support/engine/helperNodes';
import { sandboxForEachTest } from '../../support/testSandbox';
import { actionsOf, type Changes, runConfFiles, SYNC, textFile } from './support';

const sandbox = sandboxForEachTest({ seed: false });

const sync = async (items: StartItem[], options: object = {}, targetPath?: string) =>
  await runConfFiles(sandbox, { ...SYNC, options, ...(targetPath && { targetPath }) }, items);
const syncAndContinue = async (items: StartItem[], options: object = {}) =>
  await runConfFiles(sandbox, { ...SYNC, options }, items, {
    settings: { onError: 'continueRegularOutput' },
  });
const uploads = () => sandbox.stats.byOperation.confUpload ?? 0;

test('uploads what is new or different, and nothing that is the same', async () => {
  sandbox.confFiles.write('/same', 'same');
  sandbox.confFiles.write('/other', 'abc');
  const items = [textFile('same', 'same'), textFile('other', 'xyz'), textFile('deep/new', 'new')];
  const result = await sync(items);
  expect(actionsOf(result)).toEqual(['unchanged /same', 'uploaded /other', 'uploaded /deep/new']);
  expect(result.hints).toEqual(['Synced 3 files: 2 uploaded, 1 unchanged.']);
  expect(result.json[1]).toEqual({ path: '/other', action: 'uploaded', size: 3 });
  expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
    items.map((_item, item) => ({ item })),
  );
  expect(uploads()).toBe(2);
  expect(sandbox.confFiles.read('/other')?.toString()).toBe('xyz');
});

test('leaves other files alone unless asked, and other folders always', async () => {
  const there = ['/top/extra', '/top/deep/extra', '/elsewhere'];
  for (const path of there) sandbox.confFiles.write(path, 'x');
  const file = textFile('a', '1');
  expect(actionsOf(await sync([file], {}, '/top'))).toEqual(['uploaded /top/a']);
  sandbox.confFiles.listingFormat = 'names';
  expect(actionsOf(await sync([file], { deleteExtraneous: true }, '/top'))).toEqual([
    'unchanged /top/a',
    'deleted /top/deep/extra',
    'deleted /top/extra',
  ]);
  expect(sandbox.confFiles.paths()).toEqual(['/elsewhere', '/top/a']);
});

test('a missing folder is empty, even if a gateway says that it is not found', async () => {
  sandbox.confFiles.write('/elsewhere', 'x');
  sandbox.faults.add({ kind: 'status', status: 404, body: 'html', operation: 'confList' });
  expect(actionsOf(await sync([textFile('a', '1')], {}, '/top'))).toEqual(['uploaded /top/a']);
});

test('always: files that are there take turns like others, so that few are tried once the service is gone', async () => {
  const items = Array.from({ length: 40 }, (_, index) => textFile(`${index}`, 'same'));
  for (const index of items.keys()) sandbox.confFiles.write(`/${index}`, 'same');
  sandbox.faults.add({ kind: 'resetBefore', operation: 'confUpload', times: 10_000 });
  const { json } = await syncAndContinue(items, { compare: 'always', concurrency: 2 });
  expect(json.map(({ action }) => action)).toEqual(items.map(() => 'failed'));
  const tried = json.filter(({ error }) => !String(error).includes('was not tried'));
  // The third that is lost ends it, while one more may be under way.
  expect(tried.length).toBeGreaterThanOrEqual(3);
  expect(tried.length).toBeLessThanOrEqual(4);
});

test.each([
  ['two files with one path', ['a', '/a'], 'Two files have the path /a'],
  ['a file below a file', ['a/b', 'a'], 'is in a folder with the path of another file'],
])('refuses %s before anything is sent', async (_name, paths, message) => {
  const { error } = await sync(paths.map((path) => textFile(path, 'x')));
  expect(error?.message).toContain(message);
  expect(sandbox.stats.requests).toBe(0);
});

test('a folder in the place of a file is reported', async () => {
  sandbox.confFiles.write('/a/b', 'x');
  const { json } = await syncAndContinue([textFile('a', '1')]);
  const error = '/a is a folder on the platform';
  expect(json).toEqual([expect.objectContaining({ action: 'failed', error })]);
});

test('100 small files go in one execution with at most 16 connections; the second sends no upload', async () => {
  const items = Array.from({ length: 100 }, (_, index) =>
    textFile(`folder-${index % 20}/file-${index}.txt`, `content ${index}`),
  );
  for (const [action, count] of Object.entries({ uploaded: 100, unchanged: 0 })) {
    sandbox.stats.reset();
    const { json } = await sync(items, { concurrency: 8, deleteExtraneous: true });
    expect(json.map((item) => item.action)).toEqual(items.map(() => action));
    expect(uploads()).toBe(count);
    expect(sandbox.stats.maxOpenConnections).toBeLessThanOrEqual(16);
  }
});

/** Values that are not given are left out, as n8n stores a new node. */
const syncByFolder = async (
  items: StartItem[],
  fields: object = {},
  settings?: Changes['settings'],
) => {
  const parameters = { resource: 'folder', operation: 'sync', ...fields };
  return await runConfFiles(sandbox, parameters, items, { settings });
};

/** As "Read/Write Files from Disk", "Compression" and "GitHub" give it: n8n takes the path apart itself. */
const file = (path: string, text = path): StartItem => ({ file: { name: path, text } });
const stored = (directory: string | undefined, fileName: string | undefined): StartItem => ({
  binary: {
    data: {
      data: Buffer.from('x').toString('base64'),
      mimeType: 'text/plain',
      ...(directory !== undefined && { directory }),
      ...(fileName !== undefined && { fileName }),
    },
  },
});
const paths = () => sandbox.confFiles.paths();
const DELETE = { deleteExtraneous: true };

describe('the folders of files', () => {
  test.each([1, 100])('that were read from a disk, below the base folder (%d)', async (count) => {
    sandbox.confFiles.write('/sub/b0', 'old');
    const items = Array.from({ length: count }, (_, n) => file(`/data/conf/sub/b${n}`));
    const result = await syncByFolder(items, { options: { baseFolder: '/data/conf', ...DELETE } });
    expect(actionsOf(result)).toEqual(items.map((_item, n) => `uploaded /sub/b${n}`));
    expect(paths()).toHaveLength(count);
  });

  test.each<[string, string[], object, string[]]>([
    [
      'that lie in one folder on a disk: it is left off',
      ['/data/conf/a', '/data/conf/b'],
      { targetPath: '/top' },
      ['/top/a', '/top/b'],
    ],
    ['of an archive: all are kept', ['sub/deep/b'], {}, ['/sub/deep/b']],
    [
      'of 100 of an archive',
      Array.from({ length: 100 }, (_, n) => `sub/deep/b${n}`),
      {},
      Array.from({ length: 100 }, (_, n) => `/sub/deep/b${n}`),
    ],
    [
      'that an expression names, where nothing is left off',
      ['/data/b', '/data/top'],
      { filePath: '={{ $binary.data.directory }}/{{ $binary.data.fileName }}' },
      ['/data/b', '/data/top'],
    ],
  ])('%s', async (_name, from, fields, to) => {
    const items = from.map((path) => file(path));
    expect(actionsOf(await syncByFolder(items, fields))).toEqual(
      to.map((path) => `uploaded ${path}`),
    );
  });

  test.each<[string, string[], object, string, string]>([
    [
      'that are in several need the base folder',
      ['/data/conf/a', '/data/conf/sub/b', '/data/conf/sub/deep/c'],
      {},
      'come from 3 folders',
      'Add the option "Base Folder"',
    ],
    ...['/data/conf/sub/b', 'sub/b'].map((path): [string, string[], object, string, string] => [
      'need it if others are deleted: tomorrow, one more may be elsewhere',
      [path, 'top'],
      DELETE,
      '"Delete Extraneous Files" needs "Base Folder"',
      'or "/" to remove nothing',
    ]),
    [
      'one that lies outside of it is refused',
      ['/data/conf/a', '/data/configuration/b'],
      { baseFolder: '/data/conf', ...DELETE },
      '/data/configuration/b is not in the base folder data/conf',
      '',
    ],
  ])('%s: %#', async (_name, from, options, message, description) => {
    sandbox.confFiles.write('/sub/b', 'right');
    const items = from.map((path) => file(path));
    const { error } = await syncByFolder(items, { options });
    expect(error?.message).toContain(message);
    expect(error?.description ?? '').toContain(description);
    expect(sandbox.stats.requests).toBe(0);
    expect(paths()).toEqual(['/sub/b']);
  });

  test('of an archive, where others are deleted: "/" keeps them', async () => {
    const options = { ...DELETE, baseFolder: '/' };
    await syncByFolder([file('top'), file('sub/b')], { options });
    expect(paths()).toEqual(['/sub/b', '/top']);
    const { json } = await syncByFolder([file('sub/b')], { options });
    expect(json[0]).toEqual({ path: '/sub/b', action: 'unchanged', size: 5 });
    expect(paths()).toEqual(['/sub/b']);
  });

  test('of several in one item: each in a field of its own', async () => {
    const { data } = stored('sub', 'one').binary as IBinaryKeyData;
    const two = { ...data, directory: 'sub/deep', fileName: 'two' };
    const item = (name: string): StartItem => ({
      json: { name },
      binary: { file_0: data, file_1: two } as IBinaryKeyData,
    });
    const fields = { binaryPropertyName: '={{ $json.name }}' };
    const result = await syncByFolder([item('file_0'), item('file_1')], fields);
    expect(actionsOf(result)).toEqual(['uploaded /sub/one', 'uploaded /sub/deep/two']);
  });

  test.each([undefined, '', '.', 'https://example.org/folder/b'])(
    'that have none: they keep their names (directory %j)',
    async (directory) => {
      for (const options of [{}, { baseFolder: '/data' }, DELETE]) {
        const { error, json } = await syncByFolder([stored(directory, 'b')], { options });
        expect(error).toBeUndefined();
        expect(json[0]?.path).toBe('/b');
      }
    },
  );
});

test.each([
  ['a name', [stored(undefined, undefined)], 'A file of the item has no name'],
  ['a file', [file('/data/a'), {}], 'The item has no file in the field "data"'],
])('an item without %s is refused before anything is sent', async (_name, items, message) => {
  const { error } = await syncByFolder(items);
  expect(error?.message).toContain(message);
  expect(sandbox.stats.requests).toBe(0);
});

describe('many files in one item', () => {
  const inFields = (...names: string[]): StartItem => ({
    binary: Object.fromEntries(
      names.map((name, n) => {
        const { data } = stored('sub', name).binary as IBinaryKeyData;
        return [`file_${n}`, data];
      }),
    ) as IBinaryKeyData,
  });
  const zipped = async (...names: string[]): Promise<StartItem> => {
    const entries = names.map((path) => ({ path, open: () => [Buffer.from('x')] }));
    const data = (await buffer(writeZip(entries))).toString('base64');
    return { binary: { data: { data, mimeType: 'application/zip', fileName: 'all.zip' } } };
  };
  const ZIP = { filesFrom: 'zip' };
  const FIELDS = { filesFrom: 'allBinaryFields' };

  test('of several fields, as "Compression" returns them, and of ZIP files', async () => {
    const fields = [inFields('a', 'b'), inFields('c')];
    const first = await syncByFolder(fields, FIELDS);
    expect(actionsOf(first)).toEqual(['a', 'b', 'c'].map((name) => `uploaded /sub/${name}`));
    expect(first.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
      [0, 0, 1].map((item) => ({ item })),
    );
    const options = { ...DELETE, baseFolder: '/' };
    const second = await syncByFolder([await zipped('sub/a', 'sub/deep/d')], { ...ZIP, options });
    expect(actionsOf(second)).toEqual([
      'unchanged /sub/a',
      'uploaded /sub/deep/d',
      'deleted /sub/b',
      'deleted /sub/c',
    ]);
  });

  const SYSTEM = ['__MACOSX/._a', '.DS_Store', 'sub/.gitkeep'];

  test('those that systems add to archives are ignored, with a hint', async () => {
    for (const [item, fields] of [
      [await zipped('a', ...SYSTEM), ZIP],
      [inFields('a', '.DS_Store'), { ...FIELDS, targetPath: '/fields' }],
    ] as const) {
      const { json, hints } = await syncByFolder([item], fields);
      expect(json).toHaveLength(1);
      expect(hints[0]).toMatch(
        /file\(s\) that operating systems or Git create were ignored: .*DS_Store"/,
      );
    }
    expect(paths()).toEqual(['/a', '/fields/sub/a']);
  });

  test('those on the platform are not deleted either, unless each item is one file', async () => {
    for (const path of ['/.gitignore', '/old']) sandbox.confFiles.write(path, 'x');
    const options = { ...DELETE, deleteAtMost: 9 };
    const zip = await syncByFolder([await zipped('a', '.gitignore')], { ...ZIP, options });
    expect(actionsOf(zip)).toEqual(['uploaded /a', 'deleted /old']);
    const items = await syncByFolder([file('a', 'x')], { options });
    expect(actionsOf(items)).toEqual(['unchanged /a', 'deleted /.gitignore']);
  });

  test('a symbolic link in a ZIP file is refused by name', async () => {
    const { binary } = await zipped('a');
    const zip = Buffer.from((binary as IBinaryKeyData).data?.data ?? '', 'base64');
    zip.writeUInt32LE(0o120777 * 2 ** 16, zip.indexOf('PK\x01\x02') + 38);
    const data = { data: zip.toString('base64'), mimeType: 'application/zip' };
    const { error } = await syncByFolder([{ binary: { data } }], ZIP);
    expect(error?.message).toBe('a in the ZIP file is a symbolic link');
    expect(sandbox.stats.requests).toBe(0);
  });

  /** A ZIP file whose list names one file many times, each with this unpacked size. */
  const forged = async (times: number, bytes: number): Promise<StartItem> => {
    const { binary } = await zipped('a');
    const zip = Buffer.from((binary as IBinaryKeyData).data?.data ?? '', 'base64');
    const [start, end] = ['PK\x01\x02', 'PK\x05\x06'].map((mark) => zip.indexOf(mark)) as [
      number,
      number,
    ];
    const entry = zip.subarray(start, end);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(bytes, 24);
    const last = zip.subarray(end);
    last.writeUInt16LE(times, 8);
    last.writeUInt16LE(times, 10);
    last.writeUInt32LE(times * entry.length, 12);
    const entries = Array.from({ length: times }, () => entry);
    const data = Buffer.concat([zip.subarray(0, start), ...entries, last]).toString('base64');
    return { binary: { data: { data, mimeType: 'application/zip', fileName: 'all.zip' } } };
  };

  test.each([
    ['50000 files', 25_001, 1],
    ['10 GiB', 2, 3 * 1024 ** 3],
  ])('of ZIP files with more than %s in all, none is sent', async (most, times, bytes) => {
    const { error } = await syncByFolder(
      [await forged(times, bytes), await forged(times, bytes)],
      ZIP,
    );
    expect(error?.message).toBe(`The ZIP files of all items contain more than ${most}`);
    expect(sandbox.stats.requests).toBe(0);
  });

  test('of ZIP files leave nothing on disk, also if the node fails', async () => {
    const made = jest.spyOn(promises, 'mkdtemp');
    const synced = await syncByFolder([await zipped('a'), await zipped('b')], ZIP);
    const failed = await syncByFolder([await zipped('a'), file('b')], ZIP);
    const folders = await Promise.all(
      made.mock.results.map(({ value }) => value as Promise<string>),
    );
    made.mockRestore();
    expect(actionsOf(synced)).toEqual(['uploaded /a', 'uploaded /b']);
    expect(failed.error?.message).toBe('The file is not a readable ZIP file');
    expect(folders.map((folder) => existsSync(folder))).toEqual(Array(3).fill(false));
  });

  test('a file that fails is tried again, the others of its item are not', async () => {
    sandbox.faults.add({ kind: 'status', status: 400, operation: 'confUpload' });
    const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const result = await syncByFolder([await zipped('a', 'b', 'c')], ZIP, retry);
    expect(actionsOf(result)).toEqual(['a', 'b', 'c'].map((name) => `uploaded /${name}`));
    expect(sandbox.stats.byOperation.confUpload).toBe(4);
  });

  test.each<[string, () => StartItem | Promise<StartItem>, object, string]>([
    ['no ZIP file', () => file('a'), ZIP, 'The file is not a readable ZIP file'],
    ['another field', () => inFields('a'), ZIP, 'The item has no file in the field "data"'],
    ['an empty ZIP file', () => zipped(), ZIP, 'The ZIP file contains no files'],
    [
      'only system files',
      () => zipped(...SYSTEM),
      ZIP,
      'The item has only files that operating systems',
    ],
    ['no files', () => ({}), FIELDS, 'The item has no files'],
    ['a path out of the folder', () => inFields('../../a'), FIELDS, '..'],
  ])('%s is refused before anything is sent', async (_name, item, fields, message) => {
    const { error } = await syncByFolder([await zipped('a'), await item()], fields);
    expect(error?.message).toContain(message);
    expect(sandbox.stats.requests).toBe(0);
  });
});

describe('deletions', () => {
  const fill = (count: number) => {
    for (let index = 0; index < count; index++) sandbox.confFiles.write(`/old/${index}`, 'x');
  };
  const changes = () => {
    const { confUpload = 0, confDelete = 0 } = sandbox.stats.byOperation;
    return confUpload + confDelete;
  };

  test.each([
    ['half of the files', 100, 50, {}],
    ['ten, where half is fewer', 12, 10, {}],
    ['what the option says', 100, 3, { deleteAtMost: 3 }],
    ['none, where the option says so', 5, 0, { deleteAtMost: 0 }],
  ])('at most %s, and nothing is changed by more', async (_name, there, most, more) => {
    fill(there);
    const ofItem = (path: string, text: string) => ({ ...file('f', text), json: { path } });
    const keep = async (count: number) => {
      const kept = Array.from({ length: count }, (_, index) => ofItem(`/old/${index}`, 'x'));
      const fields = { filePath: '={{ $json.path }}', options: { ...DELETE, ...more } };
      return (await syncByFolder([ofItem('/new', 'new'), ...kept], fields)).error;
    };
    const error = await keep(there - most - 1);
    expect(error?.message).toBe(
      `The sync would delete ${most + 1} of the ${there} files in /, but the limit is ${most}`,
    );
    expect(error?.description).toContain(`"Delete at Most" to ${most + 1}`);
    expect(changes()).toBe(0);
    expect(await keep(there - most)).toBeUndefined();
    expect(paths()).toHaveLength(there - most + 1);
  });

  test('a rehearsal lists them all, with a hint that it would fail', async () => {
    fill(30);
    const { json, hints } = await syncByFolder([file('a')], { dryRun: true, options: DELETE });
    expect(json.filter(({ action }) => action === 'deleted')).toHaveLength(30);
    expect(json.every(({ dryRun }) => dryRun === true)).toBe(true);
    expect(hints).toEqual([
      expect.stringContaining('would fail: The sync would delete 30 of the 30 files in /'),
      'A sync would handle 31 files: 1 uploaded, 30 deleted.',
      'This was a dry run. Nothing was changed.',
    ]);
    expect(changes()).toBe(0);
  });

  test('none if an item failed, and then their number is no reason to upload nothing', async () => {
    fill(30);
    const settings = { onError: 'continueRegularOutput' } as const;
    const { json, hints } = await syncByFolder([file('a'), {}], { options: DELETE }, settings);
    expect(json).toMatchObject([
      { action: 'uploaded', path: '/a' },
      { error: expect.stringContaining('has no file') },
    ]);
    expect(hints[0]).toContain('30 extraneous file(s) were not deleted');
    expect(paths()).toHaveLength(31);
  });

  test('Retry On Fail does not delete them bit by bit', async () => {
    fill(100);
    const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
    const { error } = await syncByFolder([file('a')], { options: DELETE }, retry);
    expect(error?.message).toContain('would delete 100 of the 100 files');
    expect(changes()).toBe(0);
  });
});
