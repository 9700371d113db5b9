import { runNode } from '../../support/engine/runWorkflow';
import {
  type Behaviour,
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
} from '../../support/rawServer';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';
import { runSettings, SETTINGS_NODE } from './support';

const getGpu = { resource: 'gpu', operation: 'get' };
const getUrls = { resource: 'dataLakeUrl', operation: 'getAll', returnAll: true };

describe('against the sandbox', () => {
  const sandbox = sandboxForEachTest({ seed: false });

  test('another platform may be named', async () => {
    const { error } = await runSettings(sandbox, { ...getGpu, platformId: '7' });
    expect(error?.message).toMatch(/HTTP 404 .*There is no platform 7/);
  });

  test('data lake URLs become items, up to the limit', async () => {
    expect((await runSettings(sandbox, getUrls)).json).toEqual(
      sandbox.platformSettings.dataLakeUrls,
    );
    const { json } = await runSettings(sandbox, { ...getUrls, returnAll: false, limit: 1 });
    expect(json).toHaveLength(1);
  });

  test('another realm header is sent where the credential names one', async () => {
    const realmHeader = 'Saas-Realm';
    await sandbox.restart({ realmHeader });
    const { json } = await runSettings(sandbox, getGpu, {
      dataPlatformApi: { ...sandbox.credentials, realmHeader },
    });
    expect(json).toEqual([{ platformId: '1', enabled: true }]);
  });

  test('a login that may only read is named, with the right that it needs', async () => {
    const { error } = await runSettings(sandbox, getGpu, {
      dataPlatformApi: sandbox.viewerCredentials,
    });
    expect(error?.description).toMatch(
      /login of the credential is "viewer"\. Usually, this needs the login of an administrator/,
    );
  });

  test('no credential is refused before anything is sent', async () => {
    const { error } = await runSettings(sandbox, getGpu, {});
    expect(error?.message).toMatch(/^No platform credential is selected$/);
    expect(sandbox.stats.requests).toBe(0);
  });
});

async function answeredBy(behave: Behaviour, parameters: Record<string, unknown>) {
  const { baseUrl, received } = await untilTestEnds(startRawServer(withLogin(behave)));
  const result = await runNode(
    { type: SETTINGS_NODE, parameters: parameters as never },
    { dataPlatformApi: credentialFor(baseUrl) },
  );
  return { ...result, received };
}

const text =
  (body: string, status = 200): Behaviour =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body);

test('each is the one documented request, with its headers', async () => {
  const behave: Behaviour = (_request, response) => sendJson(response, true);
  for (const [parameters, path] of [
    [getGpu, '/settings/api/v1/settings/platform/1/gpu'],
    [getUrls, '/settings/api/v1/settings/platforms/datalakeUrls'],
  ] as const) {
    const { received } = await answeredBy(behave, parameters);
    expect(received.slice(1)).toEqual([
      expect.objectContaining({
        method: 'GET',
        path,
        body: '',
        headers: expect.objectContaining({
          authorization: 'Bearer token-1',
          'content-type': 'application/json',
          'platform-realm': 'demo',
        }),
      }),
    ]);
  }
});

const LARGE = '7615917337495251231';

test.each<[string, object[]]>([
  ['{"a":{"b":[1]}}', [{ a: { b: [1] } }]],
  ['{}', [{}]],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['["x","y"]', [{ value: 'x' }, { value: 'y' }]],
  ['[]', [{ value: [] }]],
  ['false', [{ value: false }]],
  ['"s3://lake"', [{ value: 's3://lake' }]],
  ['hdfs://lake:8020', [{ value: 'hdfs://lake:8020' }]],
  ['2', [{ value: 2 }]],
  [`[{"size":${LARGE}}]`, [{ size: LARGE }]],
  ['null', [{ value: null }]],
  ['', [{ value: null }]],
  // A gateway that repeats the request.
  ['authorization&#58; Bearer token&#45;1', [{ value: 'authorization: Bearer ***' }]],
  // n8n would take it for a failure.
  ['{"error":"none","on":true}', [{ value: { error: 'none', on: true } }]],
])('the response %j is passed on faithfully', async (body, asGpu) => {
  const gpu = await answeredBy(text(body), getGpu);
  expect(gpu.json).toEqual(asGpu);
  const asUrls = asGpu.map((item) => ('value' in item ? { url: item.value } : item));
  const urls = await answeredBy(text(body), getUrls);
  expect(urls.json).toEqual(body === '[]' ? [] : asUrls);
  const hints = body.includes(LARGE) ? [expect.stringMatching(/as text.*: size$/)] : [];
  expect([gpu.hints, urls.hints]).toEqual([hints, hints]);
});

test.each([
  ['link', '</next>; rel="next"', 'Link'],
  ['x-next-page', '2', 'x-next-page'],
  ['x-total-count', '3', 'x-total-count'],
])(
  'a list of which the header %s reports more is not taken for all',
  async (name, value, shown) => {
    const { json, error } = await answeredBy((_request, response) => {
      response.setHeader(name, value);
      sendJson(response, ['s3://a', 's3://b']);
    }, getUrls);
    expect(json).toEqual([]);
    expect(error?.message).toBe('The list of settings is incomplete');
    expect(error?.description).toContain(`The response header "${shown}" reports more settings`);
  },
);

test.each([
  ['<title>Sign in</title>', /web page instead of a setting: "Sign in"/],
  ['<title>Rejected</title>Your support ID is: 12345', /^A firewall or .*Support ID: 12345$/],
])('the web page %s is no setting', async (page, message) => {
  const { error } = await answeredBy(text(`<html>${page}</html>`), getGpu);
  expect(error?.message).toMatch(message);
});

test('the token stands in no error', async () => {
  const { error } = await answeredBy(text('refused token-1', 400), getGpu);
  expect(error?.message).toMatch(/HTTP 400/);
  expect(JSON.stringify([error, error?.message])).not.toContain('token-1');
});

test('a setting that contains the text of the password or token is passed on unchanged', async () => {
  const setting = { url: `hdfs://${credentialFor('').password}@lake:8020`, realm: 'token-1' };
  const { json, error } = await answeredBy(text(JSON.stringify([setting])), getUrls);
  expect(error).toBeUndefined();
  expect(json).toEqual([setting]);
});

describe('the upload token', () => {
  const sandbox = sandboxForEachTest({ seed: false });

  const get = { resource: 'uploadToken', operation: 'get' };
  const SECRET = 'platform-common-conf-upload-token';
  const source = `secret platform-common/${SECRET}, key token`;

  test('reports that there is one, and the token only where it is to be revealed', async () => {
    const hidden = await runSettings(sandbox, get);
    expect(hidden.error).toBeUndefined();
    expect(hidden.json).toEqual([{ found: true, source }]);
    expect(JSON.stringify(hidden.run)).not.toContain(sandbox.uploadCredentials.uploadToken);

    const revealed = await runSettings(sandbox, { ...get, revealToken: true });
    expect(revealed.json).toEqual([
      { found: true, source, token: sandbox.uploadCredentials.uploadToken },
    ]);
  });

  test('without the credential it says so, and sends nothing', async () => {
    const { error } = await runSettings(sandbox, get, {});
    expect(error?.message).toBe('No Kubernetes credential is selected');
    expect(sandbox.stats.requests).toBe(0);
  });

  test('names the page that says how to create one where there is no secret', async () => {
    sandbox.cluster.uploadTokenSecret = undefined;
    const { json } = await runSettings(sandbox, { ...get, revealToken: true });
    expect(json).toEqual([
      {
        found: false,
        source,
        reason: expect.stringContaining('There is no secret'),
        guide: expect.stringMatching(/docs\/configuration-files\.md#the-upload-token$/),
      },
    ]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['another key', { Token: 'secret', 'ca.crt': 'x' }, /has no valid token in its key token/],
    ['an empty token', { token: '' }, /has no valid token in its key token/],
  ])('a secret with %s is reported', async (_name, data, reason) => {
    sandbox.cluster.uploadTokenSecret = data;
    const { json } = await runSettings(sandbox, get);
    expect(json).toMatchObject([{ found: false, reason: expect.stringMatching(reason) }]);
    expect(JSON.stringify(json)).not.toMatch(/: secret|c2VjcmV0/);
  });

  const NO_TOKEN = /has no valid token in its key token\. A token is one line without spaces/;
  const encoded = (text: string) => Buffer.from(text).toString('base64');

  test.each<[string, string | Buffer, RegExp]>([
    ['two lines', 'first-line-1\nsecond-line-2\n', NO_TOKEN],
    ['a text with spaces', 'not a token', NO_TOKEN],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80, 0x41]), NO_TOKEN],
    ['a token encoded twice', encoded('a-very-secret-token'), /not Base64-encoded twice/],
  ])('%s cannot be a token', async (_name, token, reason) => {
    sandbox.cluster.uploadTokenSecret = { token };
    const { json, run } = await runSettings(sandbox, { ...get, revealToken: true });
    expect(json).toMatchObject([{ found: false, source, reason: expect.stringMatching(reason) }]);
    expect(json[0]).not.toHaveProperty('token');
    for (const part of ['first-line', 'not a token', 'a-very-secret-token']) {
      expect(JSON.stringify(run)).not.toContain(part);
    }
  });

  test.each([
    ['one that a line end follows', 'abc\n'],
    ['a random one in hexadecimal', '0123456789abcdef'.repeat(4)],
    ['a random one in Base64', Buffer.from('8f0e9dc2b1a47365'.repeat(4), 'hex').toString('base64')],
    ['a login token', `${encoded('{"alg":"none"}')}.${encoded('{}')}.x`],
  ])('%s is one', async (_name, token) => {
    sandbox.cluster.uploadTokenSecret = { token };
    const { json } = await runSettings(sandbox, { ...get, revealToken: true });
    expect(json).toEqual([{ found: true, source, token: token.trim() }]);
  });

  test('a misspelt namespace is named', async () => {
    const { error } = await runSettings(sandbox, get, {
      dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, namespace: 'platform-comon' },
    });
    expect(error?.message).toMatch(/HTTP 403/);
    expect(error?.description).toMatch(
      /^Check "Namespace" in the credential: it is "platform-comon"\. If that is correct: .*docs\/cluster\.md#a-service-account-with-just-these-rights$/,
    );
  });

  async function answeredWith(body: string, status = 200) {
    const { baseUrl } = await untilTestEnds(
      startRawServer((_request, response) => response.writeHead(status).end(body)),
    );
    const cluster = { ...sandbox.clusterCredentials, apiServer: baseUrl };
    return await runSettings(sandbox, get, { dataPlatformKubernetesApi: cluster });
  }

  test('a response that is cut never shows what of the secret had come', async () => {
    const token = encoded('a-very-secret-token');
    const body = `{"kind":"Secret","data":{"token":"${token}"`;
    const { run, error } = await answeredWith(body);
    expect(error?.message).toMatch(/does not respond like a Kubernetes API server/);
    expect(`${JSON.stringify(run)} ${error?.stack} ${error?.description}`).not.toContain(token);
  });

  const status = (details?: object, reason = 'NotFound', message = 'x') =>
    JSON.stringify({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message,
      reason,
      details,
    });
  const FORBIDDEN_PATH = 'forbidden: User "system:serviceaccount:a:b" cannot get path "/x/api/v1"';

  test.each([
    ['a page of a gateway', '<h1>Not Found</h1>', 404],
    ['the API server under a wrong path', '404 page not found\n', 404],
    ['the API server, of the namespace', status({ kind: 'namespaces', name: SECRET }), 404],
    ['another kind of Status', status({ kind: 'secrets', name: SECRET }, 'Gone'), 404],
    ['the API server, of a path', status({}, 'Forbidden', FORBIDDEN_PATH), 403],
  ])('a refusal of %s is about the address, not about the secret', async (_name, body, code) => {
    const { json, error } = await answeredWith(body, code);
    expect(json).toEqual([]);
    expect(error?.message).toContain(`HTTP ${code}`);
    expect(error?.description).toMatch(/Check "API Server".*kubectl cluster-info/);
  });
});
