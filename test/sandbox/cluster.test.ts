import { startSandbox, type Sandbox } from '../../sandbox';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: false });
});
afterEach(() => sandbox.close());

async function ask(path: string, token = sandbox.clusterCredentials.token) {
  const answer = await fetch(`${sandbox.clusterCredentials.apiServer}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer of any form
  const body: any = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: answer.status, text, body };
}

test('the API server returns its version to any client with the token', async () => {
  expect(await ask('/version')).toMatchObject({ status: 200, body: { gitVersion: 'v1.31.4' } });
  expect(await ask('/version', 'other')).toMatchObject({
    status: 401,
    body: { kind: 'Status', reason: 'Unauthorized', code: 401 },
  });
});

const failure = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };

test('refusals are those of a real API server, field by field', async () => {
  expect((await ask('/api/v1/nodes', 'other')).body).toEqual({
    ...failure,
    message: 'Unauthorized',
    reason: 'Unauthorized',
    code: 401,
  });

  const secret = '/api/v1/namespaces/platform-common/secrets/other';
  expect((await ask(secret)).body).toEqual({
    ...failure,
    message: 'secrets "other" not found',
    reason: 'NotFound',
    details: { name: 'other', kind: 'secrets' },
    code: 404,
  });

  sandbox.cluster.forbidden.add('secrets').add('nodes');
  const user = 'User "system:serviceaccount:platform-common:n8n"';
  expect((await ask(secret)).body).toEqual({
    ...failure,
    message: `secrets "other" is forbidden: ${user} cannot get resource "secrets" in API group "" in the namespace "platform-common"`,
    reason: 'Forbidden',
    details: { name: 'other', kind: 'secrets' },
    code: 403,
  });
  expect((await ask('/api/v1/nodes')).body).toEqual({
    ...failure,
    message: `nodes is forbidden: ${user} cannot list resource "nodes" in API group "" at the cluster scope`,
    reason: 'Forbidden',
    details: { kind: 'nodes' },
    code: 403,
  });
});

test.each(['/', '/api/api/v1/nodes', '/kubernetes/api/v1/nodes'])(
  'the wrong path %s is answered in plain text',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, text: '404 page not found\n' });
  },
);

test('nodes come page by page', async () => {
  const names: string[] = [];
  let next = '';
  let pages = 0;
  do {
    const { body } = await ask(`/api/v1/nodes?limit=5&continue=${next}`);
    expect(body.kind).toBe('NodeList');
    names.push(...body.items.map((node: { metadata: { name: string } }) => node.metadata.name));
    next = body.metadata.continue ?? '';
    pages++;
  } while (next !== '');
  expect(pages).toBe(3);
  expect(names).toEqual(sandbox.cluster.nodes.map(({ name }) => name));
  expect((await ask('/api/v1/nodes')).body.items).toHaveLength(12);
});

test('a list that grew too old cannot be gone on with', async () => {
  const { body } = await ask('/api/v1/nodes?limit=5');
  sandbox.cluster.expireLists();
  expect(await ask(`/api/v1/nodes?limit=5&continue=${body.metadata.continue}`)).toMatchObject({
    status: 410,
    body: { reason: 'Expired' },
  });
  expect((await ask('/api/v1/nodes?continue=nonsense')).status).toBe(410);
});

test('the API servers are among the pods, with their flags', async () => {
  const { body } = await ask('/api/v1/namespaces/kube-system/pods');
  const server = body.items.find(({ metadata }: { metadata: { name: string } }) =>
    metadata.name.startsWith('kube-apiserver-'),
  );
  expect(server.spec.containers[0].command).toContain(
    '--enable-admission-plugins=NodeRestriction,ExtendedResourceToleration',
  );
});

test('the upload token is in its secret alone', async () => {
  const secrets = '/api/v1/namespaces/platform-common/secrets';
  const { body } = await ask(`${secrets}/platform-common-conf-upload-token`);
  expect(Buffer.from(body.data.token, 'base64').toString()).toBe(
    sandbox.uploadCredentials.uploadToken,
  );
  expect((await ask(`${secrets}/other`)).status).toBe(404);
  sandbox.cluster.uploadTokenSecret = undefined;
  expect((await ask(`${secrets}/platform-common-conf-upload-token`)).status).toBe(404);
});

test.each([
  ['nodes', '/api/v1/nodes'],
  ['pods', '/api/v1/namespaces/kube-system/pods'],
  ['secrets', '/api/v1/namespaces/platform-common/secrets/platform-common-conf-upload-token'],
] as const)('an account may be without the right to %s', async (resource, path) => {
  sandbox.cluster.forbidden.add(resource);
  expect(await ask(path)).toMatchObject({
    status: 403,
    body: { reason: 'Forbidden', message: expect.stringContaining(`resource "${resource}"`) },
  });
});
