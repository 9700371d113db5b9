import { createHash } from 'node:crypto';
import type { Sandbox } from '../../../sandbox';
import { readBinary } from '../../support/engine/binaryData';
import { sendJson, startRawServer } from '../../support/rawServer';
import { runConfFiles, startEmptySandbox, textFile } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startEmptySandbox();
});
afterEach(() => sandbox.close());

const UPLOAD = {
  resource: 'file',
  operation: 'upload',
  filePath: '={{ $json.path }}',
  contentSource: 'binary',
  binaryPropertyName: 'data',
};
const DOWNLOAD = {
  resource: 'file',
  operation: 'download',
  filePath: '={{ $json.path }}',
  binaryPropertyName: 'data',
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const NAMES = [
  'plain.txt',
  '/with/slash/in/front.txt',
  'ünïcode ☃/名前.json',
  'with space/a b.txt',
  'with#hash/?question/100%/a+b&c=d.txt',
  '%2e%2e/%2F.txt',
  '"quoted" \'name\';.txt',
];

describe.each(['multipart', 'binary'])('upload as %s', (uploadFormat) => {
  test.each(NAMES)('and download %j, bytes identical; then delete', async (path) => {
    const text = `content of ${path} ☃\r\n--boundary--\r\n`;
    const whole = path.startsWith('/') ? path : `/${path}`;
    const uploaded = await runConfFiles(sandbox, UPLOAD, [textFile(path, text)], {
      credential: { uploadFormat },
    });
    expect(uploaded.error).toBeUndefined();
    expect(uploaded.json).toEqual([
      { path: whole, size: Buffer.byteLength(text), sha256: sha256(text) },
    ]);
    expect(sandbox.confFiles.read(whole)?.toString()).toBe(text);

    const downloaded = await runConfFiles(sandbox, DOWNLOAD, [{ json: { path } }]);
    expect(downloaded.error).toBeUndefined();
    expect(downloaded.json).toEqual([
      { path: whole, size: Buffer.byteLength(text), mimeType: expect.any(String) },
    ]);
    const binary = downloaded.outputs[0]?.[0]?.binary?.data;
    expect(binary?.fileName).toBe(whole.split('/').pop());
    expect((await readBinary(binary?.id)).toString()).toBe(text);

    const remove = { resource: 'file', operation: 'delete', filePath: DOWNLOAD.filePath };
    const deleted = await runConfFiles(sandbox, remove, [{ json: { path } }]);
    expect(deleted.json).toEqual([{ deleted: true, path: whole }]);
    expect(sandbox.confFiles.paths()).toEqual([]);
  });

  test('of an empty file', async () => {
    const { json } = await runConfFiles(sandbox, UPLOAD, [textFile('empty', '')], {
      credential: { uploadFormat },
    });
    expect(json).toEqual([{ path: '/empty', size: 0, sha256: sha256('') }]);
    expect(sandbox.confFiles.read('/empty')?.length).toBe(0);
  });
});

test('upload of text that is written in the node', async () => {
  const { json, error } = await runConfFiles(sandbox, {
    resource: 'file',
    operation: 'upload',
    filePath: 'a.properties',
    contentSource: 'text',
    textContent: 'key = välue\n',
  });
  expect(error).toBeUndefined();
  expect(json[0]).toMatchObject({ path: '/a.properties', size: 13 });
  expect(sandbox.confFiles.read('/a.properties')?.toString()).toBe('key = välue\n');
});

test.each(['objects', 'names', 'wrapped'] as const)(
  'list, where listings come as %s',
  async (listingForm) => {
    sandbox.confFiles.listingForm = listingForm;
    for (const path of ['/a.txt', '/sub/b.txt', '/sub/deep/c.txt']) {
      sandbox.confFiles.write(path, path);
    }
    const list = async (parameters: object) => {
      const { json, error } = await runConfFiles(sandbox, {
        resource: 'file',
        operation: 'getAll',
        returnAll: true,
        ...parameters,
      });
      expect(error).toBeUndefined();
      return json.map(({ path, type }) => `${String(type)} ${String(path)}`);
    };
    expect(await list({ path: '/' })).toEqual(['file /a.txt', 'directory /sub']);
    expect(await list({ path: 'sub/' })).toEqual(['file /sub/b.txt', 'directory /sub/deep']);
    expect(await list({ path: '/', recursive: true })).toEqual([
      'file /a.txt',
      'directory /sub',
      'file /sub/b.txt',
      'directory /sub/deep',
      'file /sub/deep/c.txt',
    ]);
    expect(await list({ path: '/', recursive: true, returnAll: false, limit: 2 })).toHaveLength(2);
  },
);

test('list and download carry no token', async () => {
  sandbox.confFiles.write('/a', 'x');
  await runConfFiles(sandbox, DOWNLOAD, [{ json: { path: 'a' } }]);
  await runConfFiles(sandbox, { resource: 'file', operation: 'getAll', path: '/' });
  const reads = sandbox.stats.recent.filter(({ method }) => method === 'GET');
  expect(reads).toHaveLength(2);
  expect(reads.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

describe('a connection that breaks', () => {
  const text = 'x'.repeat(3_000_000);

  test.each(['multipart', 'binary'])('in the middle of an upload as %s', async (uploadFormat) => {
    sandbox.confFiles.write('/big', 'before');
    sandbox.accidents.add({ kind: 'resetBefore', operation: 'confUpload', afterBytes: 1_000_000 });
    const { json, error } = await runConfFiles(sandbox, UPLOAD, [textFile('big', text)], {
      credential: { uploadFormat },
    });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ path: '/big', size: text.length, sha256: sha256(text) }]);
    expect(sandbox.confFiles.read('/big')?.toString()).toBe(text);
    expect(sandbox.stats.byOperation.confUpload).toBe(2);
  });

  test('in the middle of a download', async () => {
    sandbox.confFiles.write('/big', text);
    sandbox.accidents.add({ kind: 'truncated', operation: 'confRetrieve' });
    const { outputs, error } = await runConfFiles(sandbox, DOWNLOAD, [{ json: { path: 'big' } }]);
    expect(error).toBeUndefined();
    const bytes = await readBinary(outputs[0]?.[0]?.binary?.data?.id);
    expect(bytes.toString()).toBe(text);
  });
});

describe('download as text', () => {
  const AS_TEXT = { ...DOWNLOAD, output: 'text' };
  const download = async (content: Buffer | string) => {
    sandbox.confFiles.write('/file.conf', Buffer.from(content));
    return await runConfFiles(sandbox, AS_TEXT, [{ json: { path: 'file.conf' } }]);
  };

  test.each(['', 'a=b\r\n', 'ünïcode ☃', '\uFEFFwith a mark', 'x'.repeat(256 * 1024)])(
    'gives the text, character by character',
    async (text) => {
      const { json, outputs, error } = await download(text);
      expect(error).toBeUndefined();
      expect(json).toEqual([{ path: '/file.conf', size: Buffer.byteLength(text), text }]);
      expect(outputs[0]?.[0]?.binary).toBeUndefined();
    },
  );

  test.each([
    ['a larger file', 'x'.repeat(256 * 1024 + 1), '/file.conf is larger than 256 KiB'],
    ['no text', Buffer.from([0xff, 0xfe, 0x00]), '/file.conf is not UTF-8 text'],
  ])('refuses %s, and goes on with the next', async (_name, content, message) => {
    const { error } = await download(content);
    expect(error).toMatchObject({ message, description: expect.stringContaining('Binary Data') });
    expect((await download('next')).json[0]?.text).toBe('next');
  });
});

test.each([0, 1, 5, 6])(
  'of %i names in a list that are not valid, five are named',
  async (count) => {
    const odd = Array.from({ length: count }, (_, n) => `\u0000${n}`);
    const server = await startRawServer((_request, response) => sendJson(response, ['a', ...odd]));
    try {
      const list = { resource: 'file', operation: 'getAll', path: '/' };
      const { json, run } = await runConfFiles(sandbox, list, [{}], {
        credential: { localAddress: server.baseUrl },
      });
      expect(json.map(({ path }) => path)).toEqual(['/a']);
      const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
      expect(hints.map(({ message }) => message)).toEqual(
        count === 0 ? [] : [expect.stringMatching(new RegExp(`^${count} listed file.*left out`))],
      );
      expect(/and 1 more\.$/.test(hints[0]?.message ?? '')).toBe(count === 6);
    } finally {
      await server.close();
    }
  },
);
