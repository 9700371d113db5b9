import { readNodes } from '../../../platform/kubernetes/objects';
import { checkNodes, type Readiness } from '../../../platform/nodeReadiness/check';
import type { Fact } from '../../../platform/nodeReadiness/report';
import type { SandboxNode } from '../../../sandbox/kubernetes/cluster';
import { nodeObject as sandboxNode } from '../../../sandbox/kubernetes/objects';

/** What a test says of a node; the rest is as on every node. */
export type TestNode = Partial<SandboxNode>;

export const ACTIVE: Fact = { ok: true, found: 'active', fix: '' };

export function nodeObject(node: TestNode): object {
  return { apiVersion: 'v1', kind: 'Node', ...sandboxNode({ name: 'node-1', ...node }) };
}

export const check = async (nodes: TestNode[], more: Partial<Readiness> = {}) =>
  await checkObjects(nodes.map(nodeObject), more);

export async function checkObjects(nodes: object[], more: Partial<Readiness> = {}) {
  return await checkNodes({
    nodes: readNodes(nodes),
    vendor: 'nvidia.com',
    role: 'all',
    askGpuSupport: async () => ACTIVE,
    askAdmission: async () => ACTIVE,
    ...more,
  });
}

/** The verdicts of a node, by requirement. */
export function verdicts(report: Awaited<ReturnType<typeof check>>[number] | undefined) {
  const findings = report?.findings ?? [];
  return Object.fromEntries(findings.map(({ requirement, ok }) => [requirement, ok]));
}
