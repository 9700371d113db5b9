import { InvalidInputError } from '../common/errors/errors';
import { buildFinding, type Finding } from './findings';
import type { ClusterNode } from './objects';

/** @throws InvalidInputError if the value is not a domain */
export function readVendorDomain(value: unknown): string {
  const domain = String(value ?? '').trim();
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(domain)) {
    return domain;
  }
  throw new InvalidInputError(
    `"${domain}" is not a valid domain of a GPU vendor`,
    'Enter the part before "/gpu" in the resource name, for example nvidia.com. Nothing was sent.',
  );
}

/** Builds the key of the required taint, which is also the name of the GPU resource. */
export function buildGpuKey(vendor: string): string {
  return `${vendor}/gpu`;
}

const FALSE_VALUES = new Set(['false', '0', 'no']);

/** Returns true if a resource, a taint or a label shows that the node has GPUs of this vendor. */
export function hasVendorGpus({ taints, resources, labels }: ClusterNode, vendor: string): boolean {
  const key = buildGpuKey(vendor);
  return (
    listGpuResources(resources).some((gpu) => isSameVendor(gpu.vendor, vendor)) ||
    taints.some((taint) => taint.key === key) ||
    Object.entries(labels).some(
      ([name, value]) => (name === key || name.startsWith(`${key}.`)) && !FALSE_VALUES.has(value),
    )
  );
}

/** Lists the GPUs of other vendors in texts such as `resource amd.com/gpu: 1`. */
export function listForeignGpus({ resources }: ClusterNode, vendor: string): string[] {
  const foreign = listGpuResources(resources).filter((gpu) => !isSameVendor(gpu.vendor, vendor));
  return foreign.map(({ text }) => text);
}

/** Includes whole GPUs, shared GPUs, slices of GPUs, and every resource whose domain begins with `gpu.`. */
function listGpuResources(resources: ClusterNode['resources']) {
  return Object.entries(resources).flatMap(([name, quantity]) => {
    const [, vendor] =
      /^([^/]+)\/(?:gpu(?:\..+)?|mig-.+)$/.exec(name) ?? /^(gpu\.[^/]+)\//.exec(name) ?? [];
    const isOffered = Number.parseFloat(quantity) > 0;
    return vendor && isOffered ? [{ vendor, text: `resource ${name}: ${quantity}` }] : [];
  });
}

/** Some vendors have two domains, such as intel.com and, only for GPUs, gpu.intel.com. */
function isSameVendor(domain: string, otherDomain: string): boolean {
  return domain.replace(/^gpu\./, '') === otherDomain.replace(/^gpu\./, '');
}

/** Jobs that use GPUs tolerate only the required taint, so a taint with the effect NoExecute would keep them off the node. */
export function checkGpuTaint(node: ClusterNode, vendor: string): Finding {
  const key = buildGpuKey(vendor);
  const expected = `${key}=present:NoSchedule`;
  const gpuTaints = node.taints.filter((taint) => taint.key === key);
  const texts = gpuTaints.map(({ value, effect }) => `${key}${value && `=${value}`}:${effect}`);
  const hasNoExecute = gpuTaints.some(({ effect }) => effect === 'NoExecute');
  return buildFinding('gpuTaint', expected, {
    ok: texts.includes(expected) && !hasNoExecute,
    found: texts.join(', ') || `no taint ${key}`,
    fix: `kubectl taint nodes ${node.name}${hasNoExecute ? ` ${key}:NoExecute-` : ''} ${expected} --overwrite`,
  });
}

/** Only GPUs of one vendor are supported (interface, section 1). */
export function checkSingleGpuVendor(node: ClusterNode, vendor: string): Finding {
  const foreign = listForeignGpus(node, vendor).join(', ');
  const hasCordonedForeignGpus = node.unschedulable && foreign !== '';
  return buildFinding('singleGpuVendor', `GPUs of ${vendor} only, as set in "GPU Vendor Domain"`, {
    ok: foreign === '' || hasCordonedForeignGpus,
    found: hasCordonedForeignGpus ? `${foreign}; the node is cordoned` : foreign || vendor,
    fix: `kubectl cordon ${node.name}`,
  });
}
