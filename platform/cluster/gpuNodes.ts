import { InvalidInputError } from '../common/errors/errors';
import { finding, type Finding } from './findings';
import type { ClusterNode } from './objects';

/** @throws InvalidInputError if the value is not a domain */
export function readVendorDomain(value: unknown): string {
  const domain = String(value ?? '').trim();
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/.test(domain)) {
    return domain;
  }
  throw new InvalidInputError(
    `"${domain}" is not a valid domain of a GPU vendor`,
    'It is the part before "/gpu" in the resource name, for example nvidia.com. Nothing was sent.',
  );
}

/** Returns the key of the required taint, which is also the name of the resource. */
export function gpuKey(vendor: string): string {
  return `${vendor}/gpu`;
}

const NO = new Set(['false', '0', 'no']);

/** Resources, taints and labels may show that a node has GPUs of this vendor. */
export function hasVendorGpus({ taints, resources, labels }: ClusterNode, vendor: string): boolean {
  const key = gpuKey(vendor);
  return (
    gpuResources(resources).some((gpu) => isSameVendor(gpu.vendor, vendor)) ||
    taints.some((taint) => taint.key === key) ||
    Object.entries(labels).some(
      ([name, value]) => (name === key || name.startsWith(`${key}.`)) && !NO.has(value),
    )
  );
}

/** Returns texts such as `resource amd.com/gpu: 1`. */
export function foreignGpus({ resources }: ClusterNode, vendor: string): string[] {
  const foreign = gpuResources(resources).filter((gpu) => !isSameVendor(gpu.vendor, vendor));
  return foreign.map(({ text }) => text);
}

/** Includes whole GPUs, shared ones, slices, and any resource of a domain for GPUs. */
function gpuResources(resources: ClusterNode['resources']) {
  return Object.entries(resources).flatMap(([name, quantity]) => {
    const [, vendor = /^(gpu\.[^/]+)\//.exec(name)?.[1]] =
      /^([^/]+)\/(?:gpu(?:\..+)?|mig-.+)$/.exec(name) ?? [];
    const isOffered = Number.parseFloat(quantity) > 0;
    return vendor && isOffered ? [{ vendor, text: `resource ${name}: ${quantity}` }] : [];
  });
}

/** Some vendors have a separate domain for GPUs, such as gpu.intel.com beside intel.com. */
function isSameVendor(domain: string, other: string): boolean {
  return domain.replace(/^gpu\./, '') === other.replace(/^gpu\./, '');
}

/** Jobs that use GPUs tolerate only the required taint, so the effect NoExecute would keep them away. */
export function checkGpuTaint(node: ClusterNode, vendor: string): Finding {
  const key = gpuKey(vendor);
  const expected = `${key}=present:NoSchedule`;
  const carried = node.taints.filter((taint) => taint.key === key);
  const texts = carried.map(({ value, effect }) => `${key}${value && `=${value}`}:${effect}`);
  const evicts = carried.some(({ effect }) => effect === 'NoExecute');
  return finding('gpuTaint', expected, {
    ok: texts.includes(expected) && !evicts,
    found: texts.join(', ') || `no taint ${key}`,
    fix: `kubectl taint nodes ${node.name}${evicts ? ` ${key}:NoExecute-` : ''} ${expected} --overwrite`,
  });
}

/** Only GPUs of one vendor are supported (interface, section 1). */
export function checkSingleGpuVendor(node: ClusterNode, vendor: string): Finding {
  const foreign = foreignGpus(node, vendor).join(', ');
  const isOutOfUse = node.unschedulable && foreign !== '';
  return finding('singleGpuVendor', `GPUs of ${vendor} only, as set in "GPU Vendor Domain"`, {
    ok: foreign === '' || isOutOfUse,
    found: isOutOfUse ? `${foreign}; the node is cordoned` : foreign || vendor,
    fix: `kubectl cordon ${node.name}`,
  });
}
