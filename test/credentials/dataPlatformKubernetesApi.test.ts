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

test('the test button asks for what the operations need, and for no more', async () => {
  expect(await press()).toEqual({ status: 'OK', message: 'Connection successful' });
  const api = '/kubernetes/api/v1';
  const ofNamespace = `${api}/namespaces/platform-common`;
  const toCluster = sandbox.stats.recent.filter(({ path }) => path.startsWith('/kubernetes/'));
  expect(toCluster.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET ${api}/nodes?limit=1`,
    `GET ${ofNamespace}/secrets/platform-common-conf-upload-token`,
    `GET ${ofNamespace}/services/platform-common-confservice:80/proxy/`,
  ]);
  sandbox.cluster.uploadTokenSecret = undefined;
  expect(await press()).toEqual(
    says(
      'OK',
      /Does not work: read the upload token \(There is no secret .* namespace platform-common\)/,
    ),
  );
});

describe('what works is reported, and what does not', () => {
  test.each([
    [
      ['secrets', 'services/proxy'] as const,
      /Works: check nodes\. Does not work: read the upload token \(.*HTTP 403.*, read files through the API server \(.*HTTP 403/,
    ],
    [
      ['nodes'] as const,
      /Works: read the upload token, read files through the API server\. Does not work: check nodes \(.*HTTP 403/,
    ],
  ])('of an account without rights to %j', async (forbidden, message) => {
    for (const resource of forbidden) sandbox.cluster.forbidden.add(resource);
    expect(await press()).toEqual(says('OK', message));
  });

  test.each([
    ['missing', /services "platform-common-confservice" not found/],
    ['withoutEndpoints', /no endpoints available/],
    ['withoutPort', /no service port 80 found/],
  ] as const)('a service that is %s', async (confService, reason) => {
    sandbox.cluster.confService = confService;
    const { status, message } = (await press()) ?? {};
    expect(status).toBe('OK');
    expect(message).toMatch(/Does not work: read files through the API server \(/);
    expect(message).toMatch(reason);
  });

  test.each([
    ['read files through the API server', 'n8n', '/proxy/', 404, /check nodes \(.*read the upload/],
    ['check nodes', 'platform-production', '/nodes', 200, /read the upload token \(.*read files/],
  ])('%s alone, for an account of the namespace %s', async (...given) => {
    const [works, namespace, allowed, status, not] = given;
    const apiServer = await startApiServer(({ path }, response) => {
      if (path.includes(allowed)) return sendJson(response, { items: [] }, status);
      const [kind] = /nodes|secrets|services/.exec(path) ?? ['namespaces'];
      const message = `forbidden: User "system:serviceaccount:${namespace}:n8n" cannot do this`;
      sendJson(response, { kind: 'Status', reason: 'Forbidden', message, details: { kind } }, 403);
    });
    // Without a token, as through `kubectl proxy`, which logs in itself.
    const fields = { apiServer, token: '', namespace: 'platform-production' };
    const message = new RegExp(`Works: ${works}\\. Does not work: ${not.source}`);
    expect(await press(fields)).toEqual(says('OK', message));
  });

  test('nothing is no success', async () => {
    sandbox.cluster.forbidden.add('nodes').add('secrets').add('services/proxy');
    expect(await press()).toEqual(
      says(
        'Error',
        /^Nothing that the nodes need works with this account\. .*docs\/cluster\.md.*list its nodes.*return the secret/,
      ),
    );
  });
});

test.each([
  ['may read secrets everywhere', true, /There is no secret .* in the namespace platform\b/],
  ['has rights in the right one alone', false, /in the namespace "platform"/],
])('a wrong namespace is reported if the account %s', async (_what, isEverywhere, message) => {
  if (isEverywhere) sandbox.cluster.forbidden.delete('namespaces');
  const result = await press({ namespace: 'platform' });
  expect(result).toMatchObject(says('OK', /Works: check nodes\. Does not work: read the upload/));
  expect(result?.message).toMatch(message);
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
