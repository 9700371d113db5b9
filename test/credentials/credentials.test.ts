import { inspect } from 'node:util';
import { JOB_IDS } from '../../sandbox';
import { MUTUAL_TLS_SERVER, PASSPHRASE, readPem, ROBOT } from '../support/clientCertificates';
import { REQUEST_NODE_TYPE } from '../support/engine/helperNodes';
import { loadPackage } from '../support/engine/nodeTypes';
import { PROJECTS_NODE, runNode } from '../support/engine/runWorkflow';
import { type CredentialType, testCredential } from '../support/engine/testCredential';
import { startTlsRelay } from '../support/network/tlsRelay';
import { type Behaviour, sendJson, startRawServer } from '../support/rawServer';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';

const sandbox = sandboxForEachTest({ seedRuns: false });

describe('the test button', () => {
  const press = async (changes: Record<string, string> = {}) =>
    await testCredential('dataPlatformApi', { ...sandbox.credentials, ...changes });

  test('says that all is well, and always logs in, also where a session seems to go on', async () => {
    expect(await press()).toEqual({
      status: 'OK',
      message: `Connection successful: the login sees ${sandbox.store.projects().length} projects on platform 1`,
    });
    await press();
    expect(sandbox.stats.logins).toBe(2);
  });

  test.each([
    ['a wrong password', { password: 'x' }, /rejected.*Check the login, the password, and the r/],
    ['a wrong realm', { realm: 'other' }, /realm/],
    ['an unknown platform', { platformId: '9' }, /HTTP 404.*platform ID/],
    ['an address without a server', { baseUrl: 'http://127.0.0.1:9' }, /Nothing responds/],
    ['an empty field', { realm: '' }, /The Realm is empty.*Fill in "Realm"/],
    [
      'the address of a page',
      { baseUrl: 'https://a.example/data/projects/platform/7/project/p/jobs?tab=a' },
      /not needed.*: https:\/\/a\.example\/data, and 7 in "Platform ID"\./,
    ],
  ])('the error says what to do about %s', async (_name, changes, message) => {
    const result = await press(changes);
    expect(result?.status).toBe('Error');
    expect(result?.message).toMatch(message);
  });
});

describe.each(['httpRequestWithAuthentication', 'requestWithAuthentication'])(
  'in n8n’s own nodes, by %s',
  (helper) => {
    const credential = () => ({ dataPlatformApi: { ...sandbox.credentials, sessionToken: '' } });
    const send = async (
      query: string,
      data: Record<string, object> = credential(),
      url = `${sandbox.baseUrl}/projects/api/platform/1/graphql`,
      items = [{}],
    ) =>
      await runNode(
        { type: REQUEST_NODE_TYPE, parameters: { helper, url, body: { query } } },
        data,
        items,
      );
    const READ = '{ projects { id } }';

    test('requests carry a valid token; many of them need one login', async () => {
      const items = Array.from({ length: 50 }, () => ({}));
      const { json, error } = await send(READ, undefined, undefined, items);
      expect(error).toBeUndefined();
      expect(json).toHaveLength(50);
      expect(sandbox.stats.logins).toBe(1);
    });

    test('a token that has ended renews itself', async () => {
      const data = credential();
      await send(READ, data);
      sandbox.expireTokens();
      const { json, error } = await send(READ, data);
      expect(error).toBeUndefined();
      expect(json[0]?.data).toHaveProperty('projects');
      expect(sandbox.stats.logins).toBe(2);
    });

    test('a lost response does not make n8n start a second run', async () => {
      const data = credential();
      await send(READ, data);
      sandbox.faults.add({ kind: 'resetAfter', operation: 'runJob' });
      const jobId = JOB_IDS.salesExtraction;
      const { error } = await send(`mutation { runJob(jobId: "${jobId}") { id } }`, data);
      expect(error).toBeDefined();
      expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
    });
  },
);

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
  const refused = says(
    'OK',
    /The account is not allowed to list nodes \(.*list its nodes.*HTTP 403/,
  );
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
  ['a wrong token', () => ({ token: 'x' }), /HTTP 401.*Create a new token/],
  ['no token', () => ({ token: ' ', apiServer: 'https://127.0.0.1:9' }), /The Token is empty/],
  ['a broken token', () => ({ token: 'a\nb' }), /Token contains characters.*Copy it again/],
  ['a wrong namespace', () => ({ namespace: 'A b' }), /is not a valid namespace name.*hyphens/],
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

async function asking(address: string, options = MUTUAL_TLS_SERVER): Promise<string> {
  const tls = { ...options, rejectUnauthorized: true };
  return (await untilTestEnds(startTlsRelay(address, tls))).url;
}

test('neither key nor passphrase is part of what a refusal leaves behind', async () => {
  const strangers = { ...MUTUAL_TLS_SERVER, ca: MUTUAL_TLS_SERVER.cert };
  const baseUrl = await asking(sandbox.baseUrl, strangers);
  const { error, json } = await runNode(
    { type: PROJECTS_NODE, parameters: { resource: 'project', operation: 'getAll' } },
    { dataPlatformApi: { ...sandbox.credentials, ...trusted, ...ENCRYPTED, baseUrl } },
  );
  // Node hangs up without a word.
  expect(error?.message).toMatch(/^The connection to .* broke$/);
  expect(error?.description).toMatch(/may not accept the client certificate in the credential/);
  const left = inspect([error, json], { depth: 20, showHidden: true, maxStringLength: null });
  for (const secret of [PASSPHRASE, ENCRYPTED.clientKey.slice(60, 90)]) {
    expect(left + JSON.stringify(error)).not.toContain(secret);
  }
});

/** As it comes out of n8n's one-line fields. */
const ENCRYPTED = {
  clientCertificate: ROBOT.clientCertificate.replace(/\n/g, ' '),
  clientKey: readPem('client/robot.encrypted').replace(/\n/g, ''),
  passphrase: PASSPHRASE,
};
const trusted = { caCertificate: MUTUAL_TLS_SERVER.cert };

const CREDENTIALS: Array<[CredentialType, () => object, string[]]> = [
  ['dataPlatformApi', () => sandbox.credentials, ['baseUrl']],
  ['dataPlatformUploadTokenApi', () => sandbox.uploadCredentials, ['baseUrl', 'localAddress']],
  ['dataPlatformKubernetesApi', () => sandbox.clusterCredentials, ['apiServer']],
];

describe.each(CREDENTIALS)('%s', (type, values, addresses) => {
  const press = async (fields: object) => {
    const given = values() as Record<string, string>;
    const data: Record<string, unknown> = { ...given, ...fields };
    for (const name of addresses) data[name] = await asking(given[name] ?? '');
    return await testCredential(type, data);
  };

  test('is tested with its client certificate', async () => {
    expect(await press({ ...trusted, ...ENCRYPTED })).toMatchObject({ status: 'OK' });
    expect(await press(trusted)).toMatchObject({ status: 'Error' });
  });

  test('with a key that does not fit is an error that names the key', async () => {
    const fields = { ...trusted, ...ENCRYPTED, clientKey: readPem('client/other.key') };
    expect(await press(fields)).toEqual({
      status: 'Error',
      message: expect.stringMatching(
        /^The Client Certificate or Client Key in the credential cannot be used/,
      ),
    });
  });
});

test.each(['httpRequestWithAuthentication', 'requestWithAuthentication'])(
  'n8n’s own nodes show it, by %s',
  async (helper) => {
    const baseUrl = await asking(sandbox.baseUrl);
    const url = `${baseUrl}/projects/api/platform/1/graphql`;
    const parameters = { helper, url, body: { query: '{ projects { id } }' } };
    const credential = { ...sandbox.credentials, ...trusted, baseUrl, sessionToken: '' };
    const run = async (identity: object) =>
      await runNode(
        { type: REQUEST_NODE_TYPE, parameters },
        { dataPlatformApi: { ...credential, ...identity } },
      );
    const { json, error } = await run(ENCRYPTED);
    expect(error).toBeUndefined();
    const projects = sandbox.store.projects().map(({ id }) => ({ id }));
    expect(json).toEqual([{ data: { projects } }]);
    expect((await run({})).error).toBeDefined();
  },
);
