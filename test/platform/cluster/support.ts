import { checkNodes, type NodeCheck } from '../../../platform/cluster/nodeCheck';
import { readNodes, type Pod } from '../../../platform/cluster/objects';
import type { SandboxNode } from '../../../sandbox/kubernetes/cluster';
import { buildNode as sandboxNode } from '../../../sandbox/kubernetes/objects';

/** Fields of a node in a test; the others are those of every node. */
export type TestNode = Partial<SandboxNode>;

export const PLUGIN = 'ExtendedResourceToleration';

/** A pod of an API server that is started with this command. */
export const apiServer = (...command: string[]): Pod => ({
  name: 'kube-apiserver-cp-1',
  namespace: 'kube-system',
  component: '',
  phase: 'Running',
  commands: [command],
});

export const openSetting = (setting: unknown) => async () => ({
  platformIds: ['1'],
  read: async () => await Promise.resolve(setting),
});

export function nodeObject(node: TestNode): object {
  return { apiVersion: 'v1', kind: 'Node', ...sandboxNode({ name: 'node-1', ...node }) };
}

export const check = async (nodes: TestNode[], more: Partial<NodeCheck> = {}) =>
  await checkObjects(nodes.map(nodeObject), more);

export async function checkObjects(nodes: object[], more: Partial<NodeCheck> = {}) {
  return await checkNodes({
    nodes: readNodes(nodes),
    vendor: 'nvidia.com',
    role: 'all',
    openGpuSettings: openSetting(true),
    readSystemPods: async () => [apiServer(`--enable-admission-plugins=${PLUGIN}`)],
    ...more,
  });
}

/** The verdicts of a node, by requirement. */
export function verdicts(report: Awaited<ReturnType<typeof check>>[number] | undefined) {
  const findings = report?.findings ?? [];
  return Object.fromEntries(findings.map(({ requirement, ok }) => [requirement, ok]));
}
