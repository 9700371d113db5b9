import type { ServerResponse } from 'node:http';
import { startRawServer, type RawServer } from '../../support/rawServer';
import { runNode, type NodeUnderTest } from '../../support/engine/runWorkflow';
import { CONF_FILES_NODE } from './support';

type Respond = (response: ServerResponse) => void;

const reset: Respond = (response) => response.socket?.resetAndDestroy();
const respond =
  (status: number, body: string, type = 'application/json'): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };
const NOT_THERE = respond(404, '{"message":"/a is not there"}');
const GATEWAY_404 = respond(404, '<html><head><title>404</title></head></html>', 'text/html');
const LOGIN_PAGE = respond(200, '<html><head><title>Log in</title></head></html>', 'text/html');
const DONE = respond(200, '{}');

let server: RawServer;
afterEach(() => server.close());

/** Responds to one request after the other; the last response stays. */
async function serve(...responses: Respond[]) {
  let next = 0;
  server = await startRawServer((_request, response) =>
    (responses[Math.min(next++, responses.length - 1)] as Respond)(response),
  );
}

const node = (operation: string, settings: NodeUnderTest['settings'] = {}): NodeUnderTest => ({
  type: CONF_FILES_NODE,
  parameters: {
    resource: 'file',
    operation,
    filePath: '={{ $json.path }}',
    contentSource: 'text',
    textContent: '={{ $json.text ?? "hello" }}',
  },
  settings,
});
const credentials = () => ({
  dataPlatformUploadTokenApi: {
    baseUrl: server.baseUrl,
    localAddress: server.baseUrl,
    customer: 'demo',
    platformId: '1',
    uploadToken: 'token-of-the-test',
    uploadFormat: 'binary',
  },
});
const run = async (
  operation: string,
  items: Array<{ path: string; text?: string }> = [{ path: 'a' }],
  settings: NodeUnderTest['settings'] = {},
) => await runNode(node(operation, settings), credentials(), items);

const UNKNOWN = /^It is not known whether/;
const DELETED = { deleted: true, path: '/a' };

describe.each(['upload', 'delete'])('%s', (operation) => {
  test.each([
    ['every response is lost', reset],
    ['a login page responds', LOGIN_PAGE],
    ['the response breaks off', respond(200, '{"path":"/a')],
  ])('%s: the outcome is unknown', async (_name, always) => {
    await serve(always);
    const { error, json } = await run(operation);
    expect(json).toEqual([]);
    expect(error?.message).toMatch(UNKNOWN);
    expect(server.received.length).toBeGreaterThan(1);
  });

  test('a page once, and then the service: done', async () => {
    await serve(LOGIN_PAGE, DONE);
    expect((await run(operation)).json).toMatchObject([{ path: '/a' }]);
  });

  test.each(['Done', ''])('success with the text "%s" of the type text/html', async (text) => {
    await serve(respond(200, text, 'text/html; charset=utf-8'));
    expect((await run(operation)).json).toMatchObject([{ path: '/a' }]);
    expect(server.received).toHaveLength(1);
  });

  test('two items with one path are one request', async () => {
    await serve(DONE, NOT_THERE);
    const { error, json } = await run(operation, [{ path: 'a' }, { path: '/a' }]);
    expect(error).toBeUndefined();
    expect(json).toMatchObject([{ path: '/a' }, { path: '/a' }]);
    expect(server.received).toHaveLength(1);
  });
});

test.each<[string, Respond[], RegExp | undefined]>([
  [
    'an earlier attempt may have arrived, and the service has no file',
    [reset, NOT_THERE],
    undefined,
  ],
  ['a gateway’s 404 after a reset', [reset, GATEWAY_404], UNKNOWN],
  [
    'a gateway’s 404 of stock text',
    [reset, respond(404, '404 page not found\n', 'text/plain')],
    UNKNOWN,
  ],
  ['a 404 without a word after a reset', [reset, respond(404, '')], UNKNOWN],
  ['a 404 of the service at once', [NOT_THERE], /did not delete \/a: .*HTTP 404/],
  ['a 404 of a gateway at once', [GATEWAY_404], /did not delete \/a: .*HTTP 404/],
])('delete: %s', async (_name, responses, message) => {
  await serve(...responses);
  const { error, json } = await run('delete');
  expect(json).toEqual(message ? [] : [DELETED]);
  if (message) expect(error?.message).toMatch(message);
});

test('delete, Retry On Fail: a file that the earlier try deleted is deleted', async () => {
  const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
  await serve(reset, reset, reset, reset, NOT_THERE);
  expect((await run('delete', undefined, settings)).json).toEqual([DELETED]);
  await server.close();
  await serve(NOT_THERE);
  expect((await run('delete', undefined, settings)).error?.message).toMatch(/HTTP 404/);
});

test.each([
  [
    'two items with one path and other content',
    { path: '/a', text: '3' },
    'Two items have the path /a',
  ],
  ['one of 100 items that cannot be read', { path: '../x' }, 'holds ".."'],
])('upload: %s: an error before anything is sent', async (_name, last, message) => {
  await serve(DONE);
  const items = Array.from({ length: 99 }, (_, i) => ({ path: i === 0 ? 'a' : `f${i}` }));
  const { error } = await run('upload', [...items, last]);
  expect(error?.message).toContain(message);
  expect(server.received).toEqual([]);
});

test('a response that repeats the request shows no token', async () => {
  server = await startRawServer((request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: JSON.stringify(request.headers) }));
  });
  for (const operation of ['upload', 'delete']) {
    const { run: whole, error } = await run(operation);
    expect(error?.message).toContain('HTTP 400');
    expect(JSON.stringify(whole.data.resultData)).not.toContain('token-of-the-test');
  }
});
