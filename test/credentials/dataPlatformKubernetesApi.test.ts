import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeType } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { loadPackage } from '../engine/nodeTypes';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: false });
});
afterEach(() => sandbox.close());

const press = async (changes: Record<string, string> = {}) => {
  const { nodeTypes } = await loadPackage();
  const node = nodeTypes.getByName('n8n-nodes-data-platform.dataPlatformSettings') as INodeType;
  const data = { ...sandbox.clusterCredentials, ...changes };
  const test = node.methods?.credentialTest?.testKubernetesCredential;
  return await test?.call(
    {} as ICredentialTestFunctions,
    { data } as unknown as ICredentialsDecrypted,
  );
};

test('the test button asks the API server for its version', async () => {
  expect(await press()).toEqual({ status: 'OK', message: 'Connection successful' });
  expect(sandbox.stats.recent).toEqual([
    expect.objectContaining({ method: 'GET', path: '/kubernetes/version' }),
  ]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a wrong token', { token: 'x' }, /HTTP 401.*Make a new one/],
  ['no token', { token: ' ' }, /The Token is empty/],
  ['an address where nothing answers', { apiServer: 'http://127.0.0.1:9' }, /Nothing answers/],
  ['no address', { apiServer: 'kubernetes' }, /API Server "kubernetes" is not an address/],
])('it tells what to do about %s', async (_name, changes, message) => {
  expect(await press(changes)).toEqual({
    status: 'Error',
    message: expect.stringMatching(message),
  });
});

test('it tells a server that is no Kubernetes API server', async () => {
  expect(await press({ apiServer: sandbox.baseUrl })).toMatchObject({
    status: 'Error',
    message: expect.stringMatching(/HTTP 404.*kubectl cluster-info/),
  });
});

test('n8n’s own nodes send its token', async () => {
  const { credentialType } = await loadPackage();
  const { authenticate } = credentialType('dataPlatformKubernetesApi');
  if (typeof authenticate !== 'function') throw new Error('It cannot authenticate');
  const request = await authenticate({ token: 'abc' }, { url: 'https://cluster/version' });
  expect(request.headers).toEqual({ Authorization: 'Bearer abc' });
});
