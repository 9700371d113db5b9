import { finding, type Finding } from './findings';
import type { ClusterNode } from './objects';
import { ownValue } from '../common/text/names';

const LABEL = 'platform-common';
/** A node's own name does not say what it is for. */
const OWN_NAME = 'kubernetes.io/hostname';

/** Checks whether a label or taint has the platform's namespace as its key or value. */
export function isDedicated({ labels, taints }: ClusterNode): boolean {
  const pairs = [...Object.entries(labels), ...taints.map(({ key, value }) => [key, value])];
  return pairs.some(
    ([key = '', value]) => key !== OWN_NAME && (nameIn(key) === LABEL || value === LABEL),
  );
}

/** Returns the labels that all dedicated nodes need: those of the first one, if possible of one that has the required label. */
export function patternOf(dedicated: readonly ClusterNode[]): ReadonlyMap<string, string> {
  const labeled = dedicated.find(({ labels }) => Object.hasOwn(labels, LABEL)) ?? dedicated[0];
  return new Map([[LABEL, 'true'], ...Object.entries(labeled?.labels ?? {}).filter(isCompared)]);
}

/** Checks both requirements of a dedicated node (interface, section 1). */
export function checkDedicatedNode(
  { name, labels }: ClusterNode,
  pattern: ReadonlyMap<string, string>,
): Finding[] {
  const value = ownValue(labels, LABEL);
  const own = new Map(Object.entries(labels).filter(isCompared));
  // A missing label platform-common is a finding of its own.
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

/** Labels with a domain are set by Kubernetes, clouds and operators, and differ by node; the others are the user's own. */
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
