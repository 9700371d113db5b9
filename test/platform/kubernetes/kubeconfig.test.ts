import { readKubernetesAccess, withKubeconfig } from '../../../platform/kubernetes/access';
import { MAX_KUBECONFIG_CHARACTERS } from '../../../platform/kubernetes/kubeconfig';
import { ROBOT } from '../../support/clientCertificates';
import { failureOf } from '../../support/failureOf';
import { toBase64, API_SERVER, writeKubeconfig, type KubeconfigParts } from './kubeconfigs';

/** Of a service account: long enough, and of its form. */
const JWT = `${toBase64('{"alg":"RS256"}')}.${toBase64('{"sub":"a"}')}.${'s'.repeat(80)}`;

const access = async (credential: object) => readKubernetesAccess(await withKubeconfig(credential));
const refusal = async (kubeconfig: string, more: object = {}) =>
  await failureOf(access({ kubeconfig, ...more }));

const kubeconfig = writeKubeconfig();
const IMPOSSIBLE = { exec: { command: 'aws' }, 'client-certificate-data': 'x' };

test.each<[string, object, object]>([
  [
    'nothing of a kubeconfig is asked for where there is none',
    { apiServer: API_SERVER, token: 'x', kubeconfig: ' ' },
    { apiServer: API_SERVER, token: 'x' },
  ],
  [
    'what is typed into the address wins',
    { kubeconfig, apiServer: 'https://other:1/', token: '' },
    { apiServer: 'https://other:1', token: 'a-token', namespace: 'platform-common' },
  ],
  ['so does a token', { kubeconfig, token: 'typed' }, { apiServer: API_SERVER, token: 'typed' }],
  [
    'it replaces a whole login, also one that is not possible here',
    { kubeconfig: writeKubeconfig({ user: IMPOSSIBLE }), token: 'typed' },
    { token: 'typed', tls: { clientCertificate: '' } },
  ],
  ['a client certificate replaces a token', { kubeconfig, ...ROBOT }, { token: '', tls: ROBOT }],
])('%s', async (_what, credential, expected) => {
  expect(await access(credential)).toMatchObject(expected);
});

const [AUTHORITY, CLIENT] = ['certificate-authority', 'client-certificate'];
const ofUser = (user: object) => ({ user });
const BY_TOKEN = /[Cc]reate a token of a service account.*docs\/cluster\.md/;

test.each<[string, KubeconfigParts, RegExp, RegExp]>([
  ['a program', ofUser({ exec: { command: 'aws' } }), /runs a program \(aws\), which/, BY_TOKEN],
  ['an auth-provider', ofUser({ 'auth-provider': { name: 'gcp' } }), /\(gcp\), which/, BY_TOKEN],
  ['others’ rights', ofUser({ token: 'x', as: 'root' }), /impersonates another user/, BY_TOKEN],
  ['a file of a token', ofUser({ tokenFile: '/a' }), /a file .*\(tokenFile: \/a\)/, BY_TOKEN],
  [
    'a file of a certificate',
    ofUser({ [CLIENT]: '/a.crt', 'client-key': '/a.key' }),
    /refers to a file .*\(client-certificate: \/a\.crt\)/,
    /kubectl config view --raw --minify --flatten/,
  ],
  [
    'a file of an authority',
    { cluster: { [AUTHORITY]: '/a' } },
    /certificate-auth.*: /,
    /--flatten/,
  ],
  ['a proxy', { cluster: { 'proxy-url': 'http://a:1' } }, /proxy-url.*not supp/, /HTTPS_PROXY/],
  ['no login', ofUser({}), /has no login for its context "main"/, BY_TOKEN],
  ['no address', { cluster: { server: '' } }, /The API Server is empty/, /API Server/],
  ['no secrets', ofUser({ token: 'REDACTED' }), /without its secrets \(token\)/, /--raw/],
  [
    'no certificates',
    { cluster: { [`${AUTHORITY}-data`]: 'DATA+OMITTED' } },
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
  const two = JSON.stringify(config);
  expect(await access({ kubeconfig: two })).toMatchObject({ token: 'a-token' });
  const other = await access({ kubeconfig: two, context: ' prod ' });
  expect(other.token).toBe('prod-token');
  const error = await refusal(two, { context: 'Prod' });
  expect(error.message).toBe('The Kubeconfig has no context "Prod"');
  expect(error.hint).toContain(': main, prod.');
});

test('the only context needs no name; of several one has to be named', async () => {
  const config = JSON.parse(writeKubeconfig({ context: '' })) as { contexts: object[] };
  expect(await access({ kubeconfig: JSON.stringify(config) })).toMatchObject({ token: 'a-token' });
  config.contexts.push({ name: 'prod', context: {} });
  const several = JSON.stringify(config);
  expect((await refusal(several)).message).toBe('The Kubeconfig has no current context');
  const error = await refusal(several, { context: 'prod' });
  expect(error.message).toBe('The Kubeconfig lacks the cluster "" of its context "prod"');
});

const CUT = 'apiVersion: v1\nclusters:\n- a: [\nsecret-word: "x';
const LINE = 'apiVersion: v1clusters:- cluster:    server: https://a  name: secret-word';
const INHERITED = 'contexts: [{name: constructor}]\ncurrent-context: constructor';

test.each([
  ['a table', 'CURRENT   NAME\n*   main', /cannot be used/],
  ['a line that breaks', CUT, /not YAML from line \d+ on/],
  ['YAML without its line ends', LINE, /: it is not YAML.*YAML needs its line breaks.*-o json$/],
  ['another file', 'kind: Secret\ndata: {}', /it has no context/],
  ['a number', '42', /it has no context/],
  ['names that objects inherit', INHERITED, /lacks the cluster ""/],
  ['an enormous one', `a: "${'x'.repeat(MAX_KUBECONFIG_CHARACTERS)}"`, /it is too large/],
])('%s is no kubeconfig', async (_name, text, shown) => {
  const { message, hint } = await refusal(text);
  expect(`${message} ${hint}`).toMatch(shown);
  expect(`${message} ${hint}`).not.toContain('secret-word');
});

test('a token that is still encoded is named', async () => {
  const error = await refusal('', { apiServer: API_SERVER, token: toBase64(JWT) });
  expect(error.message).toMatch(/^The Token is still Base64-encoded/);
  expect(error.hint).toContain('base64 -d');
  expect(await access({ apiServer: API_SERVER, token: JWT })).toMatchObject({ token: JWT });
});

test.each([
  ['https://connectgateway.example.com/v1/projects/1/locations/global/gkeMemberships/prod', ''],
  ['https://manager.example.com/k8s/clusters/c-m-abcd', ''],
  ['https://10.0.0.1:6443', '/api/v1/'],
  ['https://manager.example.com/k8s/clusters/c-m-abcd', '/api/v1'],
])('the address %s is taken, without "%s" at its end', async (apiServer, tooMuch) => {
  expect(await access({ apiServer: apiServer + tooMuch, token: 'x' })).toMatchObject({ apiServer });
});

test('over plain HTTP no token is needed: kubectl proxy logs in itself', async () => {
  expect(await access({ apiServer: 'http://127.0.0.1:8001' })).toMatchObject({ token: '' });
  const byTls = await refusal('', { apiServer: 'https://127.0.0.1:8001' });
  expect(byTls.message).toBe('The Token is empty');
});

test.each(['clientCertificate', 'clientKey'] as const)('a %s needs no token', async (name) => {
  const given = { apiServer: API_SERVER, token: '', [name]: ROBOT[name] };
  expect(await access(given)).toMatchObject({ token: '' });
});
