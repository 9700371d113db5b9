import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox';
import { testCredential } from '../../support/engine/testCredential';
import { readText } from '../../support/repository';
import { sandboxForEachTest } from '../../support/testSandbox';
import { LIST, runThroughCluster } from '../ConfFiles/support';
import { runSettings } from './support';

const sandbox = sandboxForEachTest({ seed: false });

async function check(more: object = {}, credentials?: object) {
  const parameters = { resource: 'clusterNode', operation: 'check', ...more };
  const { json, error } = await runSettings(sandbox, parameters, credentials);
  const itemOf = (name: string) => json.find(({ node }) => node === name);
  const findingOf = (name: string, requirement: string) =>
    ((itemOf(name)?.findings ?? []) as IDataObject[]).find(
      (finding) => finding.requirement === requirement,
    );
  return { json, error, itemOf, findingOf };
}

test('each node of the cluster is an item that says what it lacks', async () => {
  const { json, error, itemOf, findingOf } = await check();
  expect(error).toBeUndefined();
  expect(json.map(({ node }) => node).sort()).toEqual(
    sandbox.cluster.nodes.map(({ name }) => name).sort(),
  );
  const summary = 'GPU taint: no taint nvidia.com/gpu';
  const fix = 'kubectl taint nodes gpu-no-taint nvidia.com/gpu=present:NoSchedule --overwrite';
  const flat = { node: 'gpu-no-taint', role: 'gpu', ready: false, summary, fix };
  expect(itemOf('gpu-no-taint')).toEqual({ ...flat, findings: expect.any(Array) });
  expect(findingOf('gpu-no-taint', 'gpuTaint')).toEqual({
    requirement: 'gpuTaint',
    ok: false,
    found: 'no taint nvidia.com/gpu',
    expected: 'nvidia.com/gpu=present:NoSchedule',
    fix,
  });
  expect(itemOf('platform-no-label')).toMatchObject({
    role: 'platformCommon',
    summary:
      'Label platform-common: no label platform-common; Same labels on dedicated nodes: no tier',
    fix: 'kubectl label nodes platform-no-label platform-common=true\nkubectl label nodes platform-no-label tier=platform --overwrite',
  });
  expect(itemOf('gpu-good')).toMatchObject({ ready: true, summary: 'Ready' });
  expect(itemOf('gpu-good')).not.toHaveProperty('fix');
  const withoutFindings = await check({ includeFindings: false });
  expect(withoutFindings.itemOf('gpu-no-taint')).toEqual(flat);
});

test.each([
  ['gpu', ['gpu-amd', 'gpu-good', 'gpu-no-taint', 'gpu-wrong-effect', 'gpu-wrong-value']],
  ['platformCommon', ['platform-1', 'platform-2', 'platform-no-label', 'platform-other-labels']],
])('the role %s narrows the nodes and their findings', async (role, names) => {
  const { json } = await check({ role });
  expect(json.map(({ node }) => node)).toEqual(names);
  const findings = json.flatMap((item) => item.findings as IDataObject[]);
  const requirements = new Set(findings.map(({ requirement }) => requirement));
  expect(requirements.has('gpuTaint')).toBe(role === 'gpu');
  expect(requirements.has('sameLabels')).toBe(role === 'platformCommon');
});

test('GPU support is asked for each platform that is named, and only of GPU nodes', async () => {
  const { findingOf } = await check({ role: 'gpu', options: { platformIds: ' 1, 2,1' } });
  expect(findingOf('gpu-good', 'gpuSupport')).toMatchObject({
    ok: null,
    found: expect.stringMatching(/^active in platform 1; unknown for platform 2: .*HTTP 404/),
  });
  expect(sandbox.stats.byOperation.gpuSetting).toBe(2);
  sandbox.stats.reset();
  await check({ role: 'platformCommon' });
  sandbox.cluster.nodes = [{ name: 'worker-1' }];
  await check();
  expect(sandbox.stats.byOperation).toEqual({ clusterNodes: 2 });
});

test('another vendor may be named', async () => {
  const { itemOf } = await check({ gpuVendorDomain: 'amd.com' });
  expect(itemOf('gpu-amd')).toMatchObject({ ready: true });
  expect(itemOf('gpu-good')).toMatchObject({
    ready: false,
    summary: expect.stringMatching(/^One GPU vendor: /),
  });
});

test.each<[string, string, (platform: Sandbox) => unknown, RegExp, RegExp]>([
  [
    'a login that is no administrator’s',
    'gpuSupport',
    ({ faults }) =>
      faults.add({
        kind: 'status',
        status: 403,
        body: 'json',
        operation: 'gpuSetting',
        times: Infinity,
      }),
    /HTTP 403/,
    /administrator/,
  ],
  [
    'a managed cluster, which hides its API server',
    'admissionController',
    ({ cluster }) => (cluster.apiServers = []),
    /managed clusters/,
    /--dry-run=server/,
  ],
  [
    'an account that may not see the pods',
    'admissionController',
    ({ cluster }) => cluster.forbidden.add('pods'),
    /HTTP 403.*ends in nvidia\.com\/gpu, the plugin is active/,
    /--dry-run=server/,
  ],
])('what %s hides is unknown, never fine', async (_what, requirement, hide, found, fix) => {
  hide(sandbox);
  const { error, findingOf } = await check({ role: 'gpu' });
  expect(error).toBeUndefined();
  expect(findingOf('gpu-good', requirement)).toMatchObject({
    ok: null,
    found: expect.stringMatching(found),
    fix: expect.stringMatching(fix),
  });
});

test('without a platform credential, GPU support is unknown', async () => {
  const credentials = { dataPlatformKubernetesApi: sandbox.clusterCredentials };
  const { itemOf, findingOf } = await check({ role: 'gpu' }, credentials);
  expect(itemOf('gpu-good')).toMatchObject({
    ready: false,
    summary: 'GPU support in the platform: unknown: no Data Platform API credential is selected',
  });
  expect(findingOf('gpu-good', 'gpuSupport')?.fix).toContain(
    'Choose a Data Platform API credential',
  );
});

test.each([
  [1, 1],
  [500, 1],
  [1_200, 3],
])('%d nodes are read by %d requests, each node once', async (count, requests) => {
  sandbox.cluster.nodes = Array.from({ length: count }, (_, at) => ({ name: `worker-${at}` }));
  const { json } = await check();
  expect(new Set(json.map(({ node }) => node)).size).toBe(count);
  expect(json).toHaveLength(count);
  expect(sandbox.stats.byOperation.clusterNodes).toBe(requests);
});

describe('nodes as JSON', () => {
  const taint = { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' };
  const node = {
    kind: 'Node',
    metadata: { name: 'gpu-1', labels: {} },
    spec: { taints: [{ ...taint, timeAdded: '2026-01-01T00:00:00Z' }] },
    status: { capacity: { 'nvidia.com/gpu': '1' } },
  };
  const ADMISSION = '--enable-admission-plugins=ExtendedResourceToleration';
  const pod = {
    kind: 'Pod',
    metadata: { name: 'kube-apiserver-cp', namespace: 'kube-system' },
    spec: { containers: [{ command: ['kube-apiserver', ADMISSION] }] },
    status: { phase: 'Running' },
  };
  const run = (nodesJson: string, credentials: object = {}) =>
    check({ source: 'json', nodesJson }, credentials);

  test.each<[string, unknown]>([
    ['a list', { kind: 'List', items: [node] }],
    ['a list of the API server', { kind: 'NodeList', items: [{ ...node, kind: undefined }] }],
    ['an array', [node]],
    ['one node', node],
  ])('%s is read without any credential', async (_name, value) => {
    const { json, error } = await run(JSON.stringify(value));
    expect(error).toBeUndefined();
    expect(json).toMatchObject([{ node: 'gpu-1', role: 'gpu', ready: false }]);
    expect(json[0]?.summary).toMatch(
      /^GPU support in the platform: unknown.*; Admission controller: unknown/,
    );
    expect(sandbox.stats.requests).toBe(0);
  });

  test('with pods and a platform credential everything can be checked', async () => {
    const { json } = await run(JSON.stringify({ kind: 'List', items: [node, pod] }), {
      dataPlatformApi: sandbox.credentials,
    });
    expect(json).toMatchObject([{ node: 'gpu-1', ready: true }]);
    const ofExpression = await run('={{ ({ items: [{ metadata: { name: "worker-1" } }] }) }}');
    expect(ofExpression.json).toMatchObject([{ node: 'worker-1', role: 'none', ready: true }]);
  });

  test.each([
    ['a table', 'NAME STATUS\ngpu-1 Ready', /it is not JSON/],
    ['nothing', ' ', /it is empty/],
    ['an empty list', '{"kind":"List","items":[]}', /it contains no node/],
    ['pods alone', JSON.stringify({ kind: 'List', items: [pod] }), /it contains no node/],
    [
      'a page of a list',
      JSON.stringify({ items: [node], metadata: { continue: 'abc' } }),
      /it is only one page of a longer list/,
    ],
    ['something else', '{"a":1}', /Entry 1 is not a Kubernetes node/],
    [
      'a name that would run a command',
      JSON.stringify({ ...node, metadata: { name: 'a; rm -rf /' } }),
      /Entry 1 is not a Kubernetes node/,
    ],
    [
      'a label that would run a command',
      JSON.stringify({ ...node, metadata: { name: 'a', labels: { 'platform-common': '$(id)' } } }),
      /node a contains "\$\(id\)"/,
    ],
    [
      'a label that is no text',
      JSON.stringify({ ...node, metadata: { name: 'a', labels: { gpu: { a: 1 } } } }),
      /node a contains "\{"a":1\}"/,
    ],
  ])('%s is refused', async (_name, nodesJson, message) => {
    const { error } = await run(nodesJson);
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(/kubectl get nodes -o json/);
  });
});

test.each(['nvidia', 'nvidia.com/gpu', 'a b.com', '={{ "" }}'])(
  'the vendor domain %j is refused before anything is sent',
  async (gpuVendorDomain) => {
    const { error } = await check({ gpuVendorDomain });
    expect(error?.message).toMatch(/is not a valid domain of a GPU vendor/);
    expect(sandbox.stats.requests).toBe(0);
  },
);

/** `verb resource name` of each role that the page has the administrator create. */
const DOCUMENTED = [
  ...readText('docs/cluster.md').matchAll(
    /create (?:cluster)?role \S+ --verb=(\S+) --resource=(\S+)(?: --resource-name=(\S+))?/g,
  ),
].map(([, verb, resource, name = '']) => [verb, resource, name].join(' ').trim());

function rightOf(path: string): string {
  const [, resource = '', name = '', proxy] =
    /^\/kubernetes\/api\/v1\/(?:namespaces\/[^/]+\/)?([a-z]+)(?:\/([^/?]+))?(\/proxy)?/.exec(
      path,
    ) ?? [];
  return [name ? 'get' : 'list', `${resource}${proxy ?? ''}`, name].join(' ').trim();
}

test('the rights of docs/cluster.md are those that the operations and the test button need', async () => {
  sandbox.confFiles.write('/a', 'x');
  await runSettings(sandbox, { resource: 'clusterNode', operation: 'check' });
  await runSettings(sandbox, { resource: 'uploadToken', operation: 'get' });
  await runThroughCluster(sandbox, { ...LIST, readThrough: 'cluster' });
  await testCredential('dataPlatformKubernetesApi', sandbox.clusterCredentials);
  const paths = sandbox.stats.recent.map(({ path }) => path);
  const asked = paths.filter((path) => path.startsWith('/kubernetes/')).map(rightOf);
  expect(DOCUMENTED.length).toBeGreaterThan(3);
  expect([...new Set(asked)].sort()).toEqual([...DOCUMENTED].sort());
});
