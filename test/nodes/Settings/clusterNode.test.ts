import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { runSettings } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: false });
});
afterEach(() => sandbox.close());

const check = { resource: 'clusterNode', operation: 'check' };
const findingsOf = (item: IDataObject | undefined) =>
  Object.fromEntries(
    ((item?.findings ?? []) as IDataObject[]).map((finding) => [
      String(finding.requirement),
      finding,
    ]),
  ) as Record<string, IDataObject | undefined>;

test('each node of the cluster is an item that says what it lacks', async () => {
  const { json, error } = await runSettings(sandbox, check);
  expect(error).toBeUndefined();
  expect(json.map(({ node, role, ready, summary }) => [node, role, ready, summary])).toEqual([
    ['control-plane-1', 'none', true, 'Needs nothing'],
    [
      'gpu-amd',
      'gpu',
      false,
      'One GPU vendor: taint amd.com/gpu=present:NoSchedule, resource amd.com/gpu: 1',
    ],
    ['gpu-good', 'gpu', true, 'Ready'],
    ['gpu-no-taint', 'gpu', false, 'GPU taint: no taint nvidia.com/gpu'],
    ['gpu-wrong-effect', 'gpu', false, 'GPU taint: nvidia.com/gpu=present:PreferNoSchedule'],
    ['gpu-wrong-value', 'gpu', false, 'GPU taint: nvidia.com/gpu=true:NoSchedule'],
    ['platform-1', 'platformCommon', true, 'Ready'],
    ['platform-2', 'platformCommon', true, 'Ready'],
    [
      'platform-no-label',
      'platformCommon',
      false,
      'Label platform-common: no label platform-common; Same labels on dedicated nodes: no tier',
    ],
    [
      'platform-other-labels',
      'platformCommon',
      false,
      'Same labels on dedicated nodes: platform-common=yes',
    ],
    ['worker-1', 'none', true, 'Needs nothing'],
    ['worker-2', 'none', true, 'Needs nothing'],
  ]);
  expect(json[8]?.fix).toBe(
    'kubectl label nodes platform-no-label platform-common=true\nkubectl label nodes platform-no-label tier=platform --overwrite',
  );
  expect(json[2]).not.toHaveProperty('fix');
  expect(findingsOf(json[3]).gpuTaint).toEqual({
    requirement: 'gpuTaint',
    ok: false,
    found: 'no taint nvidia.com/gpu',
    expected: 'nvidia.com/gpu=present:NoSchedule',
    fix: 'kubectl taint nodes gpu-no-taint nvidia.com/gpu=present:NoSchedule',
  });
});

test('without findings the items are flat', async () => {
  const { json } = await runSettings(sandbox, { ...check, includeFindings: false });
  expect(json[3]).toEqual({
    node: 'gpu-no-taint',
    role: 'gpu',
    ready: false,
    summary: 'GPU taint: no taint nvidia.com/gpu',
    fix: 'kubectl taint nodes gpu-no-taint nvidia.com/gpu=present:NoSchedule',
  });
});

test.each([
  ['gpu', ['gpu-amd', 'gpu-good', 'gpu-no-taint', 'gpu-wrong-effect', 'gpu-wrong-value']],
  ['platformCommon', ['platform-1', 'platform-2', 'platform-no-label', 'platform-other-labels']],
])('the role %s narrows the nodes and their findings', async (role, names) => {
  const { json } = await runSettings(sandbox, { ...check, role });
  expect(json.map(({ node }) => node)).toEqual(names);
  const requirements = new Set(json.flatMap((item) => Object.keys(findingsOf(item))));
  expect(requirements.has('gpuTaint')).toBe(role === 'gpu');
  expect(requirements.has('sameLabels')).toBe(role === 'platformCommon');
});

test('GPU support is asked for each platform that is named, and only of GPU nodes', async () => {
  const options = { platformIds: ' 1, 2,1' };
  const { json } = await runSettings(sandbox, { ...check, role: 'gpu', options });
  const node = json.find((item) => item.node === 'gpu-good');
  expect(findingsOf(node).gpuSupport).toMatchObject({
    ok: null,
    found: expect.stringMatching(/^active in platform 1; unknown for platform 2: .*HTTP 404/),
  });
  expect(sandbox.stats.byOperation.gpuSetting).toBe(2);
  sandbox.stats.reset();
  await runSettings(sandbox, { ...check, role: 'platformCommon' });
  sandbox.cluster.nodes = [{ name: 'worker-1' }];
  await runSettings(sandbox, check);
  expect(sandbox.stats.byOperation).toEqual({ clusterNodes: 2 });
});

test('another vendor may be named', async () => {
  const { json } = await runSettings(sandbox, { ...check, gpuVendorDomain: 'amd.com' });
  expect(json.find(({ node }) => node === 'gpu-amd')).toMatchObject({ ready: true });
  expect(json.find(({ node }) => node === 'gpu-good')).toMatchObject({
    ready: false,
    summary: expect.stringMatching(/^One GPU vendor: /),
  });
});

test.each<[string, string, (platform: Sandbox) => unknown, RegExp, RegExp]>([
  [
    'a login that is no administrator’s',
    'gpuSupport',
    ({ platformSettings }) => (platformSettings.isAdministrator = false),
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
    /HTTP 403.*ends in nvidia\.com\/gpu, it is active/,
    /--dry-run=server/,
  ],
])('what %s hides is unknown, never fine', async (_what, requirement, hide, found, fix) => {
  hide(sandbox);
  const { json, error } = await runSettings(sandbox, { ...check, role: 'gpu' });
  expect(error).toBeUndefined();
  expect(findingsOf(json.find(({ node }) => node === 'gpu-good'))[requirement]).toMatchObject({
    ok: null,
    found: expect.stringMatching(found),
    fix: expect.stringMatching(fix),
  });
});

test('without a platform credential, GPU support is unknown', async () => {
  const credentials = { dataPlatformKubernetesApi: sandbox.clusterCredentials };
  const { json } = await runSettings(sandbox, { ...check, role: 'gpu' }, credentials);
  const node = json.find((item) => item.node === 'gpu-good');
  expect(node).toMatchObject({
    ready: false,
    summary: 'GPU support in the platform: unknown: no Data Platform API credential is selected',
  });
  expect(findingsOf(node).gpuSupport?.fix).toContain('Choose a Data Platform API credential');
});

test('a cluster of many pages is read whole, also when a page comes too late', async () => {
  sandbox.cluster.nodes = Array.from({ length: 600 }, (_, at) => ({ name: `worker-${at}` }));
  const all = await runSettings(sandbox, check);
  expect(all.json).toHaveLength(600);
  expect(sandbox.stats.byOperation.clusterNodes).toBe(3);

  sandbox.accidents.add({ kind: 'status', status: 410, operation: 'clusterNodes', skip: 1 });
  const again = await runSettings(sandbox, check);
  expect(again.error).toBeUndefined();
  expect(again.json.map(({ node }) => node)).toEqual(all.json.map(({ node }) => node));
});

test('a list that changes while it is read, twice, is reported as that', async () => {
  sandbox.cluster.nodes = Array.from({ length: 300 }, (_, at) => ({ name: `worker-${at}` }));
  let version = 1;
  Object.defineProperty(sandbox.cluster, 'resourceVersion', { get: () => version++ });
  const { error } = await runSettings(sandbox, check);
  expect(error?.message).toBe(
    'The cluster did not list its nodes: the list changed while it was read',
  );
  expect(error?.description).toMatch(/Try again/);
});

describe('nodes as JSON', () => {
  const taint = { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' };
  const node = {
    kind: 'Node',
    metadata: { name: 'gpu-1', labels: {} },
    spec: { taints: [{ ...taint, timeAdded: '2026-01-01T00:00:00Z' }] },
    status: { capacity: { 'nvidia.com/gpu': '1' } },
  };
  const pod = {
    kind: 'Pod',
    metadata: { name: 'kube-apiserver-cp', namespace: 'kube-system' },
    spec: {
      containers: [
        { command: ['kube-apiserver', '--enable-admission-plugins=ExtendedResourceToleration'] },
      ],
    },
    status: { phase: 'Running' },
  };
  const run = async (nodesJson: string, credentials: object = {}) =>
    await runSettings(sandbox, { ...check, source: 'json', nodesJson }, credentials);

  test.each<[string, unknown]>([
    ['a list', { kind: 'List', items: [node] }],
    ['a list of the API server', { kind: 'NodeList', items: [{ ...node, kind: undefined }] }],
    ['an array', [node]],
    ['one node', node],
  ])('%s is read without any credential', async (_name, value) => {
    const { json, error } = await run(JSON.stringify(value));
    expect(error).toBeUndefined();
    expect(json).toMatchObject([
      {
        node: 'gpu-1',
        role: 'gpu',
        ready: false,
        summary: expect.stringMatching(
          /^GPU support in the platform: unknown.*; Admission controller: unknown/,
        ),
      },
    ]);
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
    ['something else', '{"a":1}', /Entry 1 is not a node/],
    [
      'a name that would run a command',
      JSON.stringify({ ...node, metadata: { name: 'a; rm -rf /' } }),
      /Entry 1 is not a node/,
    ],
    [
      'a label that would run a command',
      JSON.stringify({ ...node, metadata: { name: 'a', labels: { 'platform-common': '$(id)' } } }),
      /node a contains "\$\(id\)"/,
    ],
  ])('%s is refused', async (_name, nodesJson, message) => {
    const { error } = await run(nodesJson);
    expect(error?.message).toMatch(message);
    expect(error?.description).toMatch(/kubectl get nodes -o json/);
  });
});

test('an empty or wrong vendor domain is refused before anything is sent', async () => {
  for (const gpuVendorDomain of ['nvidia', 'nvidia.com/gpu', 'a b.com', '={{ "" }}']) {
    const { error } = await runSettings(sandbox, { ...check, gpuVendorDomain });
    expect(error?.message).toMatch(/is not a valid domain of a GPU vendor/);
  }
  expect(sandbox.stats.requests).toBe(0);
});
