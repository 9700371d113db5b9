import { readNodes } from '../../../platform/kubernetes/objects';
import {
  checkNodes,
  type CheckedRole,
  type Readiness,
} from '../../../platform/nodeReadiness/check';
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

export function nodeObject({
  name = 'node-1',
  labels,
  taints,
  capacity,
  unschedulable,
}: TestNode): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: { taints, unschedulable },
    status: { capacity: { cpu: '8', ...capacity }, allocatable: { cpu: '7500m', ...capacity } },
  };
}

export async function check(
  nodes: object[],
  {
    support = ACTIVE,
    admission = ACTIVE,
    vendor = 'nvidia.com',
    role = 'all',
  }: { support?: Fact; admission?: Fact; vendor?: string; role?: CheckedRole } = {},
) {
  const readiness: Readiness = {
    nodes: readNodes(nodes),
    vendor,
    role,
    askGpuSupport: async () => support,
    askAdmission: async () => admission,
  };
  return await checkNodes(readiness);
}

/** The verdicts of a node, by requirement. */
export function verdicts(report: Awaited<ReturnType<typeof check>>[number] | undefined) {
  return Object.fromEntries(
    (report?.findings ?? []).map(({ requirement, ok }) => [requirement, ok]),
  );
}
