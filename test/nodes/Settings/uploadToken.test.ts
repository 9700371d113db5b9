import { startSandbox, type Sandbox } from '../../../sandbox';
import { startRawServer } from '../../support/rawServer';
import { runSettings } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: false });
});
afterEach(() => sandbox.close());

const get = { resource: 'uploadToken', operation: 'get' };
const source = 'secret platform-common/platform-common-conf-upload-token, key token';

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

test('a line end in the secret is not part of the token', async () => {
  sandbox.cluster.uploadTokenSecret = { token: 'abc\n' };
  const { json } = await runSettings(sandbox, { ...get, revealToken: true });
  expect(json).toEqual([{ found: true, source, token: 'abc' }]);
});

test('says both ways to get one where there is no secret', async () => {
  sandbox.cluster.uploadTokenSecret = undefined;
  const { json } = await runSettings(sandbox, { ...get, revealToken: true });
  expect(json).toEqual([
    {
      found: false,
      source,
      reason: expect.stringContaining('There is no secret'),
      waysToGetOne: [
        {
          way: expect.stringContaining('Generate a token'),
          commands: [
            expect.stringContaining(
              'create secret generic platform-common-conf-upload-token --from-literal=token=',
            ),
            expect.stringContaining('delete pod'),
          ],
        },
        {
          way: expect.stringContaining('that the service generated'),
          commands: [expect.stringContaining('logs service/platform-common-confservice')],
        },
      ],
    },
  ]);
});

test.each<[string, Record<string, string>]>([
  ['another key', { password: 'x' }],
  ['an empty token', { token: '' }],
])('a secret with %s is mended, not made', async (_name, data) => {
  sandbox.cluster.uploadTokenSecret = data;
  const { json } = await runSettings(sandbox, get);
  expect(json).toMatchObject([
    {
      found: false,
      reason: expect.stringMatching(/has (?:no key token|an empty value for the key token)/),
    },
  ]);
  expect(JSON.stringify(json)).toContain('patch secret');
  expect(JSON.stringify(json)).not.toContain('create secret');
});

const encoded = (text: string) => Buffer.from(text).toString('base64');

test.each<[string, string | Buffer, RegExp]>([
  ['two lines', 'first-line-1\nsecond-line-2\n', /has 2 lines for the key token/],
  ['a text with spaces', 'not a token', /has characters in the key token/],
  [
    'bytes that are no text',
    Buffer.from([0xff, 0xfe, 0x80, 0x41]),
    /has a value for the key token that is not text/,
  ],
  ['a token encoded twice', encoded('a-very-secret-token'), /Base64-encoded twice/],
  ['one that echo has given a line end', encoded(`${'ab12'.repeat(16)}\n`), /Base64-encoded twice/],
  ['a NUL', 'before-it\0after-it', /has characters in the key token/],
])('%s cannot be a token', async (_name, token, reason) => {
  sandbox.cluster.uploadTokenSecret = { token };
  const { json, run } = await runSettings(sandbox, { ...get, revealToken: true });
  expect(json).toMatchObject([{ found: false, source, reason: expect.stringMatching(reason) }]);
  expect(json[0]).not.toHaveProperty('token');
  expect(JSON.stringify(json)).toContain('patch secret');
  for (const part of [
    'first-line',
    'not a token',
    'a-very-secret-token',
    'ab12ab12',
    'before-it',
  ]) {
    expect(JSON.stringify(run)).not.toContain(part);
  }
});

test.each([
  ['a random one in hexadecimal', '0123456789abcdef'.repeat(4)],
  ['a random one in Base64', Buffer.from('8f0e9dc2b1a47365'.repeat(4), 'hex').toString('base64')],
  ['a word', 'test'],
  ['a login token', `${encoded('{"alg":"none"}')}.${encoded('{}')}.x`],
])('%s is one', async (_name, token) => {
  sandbox.cluster.uploadTokenSecret = { token };
  const { json } = await runSettings(sandbox, { ...get, revealToken: true });
  expect(json).toEqual([{ found: true, source, token }]);
});

test('a misspelt key: the error lists the keys that exist, and nothing of what they hold', async () => {
  sandbox.cluster.uploadTokenSecret = { Token: 'a-very-secret-token', 'ca.crt': 'x' };
  const { json } = await runSettings(sandbox, get);
  expect(json).toMatchObject([
    {
      found: false,
      reason: expect.stringMatching(/has no key token\. It holds: Token, ca\.crt$/),
    },
  ]);
  expect(JSON.stringify(json)).not.toMatch(/a-very-secret|YS12ZXJ5/);
});

test('a misspelt namespace is named by the one that the account lives in', async () => {
  const { error } = await runSettings(sandbox, get, {
    dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, namespace: 'platform-comon' },
  });
  expect(error?.message).toMatch(/HTTP 403/);
  expect(error?.description).toMatch(
    /^Check "Namespace" in the credential\. It is "platform-comon", but the account is in "platform-common"/,
  );
});

test('an account that may not read the secret is reported as that', async () => {
  sandbox.cluster.forbidden.add('secrets');
  const { error } = await runSettings(sandbox, { ...get, revealToken: true });
  expect(error?.message).toMatch(/did not return the secret .*HTTP 403/);
  expect(error?.description).toMatch(/docs\/cluster\.md/);
});

test('a response that is cut never shows what of the secret had come', async () => {
  const encoded = Buffer.from('a-very-secret-token').toString('base64');
  const server = await startRawServer((_request, response) =>
    response.end(`{"kind":"Secret","data":{"token":"${encoded}"`),
  );
  try {
    const { run, error } = await runSettings(sandbox, get, {
      dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, apiServer: server.baseUrl },
    });
    expect(error?.message).toMatch(/not valid JSON/);
    expect(`${JSON.stringify(run)} ${error?.stack} ${error?.description}`).not.toContain(encoded);
  } finally {
    await server.close();
  }
});

const SECRET = 'platform-common-conf-upload-token';
const status = (details?: object, reason = 'NotFound') =>
  JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'x',
    reason,
    details,
    code: 404,
  });

test.each([
  ['a page of a gateway', '<h1>Not Found</h1>'],
  ['the API server under a wrong path', '404 page not found\n'],
  ['the API server that knows no such resource', status({})],
  ['the API server, of another thing', status({ kind: 'secrets', name: 'other' })],
  ['the API server, of the namespace', status({ kind: 'namespaces', name: SECRET })],
  ['another kind of Status', status({ kind: 'secrets', name: SECRET }, 'Gone')],
  ['a manager of clusters', '{"type":"error","status":"404","code":"NotFound"}'],
])('a 404 of %s does not say that there is no secret', async (_name, body) => {
  const server = await startRawServer((_request, response) => {
    response.writeHead(404).end(body);
  });
  const { json, error } = await runSettings(sandbox, get, {
    dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, apiServer: server.baseUrl },
  });
  await server.close();
  expect(json).toEqual([]);
  expect(error?.message).toContain('HTTP 404');
  expect(error?.description).toMatch(/Check "API Server".*kubectl cluster-info/);
});

test('a 403 for a path, which an API server under a wrong path gives, is about the address', async () => {
  const server = await startRawServer((_request, response) => {
    const message = 'forbidden: User "system:serviceaccount:a:b" cannot get path "/x/api/v1"';
    const details = {};
    response
      .writeHead(403)
      .end(JSON.stringify({ kind: 'Status', reason: 'Forbidden', message, details, code: 403 }));
  });
  const { error } = await runSettings(sandbox, get, {
    dataPlatformKubernetesApi: { ...sandbox.clusterCredentials, apiServer: server.baseUrl },
  });
  await server.close();
  expect(error?.description).toMatch(/Check "API Server"/);
});
