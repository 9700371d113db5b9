import { request } from 'node:http';
import { startSandbox, type Sandbox } from '../../sandbox';
import { HARD_PATHS } from '../support/hardPaths';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: false });
});
afterEach(() => sandbox.close());

const NODES = '/api/v1/nodes';
const PROXY =
  '/kubernetes/api/v1/namespaces/platform-common/services/platform-common-confservice:80/proxy';
const SERVICE = 'platform-common-confservice';
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
const askApi = async (path: string, token?: string) => {
  const { apiServer } = sandbox.clusterCredentials;
  const { status, text } = await ask(`${new URL(apiServer).pathname}${path}`, token);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer of any form
  const body: any = text.startsWith('{') ? JSON.parse(text) : {};
  return { status, text, body };
};

const USER = 'User "system:serviceaccount:platform-common:n8n"';
const [SECRET, PROXIED] = [
  '/api/v1/namespaces/platform-common/secrets/other',
  '/configuration/demo/1',
];
const forbid = (resource: 'nodes' | 'secrets' | 'services/proxy') => () =>
  void sandbox.cluster.forbidden.add(resource);
const service = (state: 'missing' | 'withoutEndpoints' | 'unreachable') => () =>
  void (sandbox.cluster.confService = state);

test.each<[string, string, () => string | void, number, object]>([
  ['another token', NODES, () => 'x', 401, { reason: 'Unauthorized', message: 'Unauthorized' }],
  [
    'an unknown secret',
    SECRET,
    () => undefined,
    404,
    {
      reason: 'NotFound',
      message: 'secrets "other" not found',
      details: { name: 'other', kind: 'secrets' },
    },
  ],
  [
    'no right to a secret',
    SECRET,
    forbid('secrets'),
    403,
    {
      reason: 'Forbidden',
      message: `secrets "other" is forbidden: ${USER} cannot get resource "secrets" in API group "" in the namespace "platform-common"`,
      details: { name: 'other', kind: 'secrets' },
    },
  ],
  [
    'no right to nodes',
    NODES,
    forbid('nodes'),
    403,
    {
      reason: 'Forbidden',
      message: `nodes is forbidden: ${USER} cannot list resource "nodes" in API group "" at the cluster scope`,
      details: { kind: 'nodes' },
    },
  ],
  [
    'no right to a service',
    PROXIED,
    forbid('services/proxy'),
    403,
    {
      reason: 'Forbidden',
      message: `services "${SERVICE}:80" is forbidden: ${USER} cannot get resource "services/proxy" in API group "" in the namespace "platform-common"`,
      details: { name: `${SERVICE}:80`, kind: 'services' },
    },
  ],
  [
    'no service',
    PROXIED,
    service('missing'),
    404,
    {
      reason: 'NotFound',
      message: `services "${SERVICE}" not found`,
      details: { name: SERVICE, kind: 'services' },
    },
  ],
  [
    'a service without endpoints',
    PROXIED,
    service('withoutEndpoints'),
    503,
    {
      reason: 'ServiceUnavailable',
      message: `no endpoints available for service "${SERVICE}:80"`,
    },
  ],
  [
    'a pod that is gone',
    PROXIED,
    service('unreachable'),
    503,
    { message: expect.stringMatching(/^error trying to reach service: dial tcp .*refused$/) },
  ],
])('%s is refused as by a real API server', async (_name, path, prepare, status, body) => {
  const token = prepare() ?? undefined;
  const whole = path === PROXIED ? await ask(PROXY + path, token) : await askApi(path, token);
  expect(whole.status).toBe(status);
  expect(JSON.parse(whole.text)).toMatchObject({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code: status,
    ...body,
  });
});

test('a wrong path is refused in plain text, and other services are forbidden', async () => {
  const wrong = await askApi('/api/api/v1/nodes');
  expect(wrong).toMatchObject({ status: 404, text: '404 page not found\n' });
  for (const path of [PROXY.replace('confservice', 'other'), PROXY.replace(':80', ':81')])
    expect((await ask(path + PROXIED)).status).toBe(403);
});

test('nodes come page by page, until the list grew too old', async () => {
  const names: string[] = [];
  let next = '';
  let pages = 0;
  do {
    const { body } = await askApi(`${NODES}?limit=5&continue=${next}`);
    expect(body.kind).toBe('NodeList');
    names.push(...body.items.map((node: { metadata: { name: string } }) => node.metadata.name));
    next = body.metadata.continue ?? '';
    pages++;
  } while (next !== '');
  expect(pages).toBe(3);
  expect(names).toEqual(sandbox.cluster.nodes.map(({ name }) => name));

  const { body } = await askApi(`${NODES}?limit=5`);
  sandbox.cluster.expireLists();
  expect(await askApi(`${NODES}?limit=5&continue=${body.metadata.continue}`)).toMatchObject({
    status: 410,
    body: { reason: 'Expired' },
  });
});

test.each([
  ['/a%2Fb', '/a/b', 'an encoded slash becomes one'],
  ['/a/../b', '/b', 'a step up is taken'],
  ['/a/%2e%2e/b', '/b', 'also an encoded one'],
  ['//a', '/a', 'two slashes become one'],
  ['/a%2Bb%3Bc', '/a+b;c', 'less is encoded'],
  ['/a!b%27c', '/a%21b%27c', 'other signs are'],
  ['?path=/a%2Fb', '?path=/a%2Fb', 'queries stay'],
])('%s goes on to the service as %s: %s', async (asked, sent) => {
  await ask(PROXY + PROXIED + asked);
  const passedOn = sandbox.stats.recent.filter(({ operation }) => operation !== 'clusterProxy');
  expect(passedOn.at(-1)?.path).toBe(PROXIED + sent);
});

test('a hard name that is encoded once arrives as it is; a page is written anew', async () => {
  for (const [index, path] of HARD_PATHS.entries()) {
    sandbox.confFiles.write(`/${index}${path}`, path);
    const { text } = await ask(`${PROXY}${PROXIED}/${index}${encoded(path)}`);
    expect(text).toBe(path);
  }
  sandbox.confFiles.write('/a.html', '<A HREF=/x>y</A><p title="a">');
  const { text } = await ask(`${PROXY}${PROXIED}/a.html`);
  expect(text).toBe(`<a href="${PROXY}/x">y</A><p title="a">`);
});

test('the service’s own 404 comes as it is', async () => {
  const local = await fetch(`${sandbox.confFiles.localAddress}${PROXIED}/missing`);
  expect(await ask(`${PROXY}${PROXIED}/missing`)).toEqual({
    status: 404,
    type: local.headers.get('content-type'),
    text: await local.text(),
  });
});
