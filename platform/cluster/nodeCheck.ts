import { checkAdmission } from './admission';
import { checkDedicatedNode, isDedicated, patternOf } from './dedicatedNodes';
import { buildReport, type Finding, type NodeReport, type NodeRole } from './findings';
import { checkGpuTaint, checkSingleGpuVendor, foreignGpus, hasGpusOf } from './gpuNodes';
import { checkGpuSupport, type GpuSettings } from './gpuSupport';
import type { ClusterNode, Pod } from './objects';

/** The nodes to report. */
export type CheckedRole = 'gpu' | 'platformCommon' | 'all';

export interface NodeCheck {
  nodes: ClusterNode[];
  /** Domain of the vendor whose GPUs the platform uses. */
  vendor: string;
  role: CheckedRole;
  /** Both are called only if a node has GPUs. */
  readSystemPods: () => Promise<Pod[]>;
  openGpuSettings: () => Promise<GpuSettings | undefined>;
}

/** Reports for each node which requirements of the interface's section 1 it meets, in the order of the nodes. */
export async function checkNodes(check: NodeCheck): Promise<NodeReport[]> {
  const { nodes, vendor, role, readSystemPods, openGpuSettings } = check;
  const pattern = patternOf(nodes.filter(isDedicated));
  const hasGpus = (node: ClusterNode) =>
    hasGpusOf(node, vendor) || foreignGpus(node, vendor).length > 0;
  // These are the same for all nodes.
  const shared =
    role !== 'platformCommon' && nodes.some(hasGpus)
      ? await Promise.all([
          checkGpuSupport(openGpuSettings),
          checkAdmission(readSystemPods, vendor),
        ])
      : [];
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

function roleOf(isGpu: boolean, isPlatform: boolean): NodeRole {
  if (isGpu) return isPlatform ? 'both' : 'gpu';
  return isPlatform ? 'platformCommon' : 'none';
}
