import { finding, type Finding } from './findings';
import type { ClusterNode } from './objects';
import { ownValue } from '../common/text/names';

const LABEL = 'platform-common';
/** The name of a node does not show its purpose. */
const OWN_NAME = 'kubernetes.io/hostname';

/** A label or taint of a dedicated node has the platform's namespace as its key or value. */
export function isDedicated({ labels, taints }: ClusterNode): boolean {
  const pairs = [...Object.entries(labels), ...taints.map(({ key, value }) => [key, value])];
  return pairs.some(
    ([key = '', value]) => key !== OWN_NAME && (nameIn(key) === LABEL || value === LABEL),
  );
}

/** All dedicated nodes need the labels of the first node that has the required label, otherwise of the first node. */
export function findCommonLabels(dedicated: readonly ClusterNode[]): ReadonlyMap<string, string> {
  const labeled = dedicated.find(({ labels }) => Object.hasOwn(labels, LABEL)) ?? dedicated[0];
  return new Map([[LABEL, 'true'], ...Object.entries(labeled?.labels ?? {}).filter(isCompared)]);
}

/** Interface, section 1. */
export function checkDedicatedNode(
  { name, labels }: ClusterNode,
  pattern: ReadonlyMap<string, string>,
): Finding[] {
  const value = ownValue(labels, LABEL);
  const own = new Map(Object.entries(labels).filter(isCompared));
  // A missing label platform-common is a separate finding.
  const keys = new Set([...pattern.keys(), ...own.keys()]);
  if (value === undefined) keys.delete(LABEL);
  const different = [...keys].sort().filter((key) => own.get(key) !== pattern.get(key));
  const changes = different.map((key) => {
    const wanted = pattern.get(key);
    return wanted === undefined ? `${key}-` : `${key}=${wanted}`;
  });
  const shown = different.length > 0 ? different : [...keys];
  return [
    finding('platformCommonLabel', `the label ${LABEL}`, {
      ok: value !== undefined,
      found: value === undefined ? `no label ${LABEL}` : `${LABEL}=${value}`,
      fix: `kubectl label nodes ${name} ${LABEL}=${pattern.get(LABEL)}`,
    }),
    finding('sameLabels', pairsText(shown, pattern), {
      ok: different.length === 0,
      found: pairsText(shown, own),
      fix: `kubectl label nodes ${name} ${changes.join(' ')} --overwrite`,
    }),
  ];
}

/** Kubernetes, clouds and operators set labels with a domain, which differ by node. Users set the others. */
function isCompared([key]: [key: string, value: string]): boolean {
  return !key.includes('/') || nameIn(key) === LABEL;
}

function nameIn(key: string): string | undefined {
  return key.split('/').at(-1);
}

function pairsText(keys: readonly string[], labels: ReadonlyMap<string, string>): string {
  const pairs = keys.map((key) => (labels.has(key) ? `${key}=${labels.get(key)}` : `no ${key}`));
  return pairs.join(', ') || 'no labels';
}
