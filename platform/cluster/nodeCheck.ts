import { checkDedicatedNode, isDedicated, patternOf } from './dedicatedNodes';
import {
  buildReport,
  orUnknown,
  type Fact,
  type Finding,
  type NodeReport,
  type NodeRole,
} from './findings';
import { admissionFinding, gpuSupportFinding } from './gpuFacts';
import { checkGpuTaint, checkSingleGpuVendor, foreignGpus, hasGpusOf } from './gpuNodes';
import type { ClusterNode } from './objects';

/** The nodes to report. */
export type CheckedRole = 'gpu' | 'platformCommon' | 'all';

export interface NodeCheck {
  nodes: ClusterNode[];
  /** Domain of the vendor whose GPUs the platform uses. */
  vendor: string;
  role: CheckedRole;
  /** Both are read only if a node has GPUs. */
  readGpuSupport: () => Promise<Fact>;
  readAdmission: () => Promise<Fact>;
}

/** Reports for each node which requirements of the interface's section 1 it meets, in the order of the nodes. */
export async function checkNodes(check: NodeCheck): Promise<NodeReport[]> {
  const { nodes, vendor, role } = check;
  const pattern = patternOf(nodes.filter(isDedicated));
  const hasGpus = (node: ClusterNode) =>
    hasGpusOf(node, vendor) || foreignGpus(node, vendor).length > 0;
  const shared = role !== 'platformCommon' && nodes.some(hasGpus) ? await readFacts(check) : [];
  return nodes.flatMap((node) => {
    const isGpu = hasGpus(node);
    const isPlatform = isDedicated(node);
    const findings: Finding[] = [];
    if (isGpu && role !== 'platformCommon') {
      // If all its GPUs are another vendor's, nothing else would make it ready.
      if (hasGpusOf(node, vendor)) findings.push(checkGpuTaint(node, vendor), ...shared);
      findings.push(checkSingleGpuVendor(node, vendor));
    }
    if (isPlatform && role !== 'gpu') findings.push(...checkDedicatedNode(node, pattern));
    const isReported = role === 'all' || (role === 'gpu' ? isGpu : isPlatform);
    return isReported ? [buildReport(node, roleOf(isGpu, isPlatform), findings)] : [];
  });
}

async function readFacts({ readGpuSupport, readAdmission }: NodeCheck): Promise<Finding[]> {
  const unknown = ({ message, hint }: { message: string; hint: string }): Fact => ({
    ok: null,
    found: `unknown: ${message}`,
    fix: hint,
  });
  const [support, admission] = await Promise.all([
    orUnknown(readGpuSupport, unknown),
    orUnknown(readAdmission, unknown),
  ]);
  return [gpuSupportFinding(support), admissionFinding(admission)];
}

function roleOf(isGpu: boolean, isPlatform: boolean): NodeRole {
  if (isGpu) return isPlatform ? 'both' : 'gpu';
  return isPlatform ? 'platformCommon' : 'none';
}
