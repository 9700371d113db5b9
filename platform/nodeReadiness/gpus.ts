import { InvalidInputError } from '../errors/errors';
import type { ClusterNode } from '../kubernetes/objects';

/** Something that tells of a vendor's GPUs in a node. */
export interface GpuSign {
  vendor: string;
  kind: 'taint' | 'resource' | 'label';
  text: string;
}

/** Values of a label that say "none of these here". */
const NO = new Set(['false', '0', 'no']);

/** @throws InvalidInputError for what is no domain */
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

export function taintKeyOf(vendor: string): string {
  return `${vendor}/gpu`;
}

/** Every sign of a GPU. Labels count for the expected vendor only: anybody may label a node. */
export function gpuSigns(node: ClusterNode, vendor: string): GpuSign[] {
  const taints = node.taints.map(({ key, value, effect }): GpuSign | undefined => {
    const domain = /^([^/]+)\/gpu$/.exec(key)?.[1];
    const text = `taint ${taintText({ key, value, effect })}`;
    return domain === undefined ? undefined : { vendor: domain, kind: 'taint', text };
  });
  const resources = Object.entries(node.resources).map(([name, quantity]): GpuSign | undefined => {
    const domain = vendorOfResource(name);
    if (domain === undefined || !(Number.parseFloat(quantity) > 0)) return undefined;
    return { vendor: domain, kind: 'resource', text: `resource ${name}: ${quantity}` };
  });
  const key = taintKeyOf(vendor);
  const labels = Object.entries(node.labels)
    .filter(([name, value]) => (name === key || name.startsWith(`${key}.`)) && !NO.has(value))
    .map(([name, value]): GpuSign => ({ vendor, kind: 'label', text: `label ${name}=${value}` }));
  return [...taints, ...resources, ...labels].filter((sign) => sign !== undefined);
}

export function taintText({ key, value, effect }: { key: string; value: string; effect: string }) {
  return `${key}${value && `=${value}`}:${effect}`;
}

/** Some vendors have a domain for their GPUs alone, as gpu.intel.com beside intel.com. */
export function isSameVendor(one: string, other: string): boolean {
  return one.replace(/^gpu\./, '') === other.replace(/^gpu\./, '');
}

/** Whole GPUs, shared ones, slices of one, or any resource of a domain for GPUs. */
function vendorOfResource(name: string): string | undefined {
  return /^([^/]+)\/(?:gpu(?:\..+)?|mig-.+)$/.exec(name)?.[1] ?? /^(gpu\.[^/]+)\//.exec(name)?.[1];
}
