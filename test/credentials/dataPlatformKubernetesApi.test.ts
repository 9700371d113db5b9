import { loadPackage } from '../support/engine/nodeTypes';
import { testCredential } from '../support/engine/testCredential';
import { sendJson, startRawServer, type Behaviour } from '../support/rawServer';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';

const sandbox = sandboxForEachTest({ seed: false });

const press = async (changes: Record<string, string> = {}) =>
  await testCredential('dataPlatformKubernetesApi', { ...sandbox.clusterCredentials, ...changes });

function says(status: string, message: RegExp | string): object {
  return { status, message: expect.stringMatching(message) as unknown };
}

const startApiServer = async (behave: Behaviour) =>
  (await untilTestEnds(startRawServer(behave))).baseUrl;

test('the test button lists one node, and nothing else', async () => {
  expect(await press()).toEqual({ status: 'OK', message: 'Connection successful' });
  const toCluster = sandbox.stats.recent.filter(({ path }) => path.startsWith('/kubernetes/'));
  expect(toCluster.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /kubernetes/api/v1/nodes?limit=1',
  ]);
});

test('an account that may not list nodes is accepted, a login that the API server does not know is not', async () => {
  sandbox.cluster.forbidden.add('nodes');
  const refused = says('OK', /The account may not check nodes \(.*list its nodes.*HTTP 403/);
  expect(await press()).toEqual(refused);
  const apiServer = await startApiServer((_request, response) => {
    const message = 'nodes is forbidden: User "system:anonymous" cannot list resource "nodes"';
    const details = { kind: 'nodes' };
    sendJson(response, { kind: 'Status', reason: 'Forbidden', message, details }, 403);
  });
  const unknown = says('Error', /system:anonymous.*does not accept the login in the credential/);
  expect(await press({ apiServer })).toEqual(unknown);
});

test('a gateway with a login of its own is not mistaken for the API server', async () => {
  const apiServer = await startApiServer((_request, response) =>
    response.writeHead(401).end('Sign in first'),
  );
  expect(await press({ apiServer })).toEqual(
    says(
      'Error',
      /HTTP 401.*: Sign in first\. Check "API Server".*A gateway in front of it may require/,
    ),
  );
});

const NOBODY = 'http://127.0.0.1:9';
test.each<[string, () => Record<string, string>, RegExp]>([
  ['the platform’s address', () => ({ apiServer: sandbox.baseUrl }), /404.*kubectl cluster-info/],
  ['a wrong token', () => ({ token: 'x' }), /HTTP 401.*Create a new one/],
  ['no token', () => ({ token: ' ', apiServer: 'https://127.0.0.1:9' }), /The Token is empty/],
  ['a broken token', () => ({ token: 'a\nb' }), /Token contains characters.*Copy it again/],
  ['a wrong namespace', () => ({ namespace: 'A b' }), /is not a valid name of a namesp.*hyphens/],
  ['nobody there', () => ({ apiServer: NOBODY }), /Nothing responds.*the API server is running/],
  ['no address', () => ({ apiServer: 'kubernetes' }), /API Server "kubernetes" is not a valid URL/],
])('the error says what to do about %s', async (_name, changes, message) => {
  expect(await press(changes())).toEqual(says('Error', message));
});

test.each([
  ['https://cluster', { token: 'abc' }, { authorization: 'Bearer abc' }],
  // As `kubectl proxy`, which logs in itself.
  ['http://127.0.0.1:8001', { token: '' }, {}],
])('n8n’s own nodes send its token to %j: %j', async (apiServer, given, headers) => {
  const { credentialType } = await loadPackage();
  const { authenticate } = credentialType('dataPlatformKubernetesApi');
  if (typeof authenticate !== 'function') throw new Error('It cannot authenticate');
  const url = `${apiServer}/version`;
  const request = await authenticate({ apiServer, ...given }, { url });
  expect(request.headers).toEqual(headers);
});
