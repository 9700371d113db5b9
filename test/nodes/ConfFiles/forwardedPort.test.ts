import type { ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { ASKING_SERVER } from '../../support/clientCertificates';
import { forgetProxies } from '../../support/network/forgetProxies';
import { startForwardProxy } from '../../support/network/forwardProxy';
import { startTcpServer } from '../../support/network/tcpServer';
import { sandboxForEachTest } from '../../support/testSandbox';
import { startRawServer, type Behaviour } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { DOWNLOAD, LIST, runConfFiles, textFile } from './support';
import { retryAtOnce } from '../../support/retryAtOnce';

retryAtOnce();

const sandbox = sandboxForEachTest({ seed: false });

const { cert, key } = ASKING_SERVER;

/** The address of a server on this machine that does this with each connection. */
async function hostOf(...given: Parameters<typeof startTcpServer>): Promise<string> {
  return (await untilTestEnds(startTcpServer(...given))).host;
}

/** The address of a server that responds to everything with this. */
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
    /A web page was returned at/,
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
