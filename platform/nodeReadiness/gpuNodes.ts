import { InvalidInputError } from '../errors/errors';
import type { ClusterNode } from '../kubernetes/objects';
import { finding, type Finding } from './report';

/** Something that tells of a vendor's GPUs in a node. */
interface GpuSign {
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
export function gpuSigns({ taints, resources, labels }: ClusterNode, vendor: string): GpuSign[] {
  const signs: GpuSign[] = [];
  for (const taint of taints) {
    const domain = /^([^/]+)\/gpu$/.exec(taint.key)?.[1];
    if (domain) signs.push({ vendor: domain, kind: 'taint', text: `taint ${taintText(taint)}` });
  }
  for (const [name, quantity] of Object.entries(resources)) {
    const domain = vendorOfResource(name);
    if (domain && Number.parseFloat(quantity) > 0) {
      signs.push({ vendor: domain, kind: 'resource', text: `resource ${name}: ${quantity}` });
    }
  }
  const key = taintKeyOf(vendor);
  for (const [name, value] of Object.entries(labels)) {
    if ((name === key || name.startsWith(`${key}.`)) && !NO.has(value)) {
      signs.push({ vendor, kind: 'label', text: `label ${name}=${value}` });
    }
  }
  return signs;
}

function taintText({ key, value, effect }: { key: string; value: string; effect: string }) {
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

const VALUE = 'present';
const EFFECT = 'NoSchedule';
/** Jobs that use GPUs tolerate the required taint alone: one of this effect would keep them away. */
const HARMFUL_EFFECT = 'NoExecute';

export function checkGpuTaint(node: ClusterNode, vendor: string): Finding {
  const key = taintKeyOf(vendor);
  const wanted = taintText({ key, value: VALUE, effect: EFFECT });
  const carried = node.taints.filter((taint) => taint.key === key);
  const isThere = carried.some(({ value, effect }) => value === VALUE && effect === EFFECT);
  const isBarred = carried.some(({ effect }) => effect === HARMFUL_EFFECT);
  // Takes away what has another effect, sets what is required.
  const others = carried.filter(({ effect }) => effect !== EFFECT);
  const removals = others.map(({ effect }) => ` ${key}:${effect}-`).join('');
  const overwrite = others.length < carried.length ? ' --overwrite' : '';
  return finding('gpuTaint', isThere && !isBarred, {
    found: carried.map(taintText).join(', ') || `no taint ${key}`,
    expected: wanted,
    fix: `kubectl taint nodes ${node.name}${removals} ${wanted}${overwrite}`,
  });
}

/** Only GPUs of one vendor are supported (interface, section 1). */
export function checkSingleGpuVendor(
  node: ClusterNode,
  vendor: string,
  allNodes: ClusterNode[],
): Finding {
  const foreign = gpuSigns(node, vendor).filter((sign) => !isSameVendor(sign.vendor, vendor));
  const isOutOfUse = node.unschedulable && foreign.length > 0;
  const signs = foreign.map(({ text }) => text).join(', ') || vendor;
  return finding('singleGpuVendor', foreign.length === 0 || isOutOfUse, {
    found: isOutOfUse ? `${signs}; the node is cordoned` : signs,
    expected: `GPUs of ${vendor} only`,
    fix: foreignGpuFix(node, vendor, foreign, allNodes),
  });
}

/** A taint can be taken off; a GPU can only be kept from the platform's jobs. */
function foreignGpuFix(
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
