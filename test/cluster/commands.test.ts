import { DEDICATED, DEDICATED_NEIGHBOURS, OTHER_VENDORS, TAINTS } from '../platform/cluster/states';
import { checkObjects, nodeObject, type TestNode } from '../platform/cluster/support';
import { readText } from '../support/repository';
import { runAsAdministrator, describeWithKubectl } from './account';
import { startPlayedCluster, type PlayedCluster } from './playedCluster';

const NAMESPACE = '/api/v1/namespaces/platform-common';

const GPU = { 'nvidia.com/gpu': '1' };
/** Nodes with faults, by their names. Nodes of other vendors have the right taint, too. */
const NODES: Record<string, TestNode> = { ...DEDICATED };
for (const [name, { taints }] of Object.entries(TAINTS)) NODES[name] = { taints, capacity: GPU };
for (const [name, { taints = [], capacity }] of Object.entries(OTHER_VENDORS)) {
  const right = TAINTS['right taint']?.taints ?? [];
  NODES[name] = { taints: [...right, ...taints], capacity: { ...GPU, ...capacity } };
}

/** @returns commands that read the secret, read the log, create the secret, and restart the service */
function documentedCommands(): string[] {
  const [, , section = ''] = readText('docs/configuration-files.md').split(
    /^## The (upload token)$/m,
  );
  const block = /```\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  return block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** The real kubectl runs the commands for users with `--dry-run=client`. */
describeWithKubectl('by kubectl', () => {
  let cluster: PlayedCluster;
  let paste: ReturnType<typeof runAsAdministrator>;
  beforeAll(async () => {
    cluster = await startPlayedCluster();
    paste = runAsAdministrator(cluster.kubeconfig);
  });
  afterAll(() => cluster.close());

  // kubectl cordon cannot print JSON.
  const NO_OUTPUT = [/(cordon .*) -o json$/, '$1'] as const;
  const cordoned = (node: object) => ({
    ...node,
    spec: { ...(node as { spec: object }).spec, unschedulable: true },
  });

  test.each(Object.entries(NODES))(
    'a node with %s is mended, each fix on what the one before has left',
    async (_name, given) => {
      const others = DEDICATED_NEIGHBOURS.map(nodeObject);
      let node = nodeObject(given);
      const report = (await checkObjects([...others, node])).at(-1);
      for (const { fix } of report?.findings ?? []) {
        if (fix === '') continue;
        expect(fix).toMatch(/^kubectl (?:taint|label) nodes node-1 |^kubectl cordon node-1$/);
        cluster.put('/api/v1/nodes/node-1', node);
        const printed = await paste(`${fix} --dry-run=client -o json`.replace(...NO_OUTPUT));
        node = printed.startsWith('{') ? (JSON.parse(printed) as object) : cordoned(node);
      }
      const after = (await checkObjects([...others, node])).at(-1);
      expect(after).toMatchObject({ ready: true });
    },
  );

  test('the documented commands find a token in the log, write a secret and restart the service', async () => {
    const pod = { name: 'confservice-5d8f', namespace: 'platform-common' };
    const service = { name: 'platform-common-confservice', namespace: 'platform-common' };
    cluster.put(`${NAMESPACE}/endpoints/${service.name}`, {
      ...{ kind: 'Endpoints', apiVersion: 'v1', metadata: service },
      subsets: [{ addresses: [{ ip: '10.0.0.1', targetRef: { name: pod.name } }] }],
    });
    cluster.put(`${NAMESPACE}/services/${service.name}`, {
      ...{ kind: 'Service', apiVersion: 'v1', metadata: service },
      spec: { selector: { app: 'confservice' } },
    });
    cluster.put(`${NAMESPACE}/pods/${pod.name}`, {
      ...{ kind: 'Pod', apiVersion: 'v1', metadata: pod, status: { phase: 'Running' } },
      spec: { containers: [{ name: 'confservice' }] },
      log: 'started\nUpload token: abc\n',
    });
    const [, readLog = '', create = '', restart = ''] = documentedCommands();
    expect(await paste(readLog)).toBe('Upload token: abc\n');
    const [written = ''] = create.split(' | ');
    expect(await paste(written)).toMatch(/^ {2}token: \S{88}$/m);
    expect(await paste(`${restart} --dry-run=client`)).toMatch(/pod "confservice-5d8f" deleted/);
  });
});
