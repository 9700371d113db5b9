import { ConfFileService } from '../../../platform/confFiles/service';
import { textContent, bytesContent } from '../../../platform/content/fileContent';
import { Platform } from '../../../platform/connection/platform';
import { listProjects } from '../../../platform/resources/project';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type Behaviour,
  type RawServer,
} from '../../support/rawServer';

process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = '0.2';

const servers: RawServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

const silent: Behaviour = () => undefined;
const list = async (baseUrl: string) =>
  await listProjects(Platform.connect(credentialFor(baseUrl)).projects);
const service = (baseUrl: string) =>
  ConfFileService.connect({
    baseUrl,
    localAddress: baseUrl,
    customer: 'demo',
    platformId: '1',
    uploadToken: 'token',
    uploadFormat: 'binary',
  });

const large = bytesContent(Buffer.alloc(3_000_000));
const requests: Array<[string, Behaviour, (baseUrl: string) => Promise<unknown>]> = [
  ['a login', silent, list],
  ['data', withLogin(silent), list],
  [
    'data that stop half-way',
    withLogin((_request, response) => void response.write('{"data":')),
    list,
  ],
  ['an upload', silent, async (url) => await service(url).upload('/a', textContent('x'))],
  ['a large upload', silent, async (url) => await service(url).upload('/a', large)],
  ['a deletion', silent, async (url) => await service(url).delete('/a')],
  ['a listing', silent, async (url) => await service(url).list('/a')],
  ['a file', silent, async (url) => await service(url).retrieve('/a', async () => undefined)],
];

test.concurrent.each(requests)(
  'the limit that was set for silence holds for %s',
  async (_name, behave, ask) => {
    const server = await startRawServer(behave);
    servers.push(server);
    const started = Date.now();
    const error = (await ask(server.baseUrl).catch((reason: unknown) => reason)) as Error;
    expect(error.message).toContain('did not respond within 0.2 s');
    // After silence it is tried once more.
    expect(Date.now() - started).toBeGreaterThan(350);
    expect(Date.now() - started).toBeLessThan(9_000);
  },
);

test.concurrent('a response that comes in time is waited for', async () => {
  const server = await startRawServer(
    withLogin((_request, response) => {
      setTimeout(() => sendJson(response, { data: { projects: [] } }), 100);
    }),
  );
  servers.push(server);
  await expect(list(server.baseUrl)).resolves.toEqual([]);
});
