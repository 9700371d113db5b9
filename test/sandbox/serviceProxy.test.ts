import { request } from 'node:http';
import { startSandbox, type Sandbox } from '../../sandbox';
import { HARD_PATHS } from '../support/hardPaths';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: false });
});
afterEach(() => sandbox.close());

const PROXY =
  '/kubernetes/api/v1/namespaces/platform-common/services/platform-common-confservice:80/proxy';
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

interface Answer {
  status: number | undefined;
  type: string | undefined;
  text: string;
}

/** As it is written: `fetch` would clean the path first. */
async function ask(path: string, token = sandbox.clusterCredentials.token): Promise<Answer> {
  const { port } = sandbox;
  const headers = { authorization: `Bearer ${token}` };
  return await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.once('end', () =>
        resolve({
          status: answer.statusCode,
          type: answer.headers['content-type'],
          text: Buffer.concat(pieces).toString(),
        }),
      );
    })
      .once('error', reject)
      .end();
  });
}

const passedOn = () =>
  sandbox.stats.recent.filter(({ operation }) => operation !== 'clusterProxy').at(-1)?.path;

test.each([
  ['/configuration/demo/1/a%2Fb', '/configuration/demo/1/a/b', 'an encoded slash becomes one'],
  ['/configuration/demo/1/a/../b', '/configuration/demo/1/b', 'a step up is taken'],
  ['/configuration/demo/1/a/%2e%2e/b', '/configuration/demo/1/b', 'also an encoded one'],
  ['/configuration/demo/1//a', '/configuration/demo/1/a', 'two slashes become one'],
  ['/configuration/demo/1/a%2Bb%3Bc', '/configuration/demo/1/a+b;c', 'less is encoded'],
  ['/configuration/demo/1/a!b%27c', '/configuration/demo/1/a%21b%27c', 'other signs are'],
  ['/configuration/demo/1/a%20b%25', '/configuration/demo/1/a%20b%25', 'as are these'],
  ['/configuration/demo/1?path=/a%2Fb', '/configuration/demo/1?path=/a%2Fb', 'queries stay'],
])('%s goes on as %s: %s', async (asked, sent) => {
  await ask(PROXY + asked);
  expect(passedOn()).toBe(sent);
});

test('a hard name that is encoded once arrives as it is', async () => {
  for (const [index, path] of HARD_PATHS.entries()) {
    sandbox.confFiles.write(`/${index}${path}`, path);
    const { text } = await ask(`${PROXY}/configuration/demo/1/${index}${encoded(path)}`);
    expect(text).toBe(path);
  }
});

test.each<[string, () => string | void, number, object]>([
  ['another token', () => 'other', 401, { reason: 'Unauthorized', message: 'Unauthorized' }],
  [
    'no right',
    () => void sandbox.cluster.forbidden.add('services/proxy'),
    403,
    {
      reason: 'Forbidden',
      message:
        'services "platform-common-confservice:80" is forbidden: User "system:serviceaccount:platform-common:n8n" cannot get resource "services/proxy" in API group "" in the namespace "platform-common"',
      details: { name: 'platform-common-confservice:80', kind: 'services' },
    },
  ],
  [
    'no service',
    () => void (sandbox.cluster.confService = 'missing'),
    404,
    {
      reason: 'NotFound',
      message: 'services "platform-common-confservice" not found',
      details: { name: 'platform-common-confservice', kind: 'services' },
    },
  ],
  [
    'no endpoints',
    () => void (sandbox.cluster.confService = 'withoutEndpoints'),
    503,
    {
      reason: 'ServiceUnavailable',
      message: 'no endpoints available for service "platform-common-confservice:80"',
    },
  ],
  [
    'a pod that is gone',
    () => void (sandbox.cluster.confService = 'unreachable'),
    503,
    { message: expect.stringMatching(/^error trying to reach service: dial tcp .*refused$/) },
  ],
])('%s is a Status of the API server', async (_name, prepare, status, body) => {
  const answer = await ask(`${PROXY}/configuration/demo/1`, prepare() ?? undefined);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: status,
    ...body,
  });
});

test('the service’s own 404 comes as it is', async () => {
  const through = await ask(`${PROXY}/configuration/demo/1/missing`);
  const local = await fetch(`${sandbox.confFiles.localAddress}/configuration/demo/1/missing`);
  expect(through).toEqual({
    status: 404,
    type: local.headers.get('content-type'),
    text: await local.text(),
  });
});

test('the role is one of this service and port alone', async () => {
  const [other, port] = [PROXY.replace('confservice', 'other'), PROXY.replace(':80', ':81')];
  for (const path of [other, port, PROXY.replace(':80', '')]) {
    expect((await ask(`${path}/configuration/demo/1`)).status).toBe(403);
  }
});

test('pages of the type text/html are written anew', async () => {
  sandbox.confFiles.write('/a.html', '<A HREF=/x>y</A><p title="a">');
  const { text } = await ask(`${PROXY}/configuration/demo/1/a.html`);
  expect(text).toBe(`<a href="${PROXY}/x">y</A><p title="a">`);
});
