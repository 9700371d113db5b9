import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Platform } from '../../../platform/connection/platform';
import { listProjects } from '../../../platform/resources/project';
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
    await expect(ask(credentialFor(baseUrl))).rejects.toThrow('does not use HTTPS');
  });
});
