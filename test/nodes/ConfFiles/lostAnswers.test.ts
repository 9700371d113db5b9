import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { readBinary } from '../../support/engine/binaryData';
import { type Behaviour, type RawServer, sendJson, startRawServer } from '../../support/rawServer';
import { retryAtOnce } from '../../support/retryAtOnce';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';
import { type Changes, DELETE, DOWNLOAD, runConfFiles, SYNC, textFile, UPLOAD } from './support';

retryAtOnce();

const sandbox = sandboxForEachTest({ seed: false });

const reset: Behaviour = (_request, response) => response.socket?.resetAndDestroy();
const respond =
  (status: number, body: string, type = 'application/json'): Behaviour =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body);
const NOT_THERE = respond(404, '{"message":"/a is not there"}');
const GATEWAY_404 = respond(404, '<html><head><title>404</title></head></html>', 'text/html');
const LOGIN_PAGE = respond(200, '<html><head><title>Log in</title></head></html>', 'text/html');
const DONE = respond(200, '{}');

let server: RawServer;

/** Responds to one request after the other; the last response stays. */
async function serve(...responses: Behaviour[]) {
  let next = 0;
  const behave: Behaviour = (request, response) =>
    responses[Math.min(next++, responses.length - 1)]?.(request, response);
  server = await untilTestEnds(startRawServer(behave));
}

const upload = { ...UPLOAD, contentSource: 'text', textContent: '={{ $json.text ?? "hello" }}' };
const CHANGES = { upload, delete: DELETE };
const run = async (
  change: keyof typeof CHANGES,
  items: Array<{ path: string; text?: string }> = [{ path: 'a' }],
  settings: Changes['settings'] = {},
) =>
  await runConfFiles(
    sandbox,
    CHANGES[change],
    items.map((json) => ({ json })),
    {
      settings,
      credential: {
        baseUrl: server.baseUrl,
        uploadFormat: 'binary',
        uploadToken: 'token-of-the-test',
      },
    },
  );

const UNKNOWN = /^It is not known whether/;
const DELETED = { deleted: true, path: '/a' };

describe.each(['upload', 'delete'] as const)('%s', (change) => {
  test.each([
    ['every response is lost', reset, 'broke'],
    ['a login page responds', LOGIN_PAGE, 'a web page ("Log in")'],
    ['the response breaks off', respond(200, '{"path":"/a'), 'an unreadable response'],
  ])('%s: the outcome is unknown', async (_name, always, cause) => {
    await serve(always);
    const { error, json } = await run(change);
    expect(json).toEqual([]);
    expect(error?.message).toMatch(UNKNOWN);
    expect(error?.message).toContain(cause);
    expect(server.received.length).toBeGreaterThan(1);
    expect(error?.description).toContain(`was sent ${server.received.length} times`);
  });

  test.each([403, 200])('a firewall responds with %d: the outcome is unknown', async (status) => {
    const page =
      '<html><title>Request Rejected</title>Your support ID is: 123456789012345678</html>';
    await serve(respond(status, page, 'text/html'));
    const { error } = await run(change);
    expect(error?.message).toMatch(UNKNOWN);
    expect(error?.message).toContain('Support ID: 123456789012345678');
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['a page once, and then the service', [LOGIN_PAGE, DONE], 2],
    ['success with a text of the type text/html', [respond(200, 'Done', 'text/html')], 1],
    ['success without a text of the type text/html', [respond(200, '', 'text/html')], 1],
  ])('%s: done', async (_name, responses, requests) => {
    await serve(...responses);
    expect((await run(change)).json).toMatchObject([{ path: '/a' }]);
    expect(server.received).toHaveLength(requests);
  });

  test('two items with one path are one request', async () => {
    await serve(DONE, NOT_THERE);
    const { error, json } = await run(change, [{ path: 'a' }, { path: '/a' }]);
    expect(error).toBeUndefined();
    expect(json).toMatchObject([{ path: '/a' }, { path: '/a' }]);
    expect(server.received).toHaveLength(1);
  });

  test.each([
    [400, (headers: string) => JSON.stringify({ message: headers }), /HTTP 400/],
    [200, (headers: string) => `<html><title>${headers}</title></html>`, UNKNOWN],
  ])('a response (%d) that repeats the request shows no token', async (status, said, message) => {
    await serve(({ headers }, response) =>
      response.writeHead(status).end(said(JSON.stringify(headers))),
    );
    const { run: whole, error } = await run(change);
    expect(error?.message).toMatch(message);
    expect(JSON.stringify(whole.data.resultData)).not.toContain('token-of-the-test');
  });
});

const RETRY = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const REFUSED = /did not delete \/a: .*HTTP 404/;

test.each<[string, Behaviour[], RegExp | undefined, Changes['settings']?]>([
  ['no file there, after an earlier attempt that may have arrived', [reset, NOT_THERE], undefined],
  ['a gateway’s 404 after a reset', [reset, GATEWAY_404], UNKNOWN],
  [
    'a gateway’s 404 of stock text after a reset',
    [reset, respond(404, '404 page not found\n', 'text/plain')],
    UNKNOWN,
  ],
  ['a 404 without a word after a reset', [reset, respond(404, '')], UNKNOWN],
  ['a 404 of the service at once', [NOT_THERE], REFUSED],
  ['a 404 of a gateway at once', [GATEWAY_404], REFUSED],
  [
    'no file there, after an earlier try of Retry On Fail',
    [reset, reset, reset, reset, NOT_THERE],
    undefined,
    RETRY,
  ],
  ['a 404 of the service in each try of Retry On Fail', [NOT_THERE], REFUSED, RETRY],
])('delete: %s', async (_name, responses, message, settings = {}) => {
  await serve(...responses);
  const { error, json } = await run('delete', undefined, settings);
  expect(json).toEqual(message ? [] : [DELETED]);
  if (message) expect(error?.message).toMatch(message);
});

test.each([
  ['two items with one path and other content', '/a', 'Two items have the path /a'],
  ['one of 100 items that cannot be read', '../x', 'contains the name ".."'],
])('upload: %s: an error before anything is sent', async (_name, path, message) => {
  await serve(DONE);
  const items = Array.from({ length: 99 }, (_, i) => ({ path: i === 0 ? 'a' : `f${i}` }));
  const { error } = await run('upload', [...items, { path, text: '3' }]);
  expect(error?.message).toContain(message);
  expect(server.received).toEqual([]);
});

const LOGIN_FORM =
  '<!DOCTYPE html><html><head><title>Log in</title></head><body><form><input type="password"></form></body></html>';
/** As the pages of single sign-on that a script builds. */
const BARE_PAGE = '<!doctype html><html><head><title>Sign on</title></head></html>';
afterEach(() => jest.restoreAllMocks());

const download = async (paths: string[], credential = {}, output?: string) =>
  await runConfFiles(
    sandbox,
    { ...DOWNLOAD, ...(output && { output }) },
    paths.map((path) => ({ json: { path } })),
    { credential, settings: { onError: 'continueRegularOutput' } },
  );

/** Where n8n keeps files; a page must never get there. */
const storedFiles = () => jest.spyOn(Container.get(BinaryDataService), 'store');
const told = ({ json, error, outputs }: Awaited<ReturnType<typeof download>>) =>
  `${error?.message ?? ''} ${JSON.stringify(json)} ${outputs[0]?.[0]?.error?.message ?? ''}`;

async function inFront(behave: Behaviour): Promise<{ localAddress: string }> {
  await serve(behave);
  return { localAddress: server.baseUrl };
}

const HTML = 'text/html; charset=utf-8';
const page = (text: string, type = HTML) => respond(200, text, type);

const service =
  (text: string, names: string[], listed: (name: string) => unknown): Behaviour =>
  (request, response) => {
    const { pathname, search } = new URL(request.path, 'http://service');
    if (search) sendJson(response, names.map(listed));
    else if (names.includes(pathname.split('/').pop() ?? '')) page(text)(request, response);
    else sendJson(response, { message: 'not there' }, 404);
  };

describe.each(['binary', 'text'])('a page in place of a file (%s)', (output) => {
  test('that the listing knows otherwise is reported, and not kept', async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `/conf/${index}.json`);
    for (const path of paths) sandbox.confFiles.write(path, '{}');
    sandbox.faults.add({ kind: 'html', operation: 'confRetrieve', times: 10_000 });
    const store = storedFiles();
    const result = await download(paths, {}, output);
    expect(told(result)).toContain(
      'A web page (\\"Please log in\\") was returned instead of the file /conf/0.json',
    );
    expect(result.outputs[0]?.every(({ binary }) => binary === undefined)).toBe(true);
    expect(store).not.toHaveBeenCalled();
  });

  test('that comes once is asked for again', async () => {
    sandbox.confFiles.write('/a.json', '{}');
    sandbox.faults.add({ kind: 'html', operation: 'confRetrieve' });
    const { json } = await download(['/a.json'], {}, output);
    expect(json[0]).toMatchObject({ path: '/a.json', size: 2 });
  });

  test.each([
    ['/a.json', LOGIN_FORM, HTML],
    ['/a.json', BARE_PAGE, HTML],
    ['/a.json', BARE_PAGE, 'application/xhtml+xml'],
    ['/hosts', LOGIN_FORM, HTML],
    // The page of a login, and not that of a file of this name.
    ['/index.html', LOGIN_FORM, HTML],
  ])('that responds to everything is reported (%s, %j, %s)', async (path, text, type) => {
    const store = storedFiles();
    const result = await download([path], await inFront(page(text, type)), output);
    expect(told(result)).toContain(`instead of the file ${path}`);
    expect(store).not.toHaveBeenCalled();
  });
});

test('a page of the size that is listed is the file', async () => {
  const names = ['login.html', 'login.ftl', 'login.json', 'login'];
  const listed = (name: string) => ({ name, size: LOGIN_FORM.length });
  const credential = await inFront(service(LOGIN_FORM, names, listed));
  const { json, outputs } = await download(names, credential);
  expect(json.map(({ size }) => size)).toEqual(names.map(() => LOGIN_FORM.length));
  const [first] = outputs[0] ?? [];
  expect((await readBinary(first?.binary?.data?.id)).toString()).toBe(LOGIN_FORM);
});

test.each(['text/plain', 'application/octet-stream'])(
  'a page of the type %s is a file',
  async (type) => {
    const { json } = await download(['/login.ftl'], await inFront(page(LOGIN_FORM, type)));
    expect(json[0]).toMatchObject({ size: LOGIN_FORM.length });
  },
);

test.each([
  ['of which only the name is listed', (name: string) => name],
  ['where the list cannot be read', () => 7],
])('a page with a password field is no file %s', async (_what, listed) => {
  const credential = await inFront(service(LOGIN_FORM, ['login.html'], listed));
  const result = await download(['login.html'], credential);
  expect(told(result)).toContain('instead of the file');
  expect(result.json[0]?.errorDescription).toContain('The file itself may be this page');
});

test.each([1, 100])(
  'a sync compares %d of the user’s own pages by their bytes where only names are listed',
  async (count) => {
    const names = Array.from({ length: count }, (_, index) => `login-${index}`);
    const credential = await inFront(service(LOGIN_FORM, names, (name) => name));
    const items = names.map((name) => textFile(name, LOGIN_FORM));
    const same = await runConfFiles(sandbox, SYNC, items, { credential });
    expect(same.json.map(({ action }) => action)).toEqual(names.map(() => 'unchanged'));
    expect(server.received).toHaveLength(1 + count);
    items[0] = textFile('login-0', `${LOGIN_FORM} `);
    const other = await runConfFiles(sandbox, SYNC, items, { credential });
    expect(other.json.filter(({ action }) => action === 'uploaded')).toHaveLength(1);
    expect(sandbox.confFiles.paths()).toEqual(['/login-0']);
  },
);

test('a page is given without a question where its name says that it is one', async () => {
  const credential = await inFront(service(BARE_PAGE, ['a.html'], () => 7));
  const { json } = await download(['/a.html'], credential);
  expect(json[0]).toMatchObject({ size: BARE_PAGE.length, mimeType: 'text/html' });
  expect(server.received).toHaveLength(1);
});

test('a sync takes a page that comes instead of a file for other bytes', async () => {
  sandbox.confFiles.write('/a.json', '{}');
  sandbox.faults.add({ kind: 'html', operation: 'confRetrieve', times: 100 });
  const { json } = await runConfFiles(sandbox, SYNC, [textFile('a.json', '[]')]);
  expect(json).toMatchObject([{ path: '/a.json', action: 'uploaded' }]);
});
