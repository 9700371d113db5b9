import { startRawServer } from '../../support/rawServer';
import { runSettings } from './support';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';

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
  ['another key', { Token: 'secret', 'ca.crt': 'x' }, /has no token in its key token/],
  ['an empty token', { token: '' }, /has no token in its key token/],
])('a secret with %s is reported', async (_name, data, reason) => {
  sandbox.cluster.uploadTokenSecret = data;
  const { json } = await runSettings(sandbox, get);
  expect(json).toMatchObject([{ found: false, reason: expect.stringMatching(reason) }]);
  expect(JSON.stringify(json)).not.toMatch(/: secret|c2VjcmV0/);
});

const NO_TOKEN = /has no token in its key token: one line without spaces/;
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
    /^Check "Namespace" in the credential: it is "platform-comon"\. If that is right: .*docs\/cluster\.md#a-service-account-with-just-these-rights$/,
  );
});

/** Asks for the token where an API server responds so. */
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
  JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, details });
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
