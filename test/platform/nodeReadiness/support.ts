import { readNodes } from '../../../platform/kubernetes/objects';
import { checkNodes, type Readiness } from '../../../platform/nodeReadiness/check';
import type { Fact } from '../../../platform/nodeReadiness/report';

/** What a test says of a node; the rest is as on every node. */
export interface TestNode {
  name?: string;
  labels?: Record<string, string>;
  taints?: Array<{ key: string; value?: string; effect: string }>;
  capacity?: Record<string, string>;
  unschedulable?: boolean;
}

export const ACTIVE: Fact = { ok: true, found: 'active', fix: '' };

export function nodeObject({ name = 'node-1', labels, capacity, ...node }: TestNode): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: { taints: node.taints, unschedulable: node.unschedulable },
    status: { capacity: { cpu: '8', ...capacity }, allocatable: { cpu: '7500m', ...capacity } },
  };
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
  return Object.fromEntries(
    (report?.findings ?? []).map(({ requirement, ok }) => [requirement, ok]),
  );
}
