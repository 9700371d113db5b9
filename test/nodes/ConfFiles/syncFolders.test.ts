import type { IBinaryKeyData } from 'n8n-workflow';
import { PATH_OF_FILE } from '../../../nodes/ConfFiles/resources/folder.itemPaths';
import type { Sandbox } from '../../../sandbox';
import type { StartItem } from '../../support/engine/helperNodes';
import { runSync, startEmptySandbox, type SyncFields } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startEmptySandbox();
});
afterEach(() => sandbox.close());

const sync = async (items: StartItem[], fields?: SyncFields) =>
  await runSync(sandbox, items, fields);

/** As "Read/Write Files from Disk", "Compression" and "GitHub" give it: n8n takes the path apart itself. */
const file = (path: string, text = path): StartItem => ({ file: { name: path, text } });
/** As another n8n has stored it. */
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
const DISK = ['/data/conf/a', '/data/conf/sub/b', '/data/conf/sub/deep/c'];
const paths = () => sandbox.confFiles.paths();

describe('files that were read from a disk', () => {
  test.each([1, 100])('keep their folders below the base folder (%d items)', async (count) => {
    sandbox.confFiles.write('/sub/b0', 'old');
    const items = Array.from({ length: count }, (_, index) => file(`/data/conf/sub/b${index}`));
    const { error, json } = await sync(items, {
      options: { baseFolder: '/data/conf', deleteExtraneous: true },
    });
    expect(error).toBeUndefined();
    expect(json.map(({ path }) => path)).toEqual(items.map((_item, index) => `/sub/b${index}`));
    expect(json.every(({ action }) => action === 'uploaded')).toBe(true);
    expect(paths()).toHaveLength(count);
  });

  test('that lie in one folder are found: it is left off', async () => {
    const { json } = await sync([file('/data/conf/a'), file('/data/conf/b')], {
      targetPath: '/top',
    });
    expect(json.map(({ path }) => path)).toEqual(['/top/a', '/top/b']);
  });

  test.each([{}, { deleteExtraneous: true }])(
    'that lie in several need the base folder, which is proposed (%j)',
    async (options) => {
      const { error } = await sync(
        DISK.map((path) => file(path)),
        { options },
      );
      expect(error?.message).toContain('come from 3 folders');
      expect(error?.description).toContain('Add the option "Base Folder". With "/data/conf"');
      expect(sandbox.stats.requests).toBe(0);
    },
  );

  test('that lie in one need it as well where others are deleted: tomorrow, one more may lie elsewhere', async () => {
    sandbox.confFiles.write('/sub/b', 'right');
    const options = { deleteExtraneous: true };
    const { error } = await sync([file('/data/conf/sub/b')], { options });
    expect(error?.message).toContain('"Delete Extraneous Files" needs "Base Folder"');
    expect(error?.description).toContain(
      '"/data/conf/sub" removes that folder from the paths, and "/" removes',
    );
    expect(paths()).toEqual(['/sub/b']);
  });

  test('one that lies outside is refused, and the others are synced where errors continue', async () => {
    sandbox.confFiles.write('/extra', 'x');
    const items = [file('/data/conf/a'), file('/data/configuration/b')];
    const options = { baseFolder: '/data/conf', deleteExtraneous: true };
    const { error } = await sync(items, { options });
    expect(error?.message).toBe('/data/configuration/b is not in the base folder data/conf');
    expect(sandbox.stats.requests).toBe(0);
    const { json } = await sync(items, {
      options,
      settings: { onError: 'continueRegularOutput' },
    });
    expect(json[0]).toMatchObject({ path: '/a', action: 'uploaded' });
    expect(paths()).toEqual(['/a', '/extra']);
  });
});

describe('files of an archive or a repository', () => {
  test.each([1, 100])('keep all their folders (%d items)', async (count) => {
    const items = Array.from({ length: count }, (_, index) => file(`sub/deep/b${index}`));
    const { error, json } = await sync(items);
    expect(error).toBeUndefined();
    expect(json.map(({ path }) => path)).toEqual(
      items.map((_item, index) => `/sub/deep/b${index}`),
    );
  });

  test('also where others are deleted, as long as a file at the top shows where paths begin', async () => {
    const options = { deleteExtraneous: true };
    const all = [file('top'), file('sub/b')];
    expect((await sync(all, { options })).error).toBeUndefined();
    expect(paths()).toEqual(['/sub/b', '/top']);
    const { error } = await sync(all.slice(1), { options });
    expect(error?.description).toContain('"sub" removes that folder from the paths');
    expect(paths()).toEqual(['/sub/b', '/top']);
    expect(
      (await sync(all.slice(1), { options: { ...options, baseFolder: '/' } })).json[0],
    ).toEqual({ path: '/sub/b', action: 'unchanged', size: 5 });
    expect(paths()).toEqual(['/sub/b']);
  });

  test('several in one item: each in a field of its own', async () => {
    const { data } = stored('sub', 'one').binary as IBinaryKeyData;
    const two = { ...data, directory: 'sub/deep', fileName: 'two' };
    const item = (name: string): StartItem => ({
      json: { name },
      binary: { file_0: data, file_1: two } as IBinaryKeyData,
    });
    const { error, json } = await sync([item('file_0'), item('file_1')], {
      binaryPropertyName: '={{ $json.name }}',
    });
    expect(error).toBeUndefined();
    expect(json.map(({ path }) => path)).toEqual(['/sub/one', '/sub/deep/two']);
  });
});

describe('files without a folder', () => {
  test.each([undefined, '', '.', 'https://example.org/folder/b'])(
    'keep their names (directory %j)',
    async (directory) => {
      for (const options of [{}, { baseFolder: '/data' }, { deleteExtraneous: true }]) {
        const { error, json } = await sync([stored(directory, 'b')], { options });
        expect(error).toBeUndefined();
        expect(json[0]?.path).toBe('/b');
      }
    },
  );

  test('and without a name need a path', async () => {
    const { error } = await sync([stored(undefined, undefined)]);
    expect(error?.message).toBe('The file in "data" has no name');
    expect(sandbox.stats.requests).toBe(0);
  });

  test('an item without a file is reported as that', async () => {
    const { error } = await sync([file('/data/a'), {}]);
    expect(error?.message).toContain("a binary file 'data', but none was found [item 1]");
    expect(sandbox.stats.requests).toBe(0);
  });
});

describe('paths of an expression', () => {
  test('the default says what the node does where nothing is left off', async () => {
    const { error, json } = await sync([file('sub/b'), file('top')], {
      // Another text, so that n8n evaluates it.
      filePath: `${PATH_OF_FILE}{{ "" }}`,
    });
    expect(error).toBeUndefined();
    expect(json.map(({ path }) => path)).toEqual(['/sub/b', '/top']);
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
  const DELETE = { deleteExtraneous: true };

  test.each([
    ['half of the files', 100, 50, {}],
    ['ten, where half is fewer', 12, 10, {}],
    ['what the option says', 100, 3, { deleteAtMost: 3 }],
    ['none, where the option says so', 5, 0, { deleteAtMost: 0 }],
  ])('at most %s, and nothing is changed by more', async (_name, there, most, more) => {
    fill(there);
    const keep = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...file('f', 'x'),
        json: { path: `/old/${index}` },
      }));
    const options = { ...DELETE, ...more };
    const filePath = '={{ $json.path }}';
    const added = { ...file('f', 'new'), json: { path: '/new' } };
    const tooFew = await sync([added, ...keep(there - most - 1)], { filePath, options });
    expect(tooFew.error?.message).toBe(
      `The sync would delete ${most + 1} of the ${there} files in /, but the limit is ${most}`,
    );
    expect(tooFew.error?.description).toContain(`"Delete at Most" to ${most + 1}`);
    expect(changes()).toBe(0);
    const enough = await sync([added, ...keep(there - most)], { filePath, options });
    expect(enough.error).toBeUndefined();
    expect(paths()).toHaveLength(there - most + 1);
  });

  test('a rehearsal lists them all, with a hint that it would fail', async () => {
    fill(30);
    const { error, json, run } = await sync([file('a')], { dryRun: true, options: DELETE });
    expect(error).toBeUndefined();
    expect(json.filter(({ action }) => action === 'deleted')).toHaveLength(30);
    expect(json.every(({ dryRun }) => dryRun === true)).toBe(true);
    const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
    expect(hints.map(({ message }) => message)).toEqual([
      expect.stringContaining('would fail: The sync would delete 30 of the 30 files in /'),
      'This was a dry run. Nothing was changed.',
    ]);
    expect(changes()).toBe(0);
  });

  test('Retry On Fail does not delete them bit by bit', async () => {
    fill(100);
    const { error } = await sync([file('a')], {
      options: DELETE,
      settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
    });
    expect(error?.message).toContain('would delete 100 of the 100 files');
    expect(changes()).toBe(0);
  });
});
