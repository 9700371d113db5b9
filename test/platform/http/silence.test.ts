import { ConfFileService } from '../../../platform/confFiles/service';
import { wrapText, wrapBytes } from '../../../platform/common/content/fileContent';
import { Platform } from '../../../platform/connection/platform';
import { MAX_SLOW_ATTEMPTS } from '../../../platform/http/sending';
import { listProjects } from '../../../platform/resources/project';
import { failureOf } from '../../support/failureOf';
import {
  credentialFor,
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
    ...{ baseUrl, localAddress: baseUrl, customer: 'demo', platformId: '1' },
    ...{ uploadToken: 'token', uploadFormat: 'binary' },
  });

const large = wrapBytes(Buffer.alloc(3_000_000));
const halfWay: Behaviour = (_request, response) => response.write('{"data":');
const requests: Array<[string, Behaviour, (baseUrl: string) => Promise<unknown>]> = [
  ['a login', silent, list],
  ['data', withLogin(silent), list],
  ['data that stop halfway', withLogin(halfWay), list],
  ['an upload', silent, async (url) => await service(url).upload('/a', wrapText('x'))],
  ['a large upload', silent, async (url) => await service(url).upload('/a', large)],
  ['a deletion', silent, async (url) => await service(url).delete('/a')],
  ['a listing', silent, async (url) => await service(url).list('/a')],
  ['a file', silent, async (url) => await service(url).retrieve('/a', async () => undefined)],
];

test.concurrent.each(requests)(
  'the limit that was set for silence holds for %s, which is sent twice, and no more',
  async (_name, behave, ask) => {
    const server = await startRawServer(behave);
    servers.push(server);
    const started = Date.now();
    const error = await failureOf(ask(server.baseUrl));
    expect(error.message).toContain('did not respond within 0.2 s');
    expect(Date.now() - started).toBeGreaterThan(350);
    const logins = server.received.filter(({ path }) => path.endsWith('/authenticate'));
    const others = server.received.length - logins.length;
    expect(others || logins.length).toBe(MAX_SLOW_ATTEMPTS);
  },
);
