import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { Platform } from '../../../platform/platform';
import { listProjects } from '../../../platform/projects/projects';
import type { PlatformCredential } from '../../../platform/access';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../support/rawServer';

const certificates = path.join(__dirname, '..', '..', 'support', 'certificates');
const key = readFileSync(path.join(certificates, 'localhost.key.pem'), 'utf8');
const cert = readFileSync(path.join(certificates, 'localhost.cert.pem'), 'utf8');

const good = withLogin((_request, response) => sendJson(response, { data: { projects: [] } }));

let server: RawServer;
const closers: Array<() => void> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await server.close();
});

const ask = async (credential: PlatformCredential) =>
  await listProjects(Platform.connect(credential).projects);

describe('certificates', () => {
  beforeEach(async () => {
    server = await startRawServer(good, { key, cert });
  });

  test('of a private authority are refused, with what to do', async () => {
    await expect(ask(credentialFor(server.baseUrl))).rejects.toMatchObject({
      message: expect.stringContaining('is not trusted'),
      hint: expect.stringContaining('CA Certificate'),
      reach: 'never',
    });
  });

  test.each([
    ['as it is', cert],
    ['with its line ends turned into spaces', cert.replace(/\n/g, ' ')],
    ['behind another one', `${cert}\n${cert}`],
  ])('are trusted when given %s', async (_name, caCertificate) => {
    await expect(ask({ ...credentialFor(server.baseUrl), caCertificate })).resolves.toEqual([]);
  });

  test('are not judged when the user says so', async () => {
    const credential = { ...credentialFor(server.baseUrl), allowUnauthorizedCerts: true };
    await expect(ask(credential)).resolves.toEqual([]);
  });

  test('that cannot be read are refused before anything is sent', async () => {
    for (const caCertificate of ['hello', cert.replace(/[A-Z]/, '*')]) {
      const credential = { ...credentialFor(server.baseUrl), caCertificate };
      await expect(ask(credential)).rejects.toThrow('CA certificate in the credential cannot be');
    }
    expect(server.received).toHaveLength(0);
  });

  test('https:// to a server that speaks HTTP says so', async () => {
    const plain = await startRawServer(good);
    closers.push(() => void plain.close());
    const baseUrl = plain.baseUrl.replace('http:', 'https:');
    await expect(ask(credentialFor(baseUrl))).rejects.toThrow('does not speak HTTPS');
  });
});

describe('a proxy', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  /** A forward proxy that counts; it tunnels CONNECT and passes on absolute addresses. */
  async function startProxy() {
    const seen: string[] = [];
    const proxy = createServer((incoming, outgoing) => {
      seen.push(`${incoming.method} ${incoming.url}`);
      const onward = httpRequest(
        incoming.url ?? '',
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(onward);
    });
    proxy.on('connect', (incoming, socket) => {
      seen.push(`CONNECT ${incoming.url}`);
      const [host, port] = (incoming.url ?? '').split(':');
      const target = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      target.on('error', () => socket.destroy());
      socket.on('error', () => target.destroy());
      closers.push(() => target.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen };
  }

  /** Dispatchers read the proxy variables when they are made, so each test takes a fresh client. */
  async function freshClient() {
    jest.resetModules();
    return await import('../../../platform');
  }

  test('is used for https, with the private authority still trusted behind it', async () => {
    server = await startRawServer(good, { key, cert });
    const proxy = await startProxy();
    process.env.HTTPS_PROXY = proxy.url;
    const client = await freshClient();
    const credential = { ...credentialFor(server.baseUrl), caCertificate: cert };
    await client.connectPlatform(credential).projects.list();
    expect(proxy.seen[0]).toBe(`CONNECT ${server.baseUrl.replace('https://', '')}`);
  });

  test('is used for http', async () => {
    server = await startRawServer(good);
    const proxy = await startProxy();
    process.env.HTTP_PROXY = proxy.url;
    const client = await freshClient();
    await client.connectPlatform(credentialFor(server.baseUrl)).projects.list();
    expect(proxy.seen[0]).toBe(`POST ${server.baseUrl}/authentication/api/open/authenticate`);
  });

  test('is left aside for what NO_PROXY names', async () => {
    server = await startRawServer(good);
    const proxy = await startProxy();
    process.env.HTTP_PROXY = proxy.url;
    process.env.NO_PROXY = '127.0.0.1';
    const client = await freshClient();
    await client.connectPlatform(credentialFor(server.baseUrl)).projects.list();
    expect(proxy.seen).toEqual([]);
  });

  test('that is not there says so', async () => {
    server = await startRawServer(good);
    process.env.HTTP_PROXY = 'http://127.0.0.1:9';
    const client = await freshClient();
    await expect(
      client.connectPlatform(credentialFor(server.baseUrl)).projects.list(),
    ).rejects.toThrow(/Nothing answers|proxy/i);
  });
});
