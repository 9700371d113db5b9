import type { Fact } from '../../../platform/cluster/findings';
import { checkNodes, type NodeCheck } from '../../../platform/cluster/nodeCheck';
import { readNodes } from '../../../platform/cluster/objects';
import type { SandboxNode } from '../../../sandbox/kubernetes/cluster';
import { nodeObject as sandboxNode } from '../../../sandbox/kubernetes/objects';

/** What a test says of a node; the rest is as on every node. */
export type TestNode = Partial<SandboxNode>;

export const ACTIVE: Fact = { ok: true, found: 'active', fix: '' };

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
    readGpuSupport: async () => ACTIVE,
    readAdmission: async () => ACTIVE,
    ...more,
  });
}

/** The verdicts of a node, by requirement. */
export function verdicts(report: Awaited<ReturnType<typeof check>>[number] | undefined) {
  const findings = report?.findings ?? [];
  return Object.fromEntries(findings.map(({ requirement, ok }) => [requirement, ok]));
}
