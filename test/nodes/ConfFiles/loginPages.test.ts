import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { Sandbox } from '../../../sandbox';
import { readBinary } from '../../support/engine/binaryData';
import { startRawServer, type Behaviour, type RawServer } from '../../support/rawServer';
import { runConfFiles, runSync, startEmptySandbox, textFile } from './support';

const LOGIN_PAGE =
  '<!DOCTYPE html><html><head><title>Log in</title></head><body><form><input type="password"></form></body></html>';
/** As the pages of single sign-on that a script builds. */
const BARE_PAGE = '<!doctype html><html><head><title>Sign on</title></head></html>';

let sandbox: Sandbox;
let front: RawServer | undefined;
beforeEach(async () => {
  sandbox = await startEmptySandbox();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await front?.close();
  front = undefined;
  await sandbox.close();
});

const DOWNLOAD = { resource: 'file', operation: 'download', filePath: '={{ $json.path }}' };
const download = async (paths: string[], { credential = {}, ...fields }: DownloadFields = {}) =>
  await runConfFiles(
    sandbox,
    { ...DOWNLOAD, ...fields },
    paths.map((path) => ({ json: { path } })),
    { credential, settings: { onError: 'continueRegularOutput' } },
  );
interface DownloadFields {
  output?: string;
  credential?: object;
}

/** Where n8n keeps files; a page must never get there. */
const storedFiles = () => jest.spyOn(Container.get(BinaryDataService), 'store');
const told = ({ json, error, outputs }: Awaited<ReturnType<typeof download>>) =>
  `${error?.message ?? ''} ${JSON.stringify(json)} ${outputs[0]?.[0]?.error?.message ?? ''}`;

/** What the credential has to hold for this server to be the one that lists and gives back files. */
async function inFront(behave: Behaviour): Promise<{ localAddress: string }> {
  front = await startRawServer(behave);
  return { localAddress: front.baseUrl };
}

const page = (text: string, status = 200): Behaviour => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(text);
  };
};

/** A service that lists files, and tells the type of each by its content. */
function service(files: Record<string, string>, listed: (name: string) => unknown): Behaviour {
  return ({ path }, response) => {
    const { pathname, search } = new URL(path, 'http://service');
    const name = pathname.split('/').pop() ?? '';
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (search) return json(200, Object.keys(files).map(listed));
    const text = new Map(Object.entries(files)).get(name);
    if (text === undefined) return json(404, { message: 'not there' });
    return page(text)({} as never, response);
  };
}

describe.each(['binary', 'text'])('a page in place of a file (%s)', (output) => {
  test('that the listing knows otherwise is reported, and not kept', async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `/conf/${index}.json`);
    for (const path of paths) sandbox.confFiles.write(path, '{}');
    sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve', times: 10_000 });
    const store = storedFiles();
    const result = await download(paths, { output });
    expect(told(result)).toContain(
      'A web page (\\"Please log in\\") was returned instead of the file /conf/0.json',
    );
    expect(result.outputs[0]?.every(({ binary }) => binary === undefined)).toBe(true);
    expect(store).not.toHaveBeenCalled();
  });

  test('that comes once is asked for again', async () => {
    sandbox.confFiles.write('/a.json', '{}');
    sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve' });
    const { json } = await download(['/a.json'], { output });
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
    const result = await download([path], { output, credential: await inFront(page(text)) });
    expect(told(result)).toContain(`instead of the file ${path}`);
    expect(store).not.toHaveBeenCalled();
  });
});

describe('a page that is a file is given', () => {
  const text = LOGIN_PAGE;

  test.each([
    ['of the size that is listed', (name: string) => ({ name, size: text.length, type: 'file' })],
    ['of which only the name is listed', (name: string) => name],
    ['where the list cannot be read', () => 7],
  ])('%s', async (_name, listed) => {
    const names = ['login.html', 'login.ftl', 'login.json', 'login'];
    const files = Object.fromEntries(names.map((name) => [name, text]));
    const credential = await inFront(service(files, listed));
    const { json, outputs } = await download(
      names.map((name) => `/${name}`),
      { credential },
    );
    expect(json.map(({ size }) => size)).toEqual(names.map(() => text.length));
    const [first] = outputs[0] ?? [];
    expect((await readBinary(first?.binary?.data?.id)).toString()).toBe(text);
  });

  test('without a question where its name says that it is one', async () => {
    const credential = await inFront(service({ 'a.html': BARE_PAGE }, () => 7));
    const { json } = await download(['/a.html'], { credential });
    expect(json[0]).toMatchObject({ size: BARE_PAGE.length, mimeType: 'text/html' });
    expect(front?.received).toHaveLength(1);
  });
});

test('a sync reports a page instead of the file that it compares', async () => {
  sandbox.confFiles.write('/a.json', '{}');
  sandbox.accidents.add({ kind: 'html', operation: 'confRetrieve', times: 100 });
  const { error } = await runSync(sandbox, [textFile('a.json', '[]')], {
    filePath: '={{ $json.path }}',
  });
  expect(error?.message).toBe('1 of 1 files failed');
  expect(error?.description).toContain('instead of the file /a.json');
  expect(sandbox.stats.byOperation.confUpload).toBeUndefined();
});
