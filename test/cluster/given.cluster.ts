import type { IDataObject } from 'n8n-workflow';
import { testCredential } from '../support/engine/testCredential';
import { SETTINGS_NODE } from '../nodes/Settings/support';
import { runNode, type NodeUnderTest } from '../support/engine/runWorkflow';
import { setUpAccount, type TriedCluster } from './account';
import { toBase64 } from './playedCluster';

const SECRET = 'platform-common-conf-upload-token';
const UPLOAD_TOKEN = { resource: 'uploadToken', operation: 'get' };
const CHECK = { resource: 'clusterNode', operation: 'check' };
const ALWAYS_TOLERATED = 'node.kubernetes.io/not-ready node.kubernetes.io/unreachable';
const GPU_NODE = JSON.stringify({
  kind: 'Node',
  metadata: { name: 'gpu-1', labels: {} },
  status: { capacity: { 'nvidia.com/gpu': '1' } },
});

describe('the cluster', () => {
  let cluster: TriedCluster;
  beforeAll(async () => {
    const { CLUSTER_KUBECONFIG: kubeconfig, CLUSTER_CONTEXT: context } = process.env;
    if (!kubeconfig) throw new Error('Run it with: npm run test:cluster -- --kubeconfig <file>');
    cluster = await setUpAccount(kubeconfig, context, process.env.CLUSTER_TEST_ID);
  });
  afterAll(async () => {
    expect(await cluster?.remove()).toBe('');
  });

  const admin = async (line: string) => await cluster.asAdministrator(line);
  const secret = async (...literals: string[]) => {
    const { namespace } = cluster.credential;
    await admin(`kubectl -n ${namespace} delete secret ${SECRET} --ignore-not-found`);
    const values = literals.map((literal) => `--from-literal=${literal}`).join(' ');
    if (values) {
      await admin(`kubectl -n ${namespace} create secret generic ${SECRET} ${values}`);
    }
  };
  const press = async () => await testCredential('dataPlatformKubernetesApi', cluster.credential);
  const uploadToken = async (changes: object = {}) => {
    const parameters = { ...UPLOAD_TOKEN, revealToken: true };
    const { json, error } = await runSettings(parameters, { ...cluster.credential, ...changes });
    return { error, item: json[0] as IDataObject | undefined };
  };

  test('its nodes are those that kubectl shows', async () => {
    const shown = await admin('kubectl get nodes -o json');
    const names = (JSON.parse(shown) as { items: Array<{ metadata: { name: string } }> }).items;
    const { json, error } = await runSettings(CHECK, cluster.credential);
    expect(error).toBeUndefined();
    expect(json.map(({ node }) => node)).toEqual(names.map(({ metadata }) => metadata.name));
  });

  test('the probe of the admission controller prints what it is said to, and agrees with the flags', async () => {
    const unknown = await checkAdmission(GPU_NODE);
    expect(unknown.ok).toBeNull();
    const { namespace } = cluster.credential;
    const probe = unknown.fix.replace('kubectl run', `kubectl -n ${namespace} run`);
    const printed = (await admin(probe)).trim();
    expect([ALWAYS_TOLERATED, `${ALWAYS_TOLERATED} nvidia.com/gpu`]).toContain(printed);
    expect(unknown.found).toContain(ALWAYS_TOLERATED);

    const pods = JSON.parse(await admin('kubectl get pods -n kube-system -o json')) as {
      items: object[];
    };
    const ofKind = pods.items.map((pod) => ({ ...pod, kind: 'Pod' }));
    const items = [JSON.parse(GPU_NODE) as object, ...ofKind];
    const { ok } = await checkAdmission(JSON.stringify({ kind: 'List', items }));
    if (ok !== null) expect(ok).toBe(printed.endsWith('nvidia.com/gpu'));
  });

  async function checkAdmission(nodesJson: string) {
    const { json } = await runSettings({ ...CHECK, source: 'json', nodesJson });
    const findings = (json[0]?.findings ?? []) as IDataObject[];
    const found = findings.find(({ requirement }) => requirement === 'admissionController');
    return { ok: found?.ok, found: String(found?.found), fix: String(found?.fix) };
  }

  test('an upload token is found once its secret exists', async () => {
    await secret();
    const { item } = await uploadToken();
    expect(item).toMatchObject({ found: false, reason: expect.stringContaining('no secret') });
    await secret('token=abc');
    expect((await uploadToken()).item).toMatchObject({ found: true, token: 'abc' });
  });

  test.each([
    ['a misspelt key', 'Token=abc', /It holds: Token$/],
    ['two lines', "token=$'a\\nb'", /not one line/],
    ['a token encoded twice', `token=${toBase64('a'.repeat(30))}`, /twice/],
  ])('%s is reported', async (_name, literal, reason) => {
    await secret(literal);
    const { item } = await uploadToken();
    expect(item).toMatchObject({ found: false, reason: expect.stringMatching(reason) });
  });

  const plain = (url: string) => url.replace('https:', 'http:');
  test.each<[string, (apiServer: string) => object, RegExp, RegExp]>([
    ['a wrong token', () => ({ token: 'wrong' }), /HTTP 401/, /does not accept the login/],
    ['a wrong namespace', () => ({ namespace: 'no-such-one' }), /HTTP 403/, /^Check "Namespace"/],
    ['a wrong path', (url) => ({ apiServer: `${url}/a` }), /HTTP 40[34]/, /Check "API Server"/],
    ['the wrong scheme', (url) => ({ apiServer: plain(url) }), /uses HTTPS|broke/, /https:\/\//],
    ['no authority', () => ({ caCertificate: '' }), /certificate/, /CA Certificate/],
  ])('%s is reported as that', async (_name, changes, message, description) => {
    const { error, item } = await uploadToken(changes(cluster.credential.apiServer));
    expect(item).toBeUndefined();
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(description);
  });

  test('an address with the path of the API, as documentation often has it', async () => {
    const apiServer = `${cluster.credential.apiServer}/api/v1/`;
    expect((await uploadToken({ apiServer })).error).toBeUndefined();
  });

  test('the credential’s test works', async () => {
    expect(await press()).toMatchObject({ status: 'OK' });
  });
});

async function runSettings(parameters: NodeUnderTest['parameters'], credential: object = {}) {
  const node = { type: SETTINGS_NODE, parameters };
  return await runNode(node, { dataPlatformKubernetesApi: credential });
}
