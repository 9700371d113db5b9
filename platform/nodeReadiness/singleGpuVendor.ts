import type { ClusterNode } from '../kubernetes/objects';
import { gpuSigns, isSameVendor, type GpuSign } from './gpus';
import { finding, type Finding } from './report';

/** Only GPUs of one vendor are supported (interface, section 1). */
export function checkSingleGpuVendor(
  node: ClusterNode,
  vendor: string,
  allNodes: ClusterNode[],
): Finding {
  const foreign = gpuSigns(node, vendor).filter((sign) => !isSameVendor(sign.vendor, vendor));
  const isOutOfUse = node.unschedulable && foreign.length > 0;
  return finding('singleGpuVendor', foreign.length === 0 || isOutOfUse, {
    found: foreign.length === 0 ? vendor : foundText(foreign, isOutOfUse),
    expected: `GPUs of ${vendor} only`,
    fix: fix(node, vendor, foreign, allNodes),
  });
}

function foundText(foreign: GpuSign[], isOutOfUse: boolean): string {
  const signs = foreign.map(({ text }) => text).join(', ');
  return isOutOfUse ? `${signs}; the node is cordoned` : signs;
}

/** A taint can be taken off; a GPU can only be kept from the platform's jobs. */
function fix(
  { name }: ClusterNode,
  vendor: string,
  foreign: GpuSign[],
  allNodes: ClusterNode[],
): string {
  const [first] = foreign;
  if (!first) return '';
  if (foreign.every(({ kind }) => kind === 'taint')) {
    const keys = new Set(foreign.map((sign) => `${sign.vendor}/gpu-`));
    return `kubectl taint nodes ${name} ${[...keys].join(' ')}`;
  }
  const isVendorThere = allNodes.some((node) =>
    gpuSigns(node, vendor).some((sign) => isSameVendor(sign.vendor, vendor)),
  );
  if (isVendorThere) return `kubectl cordon ${name}`;
  return `No node has GPUs of ${vendor}. If the platform uses those of ${first.vendor}, enter that in "GPU Vendor Domain". If it uses none of them: kubectl cordon ${name}`;
}
