import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Cluster } from '../../../platform/kubernetes/cluster';
import { readUploadToken, type UploadToken } from '../../../platform/kubernetes/uploadToken';
import { unknownAdmission } from '../../../platform/nodeReadiness/platformFacts';
import { startSandbox } from '../../../sandbox';
import { DEDICATED, DEDICATED_NEIGHBOURS, OTHER_VENDORS, TAINTS } from '../nodeReadiness/states';
import { check, nodeObject } from '../nodeReadiness/support';
import { describeWithKubectl, startClusterForKubectl, type ClusterForKubectl } from './kubectl';

const SECRET = 'platform-common-conf-upload-token';
const NAMESPACE = '/api/v1/namespaces/platform-common';

/** The commands that people are given, run by the real kubectl, which changes nothing by `--dry-run=client`. */
describeWithKubectl('by kubectl', () => {
  let cluster: ClusterForKubectl;
  beforeEach(async () => {
    cluster = await startClusterForKubectl();
  });
  afterEach(() => cluster.close());

  /** Runs every fix of the first node on what the one before has left, and gives the node that comes of it. */
  async function mended(node: object, others: object[]) {
    let current = node;
    const [report] = await check([node, ...others]);
    for (const { fix } of report?.findings ?? []) {
      if (fix === '') continue;
      expect(fix).toMatch(/^kubectl (?:taint|label) nodes node-1 |^kubectl cordon node-1$/);
      cluster.objects['/api/v1/nodes/node-1'] = current;
      const printed = await cluster.paste(`${fix} --dry-run=client -o json`.replace(...NO_OUTPUT));
      current = printed.startsWith('{') ? (JSON.parse(printed) as object) : cordoned(current);
    }
    const [after] = await check([current, ...others]);
    return { isMended: after?.ready, wasReady: report?.ready };
  }
  // It has no such option, and tells in words what it would do.
  const NO_OUTPUT = [/(cordon .*) -o json$/, '$1'] as const;
  const cordoned = (node: object) => ({ ...node, spec: { ...specOf(node), unschedulable: true } });
  const specOf = (node: object) => (node as { spec: object }).spec;

  test.each(Object.entries(TAINTS))(
    'a GPU node with %s is mended',
    async (_name, { taints, ok }) => {
      const node = nodeObject({ taints, capacity: { 'nvidia.com/gpu': '1' } });
      expect(await mended(node, [])).toEqual({ isMended: true, wasReady: ok });
    },
  );

  test.each(Object.entries(OTHER_VENDORS))('a GPU node with %s is mended', async (_name, other) => {
    const taints = [...(TAINTS['right taint']?.taints ?? []), ...other.taints];
    const node = nodeObject({ taints, capacity: { 'nvidia.com/gpu': '1', ...other.capacity } });
    expect(await mended(node, [])).toEqual({ isMended: true, wasReady: other.ok });
  });

  test.each(Object.entries(DEDICATED))('a node with %s is mended', async (_name, dedicated) => {
    const wasReady = dedicated.label !== false && dedicated.same !== false;
    const others = DEDICATED_NEIGHBOURS.map(nodeObject);
    expect(await mended(nodeObject(dedicated), others)).toEqual({ isMended: true, wasReady });
  });

  test('the probe for the admission controller is a pod that asks for a GPU', async () => {
    const { fix } = unknownAdmission('the API server is not shown', 'nvidia.com');
    expect(fix).toContain('--dry-run=server');
    const onClient = fix.replace('--dry-run=server', '--dry-run=client');
    const limits = onClient.replace(
      '.spec.tolerations[*].key',
      '.spec.containers[0].resources.limits',
    );
    expect(JSON.parse(await cluster.paste(limits))).toEqual({ 'nvidia.com/gpu': '1' });
    expect(await cluster.paste(onClient)).toBe('');
  });

  async function uploadTokenOf(secret: Record<string, string> | undefined): Promise<UploadToken> {
    const sandbox = await startSandbox({ seed: false });
    try {
      sandbox.cluster.uploadTokenSecret = secret;
      return await readUploadToken(Cluster.connect(sandbox.clusterCredentials));
    } finally {
      await sandbox.close();
    }
  }

  test.each<[string, Record<string, string> | undefined]>([
    ['no secret', undefined],
    ['a secret without a token', { other: 'x' }],
  ])('a token is put where there is %s', async (_name, secret) => {
    const { waysToGetOne = [] } = await uploadTokenOf(secret);
    const store = waysToGetOne[0]?.commands[0] ?? '';
    cluster.objects[`${NAMESPACE}/secrets/${SECRET}`] = {
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { name: SECRET, namespace: 'platform-common' },
    };
    const made = JSON.parse(await cluster.paste(`${store} --dry-run=client -o json`)) as {
      metadata: { name: string };
      data?: { token: string };
      stringData?: { token: string };
    };
    expect(made.metadata.name).toBe(SECRET);
    const token =
      made.stringData?.token ?? Buffer.from(made.data?.token ?? '', 'base64').toString('utf8');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the service is restarted by its pod, whose log may hold a token', async () => {
    const { waysToGetOne = [] } = await uploadTokenOf(undefined);
    const pod = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: 'confservice-5d8f', namespace: 'platform-common' },
      spec: { containers: [{ name: 'confservice' }] },
      status: { phase: 'Running' },
    };
    Object.assign(cluster.objects, {
      [`${NAMESPACE}/endpoints/platform-common-confservice`]: {
        kind: 'Endpoints',
        apiVersion: 'v1',
        metadata: { name: 'platform-common-confservice', namespace: 'platform-common' },
        subsets: [{ addresses: [{ ip: '10.0.0.1', targetRef: { name: pod.metadata.name } }] }],
      },
      [`${NAMESPACE}/services/platform-common-confservice`]: {
        kind: 'Service',
        apiVersion: 'v1',
        metadata: { name: 'platform-common-confservice', namespace: 'platform-common' },
        spec: { selector: { app: 'confservice' } },
      },
      [`${NAMESPACE}/pods`]: { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [pod] },
      [`${NAMESPACE}/pods/${pod.metadata.name}`]: pod,
      [`${NAMESPACE}/pods/${pod.metadata.name}/log`]: 'started\nUpload token: abc\n',
    });
    const [generate, takeGenerated] = waysToGetOne;
    expect(await cluster.paste(`${generate?.commands[1]} --dry-run=client`)).toMatch(
      /pod "confservice-5d8f" deleted/,
    );
    expect(await cluster.paste(takeGenerated?.commands[0] ?? '')).toBe('Upload token: abc\n');
  });

  test('the documentation’s service account gets its rights and a token', async () => {
    const page = readFileSync(path.join(__dirname, '..', '..', '..', 'docs', 'cluster.md'), 'utf8');
    const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const lines = blocks[0]?.trim().split('\n') ?? [];
    expect(lines).toHaveLength(7);
    const made = await Promise.all(
      lines.map(async (line) =>
        JSON.parse(await cluster.paste(`${line} --dry-run=client -o json`)),
      ),
    );
    const rules = made.flatMap((object: { kind: string; rules?: object[] }) =>
      (object.rules ?? []).map((rule) => ({ kind: object.kind, ...rule })),
    );
    expect(rules).toEqual([
      { kind: 'ClusterRole', apiGroups: [''], resources: ['nodes'], verbs: ['list'] },
      { kind: 'Role', apiGroups: [''], resources: ['pods'], verbs: ['list'] },
      {
        kind: 'Role',
        apiGroups: [''],
        resources: ['secrets'],
        resourceNames: [SECRET],
        verbs: ['get'],
      },
    ]);

    const [create = '', read = ''] = (blocks[2] ?? '').split(/(?<=^END\n)/m);
    const secret = await cluster.paste(
      create.replace('-f -', '-f - --dry-run=client --validate=false -o json'),
    );
    expect(JSON.parse(secret)).toMatchObject({
      type: 'kubernetes.io/service-account-token',
      metadata: { annotations: { 'kubernetes.io/service-account.name': 'n8n' } },
    });
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    cluster.objects[`${NAMESPACE}/secrets/n8n-token`] = {
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { name: 'n8n-token' },
      data: { token: encoded('the-token'), 'ca.crt': encoded('the-certificate') },
    };
    expect(await cluster.paste(read)).toBe('the-token');
    expect(await cluster.paste(blocks[3] ?? '')).toBe('the-certificate');
  });

  test('the documentation’s Role for files is the one right that reading them needs', async () => {
    const page = readFileSync(path.join(__dirname, '..', '..', '..', 'docs', 'cluster.md'), 'utf8');
    const lines = page.match(/^kubectl .*\bn8n-conf-files\b.*$/gm) ?? [];
    const [role, binding] = (await Promise.all(
      lines.map(async (line) =>
        JSON.parse(await cluster.paste(`${line} --dry-run=client -o json`)),
      ),
    )) as object[];
    expect(role).toMatchObject({
      kind: 'Role',
      metadata: { name: 'n8n-conf-files', namespace: 'platform-common' },
    });
    expect((role as { rules: object[] }).rules).toEqual([
      {
        apiGroups: [''],
        resources: ['services/proxy'],
        resourceNames: ['platform-common-confservice:80'],
        verbs: ['get'],
      },
    ]);
    expect(binding).toMatchObject({
      kind: 'RoleBinding',
      metadata: { namespace: 'platform-common' },
      roleRef: { kind: 'Role', name: 'n8n-conf-files' },
      subjects: [{ kind: 'ServiceAccount', name: 'n8n', namespace: 'platform-common' }],
    });
  });
});
