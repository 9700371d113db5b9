import { buildFinding, type Finding } from './findings';
import type { ClusterNode } from './objects';
import { ownValue } from '../common/text/names';

const LABEL = 'platform-common';
/** The value of this label is the node's name. A node that is only named `platform-common` is not dedicated. */
const NODE_NAME_LABEL = 'kubernetes.io/hostname';

/** Returns true if a label or taint has `platform-common` as its value or as its key, with or without a domain. */
export function isDedicated({ labels, taints }: ClusterNode): boolean {
  const pairs = [...Object.entries(labels), ...taints.map(({ key, value }) => [key, value])];
  return pairs.some(
    ([key = '', value]) =>
      key !== NODE_NAME_LABEL && (removeDomain(key) === LABEL || value === LABEL),
  );
}

/** Returns the labels that all dedicated nodes need: those of the first node with the label platform-common, otherwise of the first node. */
export function findWantedLabels(dedicated: readonly ClusterNode[]): ReadonlyMap<string, string> {
  const model = dedicated.find(({ labels }) => Object.hasOwn(labels, LABEL)) ?? dedicated[0];
  return new Map([[LABEL, 'true'], ...Object.entries(model?.labels ?? {}).filter(isCompared)]);
}

/** Checks the labels that section 1 of the interface requires. */
export function checkDedicatedNode(
  { name, labels }: ClusterNode,
  wantedLabels: ReadonlyMap<string, string>,
): Finding[] {
  const value = ownValue(labels, LABEL);
  const ownLabels = new Map(Object.entries(labels).filter(isCompared));
  // A missing label platform-common is a separate finding.
  const keys = new Set([...wantedLabels.keys(), ...ownLabels.keys()]);
  if (value === undefined) keys.delete(LABEL);
  const different = [...keys].sort().filter((key) => ownLabels.get(key) !== wantedLabels.get(key));
  const changes = different.map((key) => {
    const expected = wantedLabels.get(key);
    return expected === undefined ? `${key}-` : `${key}=${expected}`;
  });
  const shownKeys = different.length > 0 ? different : [...keys];
  return [
    buildFinding('platformCommonLabel', `the label ${LABEL}`, {
      ok: value !== undefined,
      found: value === undefined ? `no label ${LABEL}` : `${LABEL}=${value}`,
      fix: `kubectl label nodes ${name} ${LABEL}=${wantedLabels.get(LABEL)}`,
    }),
    buildFinding('sameLabels', formatLabels(shownKeys, wantedLabels), {
      ok: different.length === 0,
      found: formatLabels(shownKeys, ownLabels),
      fix: `kubectl label nodes ${name} ${changes.join(' ')} --overwrite`,
    }),
  ];
}

/** Kubernetes, clouds and operators set labels with a domain, which differ from node to node. Users set labels without a domain. */
function isCompared([key]: [key: string, value: string]): boolean {
  return !key.includes('/') || removeDomain(key) === LABEL;
}

function removeDomain(key: string): string | undefined {
  return key.split('/').at(-1);
}

function formatLabels(keys: readonly string[], labels: ReadonlyMap<string, string>): string {
  const pairs = keys.map((key) => (labels.has(key) ? `${key}=${labels.get(key)}` : `no ${key}`));
  return pairs.join(', ') || 'no labels';
}
