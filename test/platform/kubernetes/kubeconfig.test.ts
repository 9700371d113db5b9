import { readKubernetesAccess, withKubeconfig } from '../../../platform/kubernetes/access';
import { MAX_KUBECONFIG_CHARACTERS } from '../../../platform/kubernetes/kubeconfig';
import { ROBOT } from '../../support/clientCertificates';
import { toBase64, API_SERVER, writeKubeconfig, type KubeconfigParts } from './kubeconfigs';

/** Of a service account: long enough, and of its form. */
const JWT = `${toBase64('{"alg":"RS256"}')}.${toBase64('{"sub":"a"}')}.${'s'.repeat(80)}`;

const access = async (credential: object) => readKubernetesAccess(await withKubeconfig(credential));
const refusal = async (kubeconfig: string, more: object = {}) =>
  await access({ kubeconfig, ...more }).then(
    () => ({ message: 'It was taken', hint: '' }),
    (error: { message: string; hint: string }) => error,
  );

describe('what is typed into the fields wins', () => {
  test('nothing of a kubeconfig is asked for where there is none', async () => {
    expect(await access({ apiServer: API_SERVER, token: 'x', kubeconfig: ' ' })).toMatchObject({
      apiServer: API_SERVER,
      token: 'x',
    });
  });

  test('each field by itself', async () => {
    const kubeconfig = writeKubeconfig();
    expect(await access({ kubeconfig, apiServer: 'https://other:1/', token: '' })).toMatchObject({
      apiServer: 'https://other:1',
      token: 'a-token',
      namespace: 'platform-common',
    });
    expect(await access({ kubeconfig, token: 'typed' })).toMatchObject({
      apiServer: API_SERVER,
      token: 'typed',
    });
  });

  test('a token replaces a whole login, also one that is not possible here', async () => {
    const user = { exec: { command: 'aws' }, 'client-certificate-data': 'x' };
    const { token, tls } = await access({ kubeconfig: writeKubeconfig({ user }), token: 'typed' });
    expect({ token, clientCertificate: tls.clientCertificate }).toEqual({
      token: 'typed',
      clientCertificate: '',
    });
  });

  test('a client certificate replaces a token', async () => {
    expect(await access({ kubeconfig: writeKubeconfig(), ...ROBOT })).toMatchObject({
      token: '',
      tls: ROBOT,
    });
  });
});

test.each<[string, KubeconfigParts, RegExp, RegExp]>([
  [
    'a program',
    { user: { exec: { command: 'aws-iam-authenticator' } } },
    /runs a program \(aws-iam-authenticator\), which is not supported/,
    /Create a token of a service account.*docs\/cluster\.md/,
  ],
  [
    'an auth-provider',
    { user: { 'auth-provider': { name: 'gcp' } } },
    /uses an auth-provider \(gcp\), which is not supported/,
    /Create a token of a service account/,
  ],
  [
    'somebody else’s rights',
    { user: { token: 'x', as: 'root' } },
    /impersonates another user/,
    /service account/,
  ],
  [
    'a file of a token',
    { user: { tokenFile: '/var/run/token' } },
    /refers to a file .*\(tokenFile: \/var\/run\/token\)/,
    /Create a token of a service account/,
  ],
  [
    'a file of a certificate',
    { user: { 'client-certificate': '/home/a/c.crt', 'client-key': '/home/a/c.key' } },
    /refers to a file .*\(client-certificate: \/home\/a\/c\.crt\)/,
    /kubectl config view --raw --minify --flatten/,
  ],
  [
    'a file of an authority',
    { cluster: { 'certificate-authority': '/home/a/ca.crt' } },
    /refers to a file .*certificate-authority: /,
    /--flatten/,
  ],
  [
    'a proxy of its own',
    { cluster: { 'proxy-url': 'http://proxy:3128' } },
    /proxy-url.*not supported/,
    /HTTPS_PROXY/,
  ],
  ['no login', { user: {} }, /has no login for its context "main"/, /service account/],
  ['no address', { cluster: { server: '' } }, /The API Server is empty/, /API Server/],
  [
    'secrets that were left out',
    { user: { token: 'REDACTED' } },
    /printed without its secrets \(token\)/,
    /--raw/,
  ],
  [
    'certificates that were left out',
    { cluster: { 'certificate-authority-data': 'DATA+OMITTED' } },
    /printed without its secrets \(certificate-authority-data\)/,
    /--raw/,
  ],
])('a kubeconfig with %s is refused', async (_name, config, message, hint) => {
  const error = await refusal(writeKubeconfig(config));
  expect(error.message).toMatch(message);
  expect(error.hint).toMatch(hint);
});

test('a context is chosen by its name', async () => {
  const config = JSON.parse(writeKubeconfig()) as { contexts: object[]; users: object[] };
  config.contexts.push({ name: 'prod', context: { cluster: 'c', user: 'v' } });
  config.users.push({ name: 'v', user: { token: 'prod-token' } });
  const kubeconfig = JSON.stringify(config);
  expect(await access({ kubeconfig })).toMatchObject({ token: 'a-token' });
  expect(await access({ kubeconfig, context: ' prod ' })).toMatchObject({ token: 'prod-token' });
  const error = await refusal(kubeconfig, { context: 'Prod' });
  expect(error.message).toBe('The Kubeconfig has no context "Prod"');
  expect(error.hint).toContain(': main, prod.');
});

test('the only context needs no name; of several one has to be named', async () => {
  const config = JSON.parse(writeKubeconfig({ context: '' })) as { contexts: object[] };
  expect(await access({ kubeconfig: JSON.stringify(config) })).toMatchObject({ token: 'a-token' });
  config.contexts.push({ name: 'prod', context: {} });
  expect((await refusal(JSON.stringify(config))).message).toBe(
    'The Kubeconfig has no current context',
  );
  const error = await refusal(JSON.stringify(config), { context: 'prod' });
  expect(error.message).toBe('The Kubeconfig lacks the cluster "" of its context "prod"');
});

test.each([
  ['a table', 'CURRENT   NAME\n*   main', /cannot be used/],
  [
    'a line that breaks',
    'apiVersion: v1\nclusters:\n- a: [\nsecret-word: "x',
    /not YAML from line \d+ on/,
  ],
  ['another file', 'kind: Secret\ndata: {}', /it has no context/],
  ['a number', '42', /it has no context/],
  [
    'names that objects inherit',
    'contexts: [{name: constructor}]\ncurrent-context: constructor',
    /lacks the cluster ""/,
  ],
  ['an enormous one', `a: "${'x'.repeat(MAX_KUBECONFIG_CHARACTERS)}"`, /it is too large/],
])('%s is no kubeconfig', async (_name, text, message) => {
  const error = await refusal(text);
  expect(error.message).toMatch(message);
  expect(`${error.message} ${error.hint}`).not.toContain('secret-word');
});

test('YAML that lost its line ends on the way through a field is reported as that', async () => {
  const text = 'apiVersion: v1clusters:- cluster:    server: https://a  name: secret-word';
  const error = await refusal(text);
  expect(error.message).toMatch(/^The Kubeconfig cannot be used: it is not YAML/);
  expect(error.hint).toMatch(/YAML needs its line breaks.*-o json$/);
});

test('a token that is still encoded is named', async () => {
  const error = await refusal('', { apiServer: API_SERVER, token: toBase64(JWT) });
  expect(error.message).toMatch(/^The Token is still Base64-encoded/);
  expect(error.hint).toContain('base64 -d');
  expect(await access({ apiServer: API_SERVER, token: JWT })).toMatchObject({ token: JWT });
});

describe('addresses', () => {
  test.each([
    ['https://connectgateway.example.com/v1/projects/1/locations/global/gkeMemberships/prod', ''],
    ['https://manager.example.com/k8s/clusters/c-m-abcd', ''],
    ['https://10.0.0.1:6443', '/api/v1/'],
    ['https://manager.example.com/k8s/clusters/c-m-abcd', '/api/v1'],
  ])('%s is taken, without "%s" at its end', async (apiServer, tooMuch) => {
    expect(await access({ apiServer: apiServer + tooMuch, token: 'x' })).toMatchObject({
      apiServer,
    });
  });

  test('over plain HTTP no token is needed: kubectl proxy logs in itself', async () => {
    expect(await access({ apiServer: 'http://127.0.0.1:8001' })).toMatchObject({ token: '' });
    expect((await refusal('', { apiServer: 'https://127.0.0.1:8001' })).message).toBe(
      'The Token is empty',
    );
  });
});
