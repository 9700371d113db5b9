import { sandboxForEachTest } from '../../support/testSandbox';
import { startRawServer, type Behaviour, type RawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { DELETE, runConfFiles, UPLOAD, type Changes } from './support';
import { retryAtOnce } from '../../support/retryAtOnce';

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
    ['every response is lost', reset],
    ['a login page responds', LOGIN_PAGE],
    ['the response breaks off', respond(200, '{"path":"/a')],
  ])('%s: the outcome is unknown', async (_name, always) => {
    await serve(always);
    const { error, json } = await run(change);
    expect(json).toEqual([]);
    expect(error?.message).toMatch(UNKNOWN);
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
  ['one of 100 items that cannot be read', '../x', 'holds ".."'],
])('upload: %s: an error before anything is sent', async (_name, path, message) => {
  await serve(DONE);
  const items = Array.from({ length: 99 }, (_, i) => ({ path: i === 0 ? 'a' : `f${i}` }));
  const { error } = await run('upload', [...items, { path, text: '3' }]);
  expect(error?.message).toContain(message);
  expect(server.received).toEqual([]);
});
