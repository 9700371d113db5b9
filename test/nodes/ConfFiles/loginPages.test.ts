import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { readBinary } from '../../support/engine/binaryData';
import { sandboxForEachTest } from '../../support/testSandbox';
import { sendJson, startRawServer, type Behaviour, type RawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { DOWNLOAD, runConfFiles, SYNC, textFile } from './support';
import { retryAtOnce } from '../../support/retryAtOnce';

retryAtOnce();

const LOGIN_PAGE =
  '<!DOCTYPE html><html><head><title>Log in</title></head><body><form><input type="password"></form></body></html>';
/** As the pages of single sign-on that a script builds. */
const BARE_PAGE = '<!doctype html><html><head><title>Sign on</title></head></html>';

const sandbox = sandboxForEachTest({ seed: false });
let front: RawServer;
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

/** Starts a server, and returns the fields of the credential that make it the local address. */
async function inFront(behave: Behaviour): Promise<{ localAddress: string }> {
  front = await untilTestEnds(startRawServer(behave));
  return { localAddress: front.baseUrl };
}

const page =
  (text: string): Behaviour =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);

/** A service with a page at each of these names, which lists them so. */
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
    sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve', times: 10_000 });
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
    sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve' });
    const { json } = await download(['/a.json'], {}, output);
    expect(json[0]).toMatchObject({ path: '/a.json', size: 2 });
  });

  test.each([
    ['/a.json', LOGIN_PAGE],
    ['/a.json', BARE_PAGE],
    ['/hosts', LOGIN_PAGE],
    // The page of a login, and not that of a file of this name.
    ['/index.html', LOGIN_PAGE],
  ])('that responds to everything is reported (%s, %j)', async (path, text) => {
    const store = storedFiles();
    const result = await download([path], await inFront(page(text)), output);
    expect(told(result)).toContain(`instead of the file ${path}`);
    expect(store).not.toHaveBeenCalled();
  });
});

test('a page of the size that is listed is the file', async () => {
  const names = ['login.html', 'login.ftl', 'login.json', 'login'];
  const listed = (name: string) => ({ name, size: LOGIN_PAGE.length });
  const credential = await inFront(service(LOGIN_PAGE, names, listed));
  const { json, outputs } = await download(names, credential);
  expect(json.map(({ size }) => size)).toEqual(names.map(() => LOGIN_PAGE.length));
  const [first] = outputs[0] ?? [];
  expect((await readBinary(first?.binary?.data?.id)).toString()).toBe(LOGIN_PAGE);
});

test.each([
  ['of which only the name is listed', (name: string) => name],
  ['where the list cannot be read', () => 7],
])('a page with a password field is no file %s', async (_what, listed) => {
  const credential = await inFront(service(LOGIN_PAGE, ['login.html'], listed));
  const result = await download(['login.html'], credential);
  expect(told(result)).toContain('instead of the file');
  expect(result.json[0]?.errorDescription).toContain('If the file itself is this page');
});

test.each([1, 100])(
  'a sync compares %d of the user’s own pages by their bytes where only names are listed',
  async (count) => {
    const names = Array.from({ length: count }, (_, index) => `login-${index}`);
    const credential = await inFront(service(LOGIN_PAGE, names, (name) => name));
    const items = names.map((name) => textFile(name, LOGIN_PAGE));
    const same = await runConfFiles(sandbox, SYNC, items, { credential });
    expect(same.json.map(({ action }) => action)).toEqual(names.map(() => 'unchanged'));
    expect(front.received).toHaveLength(1 + count);
    items[0] = textFile('login-0', `${LOGIN_PAGE} `);
    const other = await runConfFiles(sandbox, SYNC, items, { credential });
    expect(other.json.filter(({ action }) => action === 'uploaded')).toHaveLength(1);
    expect(sandbox.confFiles.paths()).toEqual(['/login-0']);
  },
);

test('a page is given without a question where its name says that it is one', async () => {
  const credential = await inFront(service(BARE_PAGE, ['a.html'], () => 7));
  const { json } = await download(['/a.html'], credential);
  expect(json[0]).toMatchObject({ size: BARE_PAGE.length, mimeType: 'text/html' });
  expect(front.received).toHaveLength(1);
});

test('a sync takes a page that comes instead of a file for other bytes', async () => {
  sandbox.confFiles.write('/a.json', '{}');
  sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve', times: 100 });
  const { json } = await runConfFiles(sandbox, SYNC, [textFile('a.json', '[]')]);
  expect(json).toMatchObject([{ path: '/a.json', action: 'uploaded' }]);
});
