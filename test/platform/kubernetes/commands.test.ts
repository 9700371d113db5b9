import { Cluster } from '../../../platform/kubernetes/cluster';
import { readUploadToken, type UploadToken } from '../../../platform/kubernetes/uploadToken';
import { startSandbox } from '../../../sandbox';
import { DEDICATED, DEDICATED_NEIGHBOURS, OTHER_VENDORS, TAINTS } from '../nodeReadiness/states';
import { check, nodeObject } from '../nodeReadiness/support';
import { describeWithKubectl, startClusterForKubectl, type ClusterForKubectl } from './kubectl';

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

  async function uploadTokenOf(secret: Record<string, string> | undefined): Promise<UploadToken> {
    const sandbox = await startSandbox({ seed: false });
    try {
      sandbox.cluster.uploadTokenSecret = secret;
      return await readUploadToken(Cluster.connect(sandbox.clusterCredentials));
    } finally {
      await sandbox.close();
    }
  }

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
});
