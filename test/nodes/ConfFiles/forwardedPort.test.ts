import type { Socket } from 'node:net';
import type { Sandbox } from '../../../sandbox';
import { ASKING_SERVER } from '../../support/clientCertificates';
import { startTcpServer } from '../../support/network/tcpServer';
import { startRawServer, type RawServer } from '../../support/rawServer';
import { runConfFiles, startEmptySandbox } from './support';

let sandbox: Sandbox;
const closers: Array<() => unknown> = [];
beforeEach(async () => {
  sandbox = await startEmptySandbox();
  closers.push(() => sandbox.close());
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The address of a server on this machine that does this with each connection. */
async function hostOf(...given: Parameters<typeof startTcpServer>): Promise<string> {
  const server = await startTcpServer(...given);
  closers.push(() => server.close());
  return server.host;
}

async function raw(...given: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...given);
  closers.push(() => server.close());
  return server;
}

const OPERATIONS = {
  list: { resource: 'file', operation: 'getAll', path: '/' },
  download: { resource: 'file', operation: 'download', filePath: '/a.json' },
};
const failureOf = async (localAddress: string, operation: keyof typeof OPERATIONS = 'list') => {
  const { error } = await runConfFiles(sandbox, OPERATIONS[operation], [{}], {
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
  for (const [scheme, operation] of [
    ['http', 'list'],
    ['https', 'download'],
  ] as const) {
    expect(await failureOf(`${scheme}://${host}`, operation)).toEqual({
      message: `The forwarded port ${host} no longer works`,
      description: expect.stringMatching(
        /Start kubectl port-forward again: kubectl -n platform-common port-forward service\/platform-common-confservice 8080:80$/,
      ),
    });
  }
});

test('https:// at a port of plain HTTP', async () => {
  const { host } = new URL(sandbox.confFiles.localAddress);
  expect(await failureOf(`https://${host}`)).toEqual({
    message: `${host} does not use HTTPS on this port`,
    description: expect.stringMatching(/^Check whether the address .* needs http:/),
  });
});

test('http:// at a port of HTTPS, which closes the connection', async () => {
  const { cert, key } = ASKING_SERVER;
  const host = await hostOf(() => undefined, { cert, key });
  expect(await failureOf(`http://${host}`)).toEqual({
    message: `The forwarded port ${host} no longer works`,
    description: expect.stringContaining(
      'if this port is for HTTPS: then start the address in the credential with https://',
    ),
  });
});

test.each([
  'Client sent an HTTP request to an HTTPS server.\n',
  '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>',
  'Reason: You&#39;re speaking plain HTTP to an SSL-enabled server port.<br />',
])('http:// at a port of HTTPS that says so: %s', async (text) => {
  const { baseUrl } = await raw((_request, response) => response.writeHead(400).end(text));
  const { message } = await failureOf(baseUrl);
  expect(message).toBe(`${new URL(baseUrl).host} uses HTTPS on this port`);
});

test('something else than HTTP', async () => {
  const host = await hostOf((socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
  expect(await failureOf(`http://${host}`)).toEqual({
    message: `Another service responds at ${host}: its response is not HTTP`,
    description: expect.stringMatching(/Another program may use it.*port-forward/),
  });
});

test('the page of another service that knows no such path', async () => {
  const { baseUrl } = await raw((_request, response) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Cannot GET</h1>'),
  );
  expect(await failureOf(baseUrl)).toEqual({
    message: expect.stringMatching(/^The configuration file service did not .*HTTP 404/),
    description: expect.stringMatching(
      /another server at http:\/\/127\.0\.0\.1:.*Check the address/,
    ),
  });
});

test('the page of another service in place of a list', async () => {
  const { baseUrl } = await raw((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html><head><title>My dashboard</title></head></html>'),
  );
  expect(await failureOf(baseUrl)).toEqual({
    message: `Another service responds at ${new URL(baseUrl).host}: it returned a web page ("My dashboard")`,
    description: expect.stringContaining('"Local Address"'),
  });
});

test('a certificate that is not trusted is reported as that', async () => {
  const { cert, key } = ASKING_SERVER;
  const { baseUrl } = await raw((_request, response) => response.end('[]'), { cert, key });
  const { message } = await failureOf(baseUrl);
  expect(message).toMatch(/certificate/i);
});
