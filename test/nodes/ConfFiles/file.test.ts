import { createHash } from 'node:crypto';
import type { ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Sandbox } from '../../../sandbox';
import { MUTUAL_TLS_SERVER } from '../../support/clientCertificates';
import { readBinary } from '../../support/engine/binaryData';
import { testCredential } from '../../support/engine/testCredential';
import { forgetProxies } from '../../support/network/forgetProxies';
import { startForwardProxy } from '../../support/network/forwardProxy';
import { startTcpServer } from '../../support/network/tcpServer';
import { type Behaviour, sendJson, startRawServer } from '../../support/rawServer';
import { retryAtOnce } from '../../support/retryAtOnce';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';
import { DELETE, DOWNLOAD, LIST, runConfFiles, SYNC, textFile, UPLOAD } from './support';

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
    const sentType = sandbox.stats.recent.at(-1)?.headers['content-type'];
    const isForm = sentType?.startsWith('multipart/form-data; boundary=');
    expect(isForm).toBe(uploadFormat === 'multipart');
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
    const fault = { kind: 'resetBefore', operation: 'confUpload', afterBytes: 1_000_000 };
    sandbox.faults.add(fault as never);
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
  async (listingFormat) => {
    sandbox.confFiles.listingFormat = listingFormat;
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
  sandbox.faults.add({ kind: 'truncated', operation: 'confRetrieve' });
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
    const { json, hints } = await runConfFiles(sandbox, LIST, [{}], { credential });
    expect(json.map(({ path }) => path)).toEqual(['/a']);
    expect(hints).toEqual(
      count === 0 ? [] : [expect.stringMatching(new RegExp(`^${count} listed file.*left out`))],
    );
    expect(/and 1 more\.$/.test(hints[0] ?? '')).toBe(count === 6);
  },
);

const upload = { ...UPLOAD, filePath: 'a', contentSource: 'text', textContent: 'hello' };

interface Case {
  prepare?: (sandbox: Sandbox) => void;
  parameters?: object;
  credential?: object;
  message: RegExp;
  description: RegExp;
}

const TOKEN = /Check the upload token.*platform-common-conf-upload-token/;
const status = (status: number) => (started: Sandbox) =>
  started.faults.add({ kind: 'status', status, body: 'json', operation: 'confUpload' });

const cases: Record<string, Case> = {
  'a wrong upload token (403)': {
    credential: { uploadToken: 'wrong' },
    message: /did not upload \/a: .*HTTP 40[13]/,
    description: TOKEN,
  },
  'a service that wants another token (401)': {
    prepare: status(401),
    message: /did not upload \/a: .*HTTP 401/,
    description: TOKEN,
  },
  'an upload token with a line end': {
    credential: { uploadToken: 'two\nlines' },
    message: /Upload Token contains characters/,
    description: /Copy it again/,
  },
  'an unknown customer (404)': {
    credential: { customer: 'nobody' },
    message: /did not upload \/a: .*HTTP 404/,
    description: /the customer and the platform ID in the credential/,
  },
  'a missing file to download (404)': {
    parameters: { ...DOWNLOAD, filePath: 'missing' },
    message: /did not retrieve \/missing: .*HTTP 404/,
    description: /This path does not exist/,
  },
  'a file that is too large (413)': {
    prepare: status(413),
    message: /did not upload \/a: .*HTTP 413/,
    description: /increase the limit/,
  },
  'no room left (507)': {
    prepare: status(507),
    message: /did not upload \/a: .*HTTP 507/,
    description: /no space left/,
  },
};

test.each(Object.entries(cases))('%s', async (_name, one) => {
  const { prepare, parameters = upload, credential, message, description } = one;
  prepare?.(sandbox);
  const { error } = await runConfFiles(sandbox, parameters, [{}], { credential });
  expect(error?.message).toMatch(message);
  expect(error?.description).toMatch(description);
  expect(JSON.stringify(error)).not.toContain(sandbox.uploadCredentials.uploadToken);
});

const EMPTY = { uploadToken: ' ' };
const AWAY = { localAddress: 'http://127.0.0.1:9' };
const NOT_REACHABLE = 'The configuration file service is not reachable at http://127.0.0.1:9: ';
const NOBODY = { customer: 'nobody' };
const WRONG = /^The customer or the platform ID is wrong: .*HTTP 404.*Copy both from the address/;

test.each<[object, 'OK' | 'Error', RegExp]>([
  [{}, 'OK', /^Connection successful$/],
  [
    AWAY,
    'Error',
    /^The upload token works.* The local address does not: .*Check that the port is forwarded/,
  ],
  [{ ...AWAY, ...EMPTY }, 'Error', new RegExp(`^${NOT_REACHABLE}`)],
  [NOBODY, 'Error', WRONG],
  [{ platformId: '77' }, 'Error', WRONG],
  [{ ...NOBODY, ...EMPTY }, 'Error', WRONG],
  [{ platformId: '77', ...EMPTY }, 'Error', WRONG],
  [
    { uploadToken: 'wrong' },
    'Error',
    /^The upload token is wrong: .*HTTP 40[13].*Check the upload token/,
  ],
  [EMPTY, 'OK', /^Files can be read\. The upload token is empty/],
  [
    { ...EMPTY, localAddress: '' },
    'OK',
    /^Nothing was tested: the upload token and the local address are empty\.$/,
  ],
  [{ localAddress: '' }, 'OK', /^Connection successful$/],
])('the test button of the credential with %j: %s, and nothing is left', async (...row) => {
  const [changes, outcome, message] = row;
  const credential = { ...sandbox.uploadCredentials, ...changes };
  expect(await testCredential('dataPlatformUploadTokenApi', credential)).toEqual({
    status: outcome,
    message: expect.stringMatching(message),
  });
  expect(sandbox.confFiles.paths()).toEqual([]);
  expect(sandbox.stats.byOperation.confUpload).toBeUndefined();
});

test.each([
  [500, '{"message":"No space"}', 'application/json'],
  [403, '<html><title>Blocked</title></html>', 'text/html'],
])('the test button does not blame the token for HTTP %d with %s', async (status, body, type) => {
  const { baseUrl } = await untilTestEnds(
    startRawServer((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    ),
  );
  const credential = { ...sandbox.uploadCredentials, baseUrl };
  const tested = await testCredential('dataPlatformUploadTokenApi', credential);
  const message = expect.stringContaining(`HTTP ${status}`);
  expect(tested).toMatchObject({ status: 'Error', message });
  expect(tested?.message).not.toContain('upload token');
});

async function answeredBy(behave: Behaviour, parameters: object = LIST, items = [{}]) {
  const { baseUrl: localAddress, received } = await untilTestEnds(startRawServer(behave));
  const credential = { localAddress };
  const run = await runConfFiles(sandbox, parameters, items, { credential });
  return { ...run, received };
}

test('a sync refuses a list that names a next page in a header, and uploads nothing', async () => {
  const options = { deleteExtraneous: true };
  const { error } = await answeredBy(
    (_request, response) => {
      response.setHeader('link', '</first>; rel="first", </next>; rel="next"');
      sendJson(response, ['a']);
    },
    { ...SYNC, options },
    [textFile('/b', 'b')],
  );
  expect(error?.message).toMatch(/list of files is incomplete/);
  expect(error?.description).toContain('choose a folder with fewer files');
  expect(sandbox.confFiles.paths()).toEqual([]);
});

describe('a list of an unknown format', () => {
  const UNKNOWN = { tree: { a: { bytes: 1 } } };
  const behave: Behaviour = (_request, response) => sendJson(response, UNKNOWN);

  test('is returned as received by Raw Response, which the error names', async () => {
    const { error } = await answeredBy(behave);
    expect(error?.message).toBe('The list of files has an unknown format');
    expect(error?.description).toContain('"Raw Response"');
    const { json } = await answeredBy(behave, { ...LIST, options: { raw: true } });
    expect(json).toEqual([UNKNOWN]);
  });

  test.each<[string, string, unknown[]]>([
    ['text', 'a.txt\nb.txt', [{ value: 'a.txt\nb.txt' }]],
    ['two entries', '["a",{"Key":"b"}]', [{ value: 'a' }, { Key: 'b' }]],
    ['what n8n would take for a failure', '[{"error":"x"}]', [{ value: { error: 'x' } }]],
  ])('Raw Response returns %s', async (_name, text, expected) => {
    const raw = { ...LIST, options: { raw: true } };
    const { json } = await answeredBy((_request, response) => response.end(text), raw);
    expect(json).toEqual(expected);
  });

  test('Raw Response says what is not as received: large numbers, and further pages', async () => {
    const raw = { ...LIST, options: { raw: true } };
    const paged: Behaviour = (_request, response) => {
      response.setHeader('link', '</next>; rel="next"');
      response.end('[{"size":7615917337495251231}]');
    };
    const { json, hints } = await answeredBy(paged, raw, [{}, {}]);
    expect(json).toEqual(Array.from({ length: 2 }, () => ({ size: '7615917337495251231' })));
    const page =
      'Only the first page of the list of / was returned. The response header "Link" reports more files.';
    expect(hints).toEqual([expect.stringMatching(/as text.*: size$/), page, page]);
  });

  test('Raw Response does not go with subfolders', async () => {
    const parameters = { ...LIST, recursive: true, options: { raw: true } };
    const { error, received } = await answeredBy(behave, parameters);
    expect(error?.message).toContain('cannot include subfolders');
    expect(received).toEqual([]);
  });
});

retryAtOnce();

const { cert, key } = MUTUAL_TLS_SERVER;

async function hostOf(...given: Parameters<typeof startTcpServer>): Promise<string> {
  return (await untilTestEnds(startTcpServer(...given))).host;
}

async function page(status: number, text: string, type = 'text/html', tls?: ServerOptions) {
  const respond: Behaviour = (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(text);
  return (await untilTestEnds(startRawServer(respond, tls))).baseUrl;
}

const failureOf = async (localAddress: string, parameters: object = LIST) => {
  const items = [textFile('/a.json', '')];
  const { error } = await runConfFiles(sandbox, parameters, items, {
    credential: { localAddress },
  });
  return { message: error?.message, description: error?.description };
};

test.each<[string, (socket: Socket) => void]>([
  ['closes each connection', (socket) => socket.end()],
  ['closes it when something comes', (socket) => socket.on('data', () => socket.destroy())],
  ['resets it', (socket) => socket.on('data', () => socket.resetAndDestroy())],
])('a forwarded port that %s leads nowhere', async (_name, behave) => {
  const host = await hostOf(behave);
  for (const [address, parameters] of [
    [`http://${host}`, LIST],
    [`https://${host}`, DOWNLOAD],
  ] as const) {
    const { message, description } = await failureOf(address, parameters);
    expect(message).toMatch(`The configuration file service is not reachable at ${address}: `);
    expect(description).toMatch(
      /^Check that the port is forwarded.* kubectl -n platform-common port-forward service\/platform-common-confservice 8080:80 /,
    );
  }
});

const PLAIN_TO_HTTPS = 'The plain HTTP request was sent to HTTPS port';
test.each<[string, () => Promise<string>, RegExp, RegExp]>([
  [
    'https:// at a port of plain HTTP',
    async () => sandbox.confFiles.localAddress.replace('http', 'https'),
    /^HOST does not use HTTPS on this port$/,
    /^Check whether the address .* needs http:/,
  ],
  [
    'http:// at a port of HTTPS, which closes the connection',
    async () => `http://${await hostOf(() => undefined, { cert, key })}`,
    /^The configuration file service is not reachable at http:\/\/HOST: /,
    /the address is right, including http:\/\/ or https:\/\//,
  ],
  [
    'http:// at a port of HTTPS that reports so in a text',
    () => page(400, PLAIN_TO_HTTPS, 'text/plain'),
    /^The configuration file service did not .*plain HTTP request was sent to HTTPS port$/,
    /credential/,
  ],
  [
    'http:// at a port of HTTPS that reports so in a page',
    () => page(400, `<html><head><title>400 ${PLAIN_TO_HTTPS}</title></head></html>`),
    /^The configuration file service did not .*"400 The plain HTTP request was sent to HTTPS port"/,
    /returned a web page, and the platform never sends one/,
  ],
  [
    'something else than HTTP',
    async () => `http://${await hostOf((socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n'))}`,
    /^The configuration file service is not reachable at http:\/\/HOST: /,
    /Check that the port is forwarded/,
  ],
  [
    'the page of another service that knows no such path',
    () => page(404, '<h1>Cannot GET</h1>'),
    /^The configuration file service did not .*HTTP 404/,
    /^Check the address.*another server at http:\/\/HOST/,
  ],
  [
    'the page of another service in place of a list',
    () => page(200, '<!doctype html><html><head><title>My dashboard</title></head></html>'),
    /^A web page \("My dashboard"\) was returned instead of the list of files$/,
    /^Check "Local Address".*Another program may use its port.* comes from HOST/,
  ],
  [
    'a certificate that is not trusted',
    () => page(200, '[]', 'application/json', { cert, key }),
    /certificate/i,
    /./,
  ],
])('%s', async (_name, start, message, description) => {
  const address = await start();
  const failure = await failureOf(address);
  expect(failure.message?.replace(new URL(address).host, 'HOST')).toMatch(message);
  expect(failure.description?.replace(new URL(address).host, 'HOST')).toMatch(description);
});

test('a proxy in the way to the local address is named, not the port', async () => {
  const headers = { 'proxy-status': 'gate; error=denied' };
  const refusal = { statusCode: 403, headers, body: 'No' };
  const proxy = await untilTestEnds(
    startForwardProxy(() => ({ customResponseFunction: () => refusal })),
  );
  forgetProxies();
  process.env.HTTP_PROXY = proxy.url;
  const { message, description } = await failureOf(sandbox.confFiles.localAddress);
  forgetProxies();
  expect(message).toMatch(/^The proxy .* blocked a request to /);
  expect(description).toMatch(/add the host to NO_PROXY/);
});
