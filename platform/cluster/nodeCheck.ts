import { checkAdmission } from './admission';
import { checkDedicatedNode, isDedicated, findWantedLabels } from './dedicatedNodes';
import { buildReport, type Finding, type NodeReport, type NodeRole } from './findings';
import { checkGpuTaint, checkSingleGpuVendor, listForeignGpus, hasVendorGpus } from './gpuNodes';
import { checkGpuSupport, type GpuSettings } from './gpuSupport';
import type { ClusterNode, Pod } from './objects';

export type CheckedRole = 'gpu' | 'platformCommon' | 'all';

export interface NodeCheck {
  nodes: ClusterNode[];
  /** The domain of the vendor whose GPUs the platform uses. */
  vendor: string;
  role: CheckedRole;
  /** Called only if a checked node has GPUs, like `openGpuSettings`. */
  readSystemPods: () => Promise<Pod[]>;
  openGpuSettings: () => Promise<GpuSettings | undefined>;
}

/** Checks the requirements of section 1 of the interface. Returns a report for each node with the role. */
export async function checkNodes(check: NodeCheck): Promise<NodeReport[]> {
  const { nodes, vendor, role, readSystemPods, openGpuSettings } = check;
  const wantedLabels = findWantedLabels(nodes.filter(isDedicated));
  const hasGpus = (node: ClusterNode) =>
    hasVendorGpus(node, vendor) || listForeignGpus(node, vendor).length > 0;
  const sharedFindings =
    role !== 'platformCommon' && nodes.some(hasGpus)
      ? await Promise.all([
          checkGpuSupport(openGpuSettings),
          checkAdmission(readSystemPods, vendor),
        ])
      : [];
  return nodes.flatMap((node) => {
    const isGpuNode = hasGpus(node);
    const isPlatformNode = isDedicated(node);
    const findings: Finding[] = [];
    if (isGpuNode && role !== 'platformCommon') {
      // If all GPUs of the node are another vendor's, a taint would not make it ready.
      if (hasVendorGpus(node, vendor))
        findings.push(checkGpuTaint(node, vendor), ...sharedFindings);
      findings.push(checkSingleGpuVendor(node, vendor));
    }
    if (isPlatformNode && role !== 'gpu') findings.push(...checkDedicatedNode(node, wantedLabels));
    const isReported = role === 'all' || (role === 'gpu' ? isGpuNode : isPlatformNode);
    return isReported ? [buildReport(node, chooseRole(isGpuNode, isPlatformNode), findings)] : [];
  });
}

function chooseRole(isGpuNode: boolean, isPlatformNode: boolean): NodeRole {
  if (isGpuNode) return isPlatformNode ? 'both' : 'gpu';
  return isPlatformNode ? 'platformCommon' : 'none';
}
