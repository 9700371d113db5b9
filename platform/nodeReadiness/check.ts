import type { ClusterNode } from '../kubernetes/objects';
import { admissionFinding, gpuSupportFinding } from './platformFacts';
import {
  orUnknown,
  type Fact,
  reportOf,
  type Finding,
  type NodeReport,
  type NodeRole,
} from './report';
import { gpuSigns, isSameVendor, checkGpuTaint, checkSingleGpuVendor } from './gpuNodes';
import {
  checkPlatformCommonLabel,
  checkSameLabels,
  commonLabels,
  isDedicated,
} from './platformCommon';

/** Of which nodes the requirements are looked at. */
export type CheckedRole = 'gpu' | 'platformCommon' | 'all';

export interface Readiness {
  nodes: ClusterNode[];
  /** Domain of the vendor whose GPUs the platform uses. */
  vendor: string;
  role: CheckedRole;
  /** Both are asked for only where a node has GPUs. */
  askGpuSupport: () => Promise<Fact>;
  askAdmission: () => Promise<Fact>;
}

/** Tells for each node which requirements of section 1 of the interface hold, in the order of the nodes. */
export async function checkNodes(readiness: Readiness): Promise<NodeReport[]> {
  const { nodes, vendor, role } = readiness;
  const dedicated = nodes.filter(isDedicated);
  const withGpus = nodes.filter((node) => gpuSigns(node, vendor).length > 0);
  const common = commonLabels(dedicated);
  const shared = role !== 'platformCommon' && withGpus.length > 0 ? await askBoth(readiness) : [];

  return nodes.flatMap((node) => {
    const isGpu = withGpus.includes(node);
    const isPlatform = dedicated.includes(node);
    const findings: Finding[] = [];
    if (isGpu && role !== 'platformCommon') {
      const isUsable = gpuSigns(node, vendor).some((sign) => isSameVendor(sign.vendor, vendor));
      // Where all its GPUs are another vendor's, nothing else would make it ready.
      if (isUsable) findings.push(checkGpuTaint(node, vendor), ...shared);
      findings.push(checkSingleGpuVendor(node, vendor, nodes));
    }
    if (isPlatform && role !== 'gpu') {
      findings.push(checkPlatformCommonLabel(node, common), checkSameLabels(node, common));
    }
    const isAsked = role === 'all' || (role === 'gpu' ? isGpu : isPlatform);
    return isAsked ? [reportOf(node, roleOf(isGpu, isPlatform), findings)] : [];
  });
}

async function askBoth({ askGpuSupport, askAdmission }: Readiness): Promise<Finding[]> {
  const [support, admission] = await Promise.all([
    orUnknown(askGpuSupport),
    orUnknown(askAdmission),
  ]);
  return [gpuSupportFinding(support), admissionFinding(admission)];
}

function roleOf(isGpu: boolean, isPlatform: boolean): NodeRole {
  if (isGpu) return isPlatform ? 'both' : 'gpu';
  return isPlatform ? 'platformCommon' : 'none';
}
