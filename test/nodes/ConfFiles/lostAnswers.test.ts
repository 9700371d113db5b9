import type { ServerResponse } from 'node:http';
import { startRawServer, type Behaviour, type RawServer } from '../../support/rawServer';
import { runNode, startNode, type NodeUnderTest } from '../../../harness/engine/runWorkflow';
import { CONF_FILES_NODE } from './support';

type Answer = (response: ServerResponse) => void;

const reset: Answer = (response) => response.socket?.resetAndDestroy();
const answer =
  (status: number, body: string, type = 'application/json'): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };
const NOT_THERE = answer(404, '{"message":"/a is not there"}');
const GATEWAY_404 = answer(
  404,
  '<html><head><title>404 Not Found</title></head></html>',
  'text/html',
);
const GATEWAY_TEXT_404 = answer(404, '404 page not found\n', 'text/plain');
const EMPTY_404 = answer(404, '');
const LOGIN_PAGE = answer(200, '<html><head><title>Log in</title></head></html>', 'text/html');
const BROKEN_JSON = answer(200, '{"path":"/a');
const DONE = answer(200, '{}');

let server: RawServer;
afterEach(() => server.close());

/** Answers one request after the other; the last answer stays. */
async function serve(...answers: Answer[]) {
  let next = 0;
  const behave: Behaviour = (_request, response) =>
    (answers[Math.min(next++, answers.length - 1)] as Answer)(response);
  server = await startRawServer(behave);
}

const node = (operation: string): NodeUnderTest => ({
  type: CONF_FILES_NODE,
  parameters: {
    resource: 'file',
    operation,
    filePath: '={{ $json.path }}',
    contentSource: 'text',
    textContent: '={{ $json.text ?? "hello" }}',
  },
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
) => await runNode(node(operation), credentials(), items);

const UNKNOWN = /^It is not known whether/;

test.each([
  ['upload', 'Uploaded'],
  ['upload', ''],
  ['upload', '{"path":"/a"}'],
  ['delete', '<p>Deleted</p>'],
])('%s: success with a text of the type text/html (%j) is one', async (operation, text) => {
  await serve(answer(200, text, 'text/html; charset=utf-8'));
  const { error, json } = await run(operation);
  expect(error).toBeUndefined();
  expect(json).toMatchObject([{ path: '/a' }]);
  expect(server.received).toHaveLength(1);
});

describe('delete', () => {
  test('an earlier attempt may have arrived, and the service does not know the file: deleted', async () => {
    await serve(reset, NOT_THERE);
    const { error, json } = await run('delete');
    expect(error).toBeUndefined();
    expect(json).toEqual([{ deleted: true, path: '/a' }]);
    expect(server.received).toHaveLength(2);
  });

  test.each([
    ['an HTML page', GATEWAY_404],
    ['a stock text', GATEWAY_TEXT_404],
    ['nothing', EMPTY_404],
  ])(
    'a gateway’s 404 (%s) after a reset is not the word of the service',
    async (_name, gateway) => {
      await serve(reset, gateway);
      const { error, json } = await run('delete');
      expect(json).toEqual([]);
      expect(error?.message).toMatch(UNKNOWN);
    },
  );

  test.each([
    ['of the service', NOT_THERE, /This path does not exist/],
    ['of a gateway', GATEWAY_404, /not from the service/],
  ])('404 %s at once is an error', async (_name, first, description) => {
    await serve(first);
    const { error } = await run('delete');
    expect(error?.message).toMatch(/did not delete \/a: .*HTTP 404/);
    expect(error?.description).toMatch(description);
  });

  test.each([
    ['every answer is lost', reset],
    ['a login page answers', LOGIN_PAGE],
    ['the answer breaks off', BROKEN_JSON],
  ])('%s: the outcome is unknown', async (_name, always) => {
    await serve(always);
    const { error } = await run('delete');
    expect(error?.message).toMatch(UNKNOWN);
  });

  test('two items with one path are one deletion', async () => {
    await serve(DONE, NOT_THERE);
    const { error, json } = await run('delete', [{ path: 'a' }, { path: '/a' }]);
    expect(error).toBeUndefined();
    expect(json).toEqual([
      { deleted: true, path: '/a' },
      { deleted: true, path: '/a' },
    ]);
    expect(server.received).toHaveLength(1);
  });
});

describe('upload', () => {
  test.each([
    ['every answer is lost', reset],
    ['a login page answers', LOGIN_PAGE],
    ['the answer breaks off', BROKEN_JSON],
  ])('%s: the outcome is unknown', async (_name, always) => {
    await serve(always);
    const { error, json } = await run('upload');
    expect(json).toEqual([]);
    expect(error?.message).toMatch(UNKNOWN);
    expect(server.received.length).toBeGreaterThan(1);
  });

  test('a page once, and then the service: done', async () => {
    await serve(LOGIN_PAGE, DONE);
    const { error, json } = await run('upload');
    expect(error).toBeUndefined();
    expect(json).toMatchObject([{ path: '/a', size: 5 }]);
  });

  test('no room left is a definite refusal', async () => {
    await serve(answer(507, '{"message":"full"}'));
    const { error } = await run('upload');
    expect(error?.message).toMatch(/did not upload \/a: .*HTTP 507/);
    expect(error?.message).not.toMatch(UNKNOWN);
  });

  test('two items with one path and other content: an error before anything is sent', async () => {
    await serve(DONE);
    const { error } = await run('upload', [
      { path: 'a', text: '1' },
      { path: 'b', text: '2' },
      { path: '/a', text: '3' },
    ]);
    expect(error?.message).toContain('Two items have the path /a');
    expect(server.received).toEqual([]);
  });

  test('two items with one path and the same content are one upload', async () => {
    await serve(DONE);
    const { error, json } = await run('upload', [
      { path: 'a', text: '1' },
      { path: '/a', text: '1' },
    ]);
    expect(error).toBeUndefined();
    expect(json).toHaveLength(2);
    expect(server.received).toHaveLength(1);
  });

  test('one of 100 items cannot be read: nothing is sent', async () => {
    await serve(DONE);
    const items = Array.from({ length: 100 }, (_, i) => ({ path: i === 99 ? '../x' : `f${i}` }));
    const { error } = await run('upload', items);
    expect(error?.message).toContain('holds ".."');
    expect(server.received).toEqual([]);
  });

  test('cancelled half-way: nothing is sent after it', async () => {
    const open: ServerResponse[] = [];
    await serve((response) => open.push(response));
    const items = Array.from({ length: 100 }, (_, i) => ({ path: `f${i}` }));
    const { result, cancel } = await startNode(node('upload'), credentials(), items);
    while (open.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
    cancel();
    await result;
    await new Promise((resolve) => setTimeout(resolve, 200));
    // What was under way had left already.
    expect(server.received.length).toBeLessThanOrEqual(64);
  });
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
