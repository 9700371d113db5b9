import { createHash } from 'node:crypto';
import { readBinary } from '../../support/engine/binaryData';
import { sandboxForEachTest } from '../../support/testSandbox';
import { sendJson, startRawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { DELETE, DOWNLOAD, LIST, runConfFiles, textFile, UPLOAD } from './support';

const sandbox = sandboxForEachTest({ seed: false });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const NAMES = [
  'plain.txt',
  '/with/slash/in/front.txt',
  'ünïcode ☃/名前.json',
  'with space/a b.txt',
  'with#hash/?question/100%/a+b&c=d.txt',
  '%2e%2e/%2F.txt',
  '"quoted" \'name\';.txt',
  'empty',
];

describe.each(['multipart', 'binary'])('upload as %s', (uploadFormat) => {
  test.each(NAMES)('and download %j, bytes identical; then delete', async (path) => {
    const text = path === 'empty' ? '' : `content of ${path} ☃\r\n--boundary--\r\n`;
    const whole = path.startsWith('/') ? path : `/${path}`;
    const size = Buffer.byteLength(text);
    const uploaded = await runConfFiles(sandbox, UPLOAD, [textFile(path, text)], {
      credential: { uploadFormat },
    });
    expect(uploaded.error).toBeUndefined();
    expect(uploaded.json).toEqual([{ path: whole, size, sha256: sha256(text) }]);
    expect(sandbox.confFiles.read(whole)?.toString()).toBe(text);

    const downloaded = await runConfFiles(sandbox, DOWNLOAD, [{ json: { path } }]);
    expect(downloaded.error).toBeUndefined();
    expect(downloaded.json).toEqual([{ path: whole, size, mimeType: expect.any(String) }]);
    const binary = downloaded.outputs[0]?.[0]?.binary?.data;
    expect(binary?.fileName).toBe(whole.split('/').pop());
    expect((await readBinary(binary?.id)).toString()).toBe(text);
    const reads = sandbox.stats.recent.filter(({ method }) => method === 'GET');
    expect(reads.map(({ headers }) => headers.authorization)).toEqual(reads.map(() => undefined));

    const deleted = await runConfFiles(sandbox, DELETE, [{ json: { path } }]);
    expect(deleted.json).toEqual([{ deleted: true, path: whole }]);
    expect(sandbox.confFiles.paths()).toEqual([]);
  });

  test('a connection that breaks in the middle: the file is sent again', async () => {
    const text = 'x'.repeat(3_000_000);
    sandbox.confFiles.write('/big', 'before');
    const accident = { kind: 'resetBefore', operation: 'confUpload', afterBytes: 1_000_000 };
    sandbox.accidents.add(accident as never);
    const { json, error } = await runConfFiles(sandbox, UPLOAD, [textFile('big', text)], {
      credential: { uploadFormat },
    });
    expect(error).toBeUndefined();
    expect(json).toEqual([{ path: '/big', size: text.length, sha256: sha256(text) }]);
    expect(sandbox.confFiles.read('/big')?.toString()).toBe(text);
    expect(sandbox.stats.byOperation.confUpload).toBe(2);
  });
});

test('upload of text that is written in the node', async () => {
  const textContent = 'key = välue\n';
  const parameters = { ...UPLOAD, filePath: 'a.properties', contentSource: 'text', textContent };
  const { json } = await runConfFiles(sandbox, parameters);
  expect(json[0]).toMatchObject({ path: '/a.properties', size: 13 });
  expect(sandbox.confFiles.read('/a.properties')?.toString()).toBe(textContent);
});

test.each(['objects', 'names', 'wrapped'] as const)(
  'list, where listings come as %s, without a token',
  async (listingForm) => {
    sandbox.confFiles.listingForm = listingForm;
    const files = ['/a.txt', '/sub/b.txt', '/sub/deep/c.txt'];
    for (const path of files) sandbox.confFiles.write(path, path);
    const list = async (parameters: object) => {
      const all = { ...LIST, returnAll: true, ...parameters };
      const { json, error } = await runConfFiles(sandbox, all);
      expect(error).toBeUndefined();
      return json.map(({ path, type }) => `${String(type)} ${String(path)}`);
    };
    expect(await list({})).toEqual(['file /a.txt', 'directory /sub']);
    expect(sandbox.stats.recent.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(await list({ path: 'sub/' })).toEqual(['file /sub/b.txt', 'directory /sub/deep']);
    expect(await list({ recursive: true })).toEqual([
      'file /a.txt',
      'directory /sub',
      'file /sub/b.txt',
      'directory /sub/deep',
      'file /sub/deep/c.txt',
    ]);
    expect(await list({ recursive: true, returnAll: false, limit: 2 })).toHaveLength(2);
  },
);

test('a connection that breaks in the middle of a download: the file is read again', async () => {
  const text = 'x'.repeat(3_000_000);
  sandbox.confFiles.write('/big', text);
  sandbox.accidents.add({ kind: 'truncated', operation: 'confRetrieve' });
  const { outputs } = await runConfFiles(sandbox, DOWNLOAD, [{ json: { path: 'big' } }]);
  const bytes = await readBinary(outputs[0]?.[0]?.binary?.data?.id);
  expect(bytes.toString()).toBe(text);
});

describe('download as text', () => {
  const download = async (content: Buffer | string) => {
    sandbox.confFiles.write('/file.conf', Buffer.from(content));
    const parameters = { ...DOWNLOAD, output: 'text' };
    return await runConfFiles(sandbox, parameters, [{ json: { path: 'file.conf' } }]);
  };

  test.each(['', 'a=b\r\n', 'ünïcode ☃', '\uFEFFwith a mark', 'x'.repeat(256 * 1024)])(
    'returns the text, character by character: %#',
    async (text) => {
      const { json, outputs } = await download(text);
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
    const { baseUrl } = await untilTestEnds(
      startRawServer((_request, response) => sendJson(response, ['a', ...odd])),
    );
    const credential = { localAddress: baseUrl };
    const { json, run } = await runConfFiles(sandbox, LIST, [{}], { credential });
    expect(json.map(({ path }) => path)).toEqual(['/a']);
    const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
    expect(hints.map(({ message }) => message)).toEqual(
      count === 0 ? [] : [expect.stringMatching(new RegExp(`^${count} listed file.*left out`))],
    );
    expect(/and 1 more\.$/.test(hints[0]?.message ?? '')).toBe(count === 6);
  },
);
