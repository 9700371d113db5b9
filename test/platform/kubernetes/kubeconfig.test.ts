import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readKubernetesAccess, withKubeconfig } from '../../../platform/kubernetes/access';
import { MAX_KUBECONFIG_CHARACTERS } from '../../../platform/kubernetes/kubeconfig';
import { pem, ROBOT } from '../../support/clientCertificates';
import { describeWithKubectl, KUBECTL } from './kubectl';
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
    'a username and a password',
    { user: { username: 'a', password: 'b' } },
    /uses a username and a password, which/,
    /service account/,
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
    /Fill in the content of the file as "Token"/,
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
  [
    'another context',
    { context: 'prod' },
    /^The Kubeconfig has no context "prod"$/,
    /Fill in one of them as "Context" in the credential: main\./,
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
  ['a list', '- a\n- b', /it has no context/],
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

test('it may be encoded, as it stands in a secret', async () => {
  expect(await access({ kubeconfig: toBase64(writeKubeconfig()) })).toMatchObject({
    token: 'a-token',
  });
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
    ['https://panel.example.com/api/k8s/proxy', ''],
    ['https://panel.example.com/projects/conf/settings', ''],
    ['https://10.0.0.1:6443', '/api'],
    ['https://10.0.0.1:6443', '/api/v1/'],
    ['https://10.0.0.1:6443', '/apis'],
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

describeWithKubectl('as kubectl writes them', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kubeconfig-'));
    for (const [name, file] of FILES) writeFileSync(path.join(folder, name), pem(file));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const FILES = [
    ['ca.crt', 'localhost.cert'],
    ['client.crt', 'client/robot.cert'],
    ['client.key', 'client/robot.key'],
  ] as const;

  /** Runs `kubectl config …` for each line, and gives the file that comes of it, or what the last line prints. */
  function kubeconfig(...lines: string[]): string {
    const file = path.join(folder, 'config');
    let printed = '';
    for (const line of lines) {
      const words = line
        .split(' ')
        .filter(Boolean)
        .map((word) => word.replace('@', `${folder}/`));
      printed = execFileSync(KUBECTL, ['config', ...words], {
        env: { HOME: folder, KUBECONFIG: file, PATH: process.env.PATH },
        encoding: 'utf8',
      });
    }
    return lines.at(-1)?.startsWith('view') ? printed : readFileSync(file, 'utf8');
  }
  const named = (name: string, server: string, cluster: string, user: string) => [
    `set-cluster ${name} --server=${server} ${cluster}`,
    `set-credentials ${name} ${user}`,
    `set-context ${name} --cluster=${name} --user=${name}`,
    `use-context ${name}`,
  ];
  const CA = '--certificate-authority=@ca.crt';
  const CERTIFICATE = '--client-certificate=@client.crt --client-key=@client.key';
  const EMBEDDED = '--embed-certs=true';

  test.each([
    ['kind', 'kind-kind', 'https://127.0.0.1:36251'],
    ['k3s', 'default', 'https://127.0.0.1:6443'],
    [
      'AKS, of an administrator',
      'prod-admin',
      'https://prod-dns-1a2b.hcp.westeurope.azmk8s.io:443',
    ],
  ])('%s: a client certificate', async (_name, context, server) => {
    const text = kubeconfig(
      ...named(context, server, `${CA} ${EMBEDDED}`, `${CERTIFICATE} ${EMBEDDED}`),
    );
    expect(await access({ kubeconfig: text })).toEqual({
      apiServer: server.replace(':443', ''),
      token: '',
      namespace: 'platform-common',
      tls: {
        allowUnauthorizedCerts: false,
        caCertificate: toBase64(pem('localhost.cert')),
        clientCertificate: toBase64(pem('client/robot.cert')),
        clientKey: toBase64(pem('client/robot.key')),
        passphrase: '',
        serverName: '',
      },
    });
  });

  test('minikube names files; flattened, it holds them', async () => {
    const lines = named('minikube', 'https://192.168.49.2:8443', CA, CERTIFICATE);
    const text = kubeconfig(...lines);
    expect((await refusal(text)).message).toMatch(/refers to a file .*certificate-authority: /);
    const flat = kubeconfig(...lines, 'view --raw --minify --flatten -o json');
    expect(await access({ kubeconfig: flat })).toMatchObject({
      apiServer: 'https://192.168.49.2:8443',
      tls: { caCertificate: toBase64(pem('localhost.cert')) },
    });
  });

  test.each([
    ['--token=abc', /printed without its secrets \(token\)/],
    [`${CERTIFICATE} ${EMBEDDED}`, /printed without its secrets \(client-certificate-data\)/],
  ])('printed without --raw, the login %s is left out', async (user, message) => {
    const text = kubeconfig(...named('x', API_SERVER, '', user), 'view --minify');
    expect((await refusal(text)).message).toMatch(message);
  });

  test.each([
    ['GKE', 'gke-gcloud-auth-plugin'],
    ['EKS', 'aws'],
    ['AKS', 'kubelogin'],
  ])('%s runs a program, and a token in its place works', async (_name, program) => {
    const exec = `--exec-command=${program} --exec-api-version=client.authentication.k8s.io/v1 --exec-arg=get-token`;
    const text = kubeconfig(...named('managed', API_SERVER, `${CA} ${EMBEDDED}`, exec));
    expect((await refusal(text)).message).toBe(
      `The login of the Kubeconfig runs a program (${program}), which is not supported`,
    );
    expect(await access({ kubeconfig: text, token: JWT })).toMatchObject({
      apiServer: API_SERVER,
      token: JWT,
      tls: { caCertificate: toBase64(pem('localhost.cert')) },
    });
  });

  test('an auth-provider', async () => {
    const text = kubeconfig(...named('old', API_SERVER, '', '--auth-provider=oidc'));
    expect((await refusal(text)).message).toMatch(/uses an auth-provider \(oidc\)/);
  });

  test('a manager of clusters with a token, a name for TLS and two contexts', async () => {
    const server = 'https://rancher.example.com/k8s/clusters/c-m-abcd';
    const text = kubeconfig(
      ...named('staging', API_SERVER, '--insecure-skip-tls-verify=true', '--token=staging-token'),
      ...named('prod', server, '--tls-server-name=internal', `--token=${JWT}`),
    );
    expect(await access({ kubeconfig: text })).toMatchObject({
      apiServer: server,
      token: JWT,
      tls: { serverName: 'internal', allowUnauthorizedCerts: false },
    });
    expect(await access({ kubeconfig: text, context: 'staging' })).toMatchObject({
      apiServer: API_SERVER,
      token: 'staging-token',
      tls: { serverName: '', allowUnauthorizedCerts: true },
    });
    expect((await refusal(text, { context: 'live' })).hint).toContain(': prod, staging.');
  });

  test('a proxy of its own', async () => {
    const text = kubeconfig(
      ...named('x', API_SERVER, '--proxy-url=http://proxy:3128', '--token=a'),
    );
    expect((await refusal(text)).message).toMatch(/proxy-url/);
  });
});
