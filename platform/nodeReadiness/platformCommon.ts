import type { ClusterNode } from '../kubernetes/objects';
import { finding, type Finding } from './report';
import { ownValue } from '../text/names';

const LABEL = 'platform-common';
/** A node's own name says nothing about what it is for. */
const OWN_NAME = 'kubernetes.io/hostname';

/** Whether a node is meant for the platform alone: by the label, or by a label or taint that names the platform's namespace. */
export function isDedicated({ labels, taints }: ClusterNode): boolean {
  const pairs = [...Object.entries(labels), ...taints.map(({ key, value }) => [key, value])];
  return pairs.some(
    ([key = '', value]) => key !== OWN_NAME && (nameIn(key) === LABEL || value === LABEL),
  );
}

/** What the dedicated nodes have to have in common: for each label the value that most of them carry. */
export function commonLabels(dedicated: ClusterNode[]): Map<string, string> {
  const keys = new Set(dedicated.flatMap(({ labels }) => Object.keys(labels).filter(isCompared)));
  const common = new Map<string, string>([[LABEL, 'true']]);
  for (const key of keys) {
    const values = dedicated.map(({ labels }) => ownValue(labels, key));
    // Each of them must have this one, so "not there" has no say.
    const counted = key === LABEL ? values.filter((value) => value !== undefined) : values;
    const value = mostFrequent(counted);
    if (value !== undefined) common.set(key, value);
  }
  return common;
}

export function checkPlatformCommonLabel(
  { name, labels }: ClusterNode,
  common: Map<string, string>,
): Finding {
  const value = labels[LABEL];
  const wanted = `${LABEL}=${common.get(LABEL)}`;
  return finding('platformCommonLabel', value !== undefined, {
    found: value === undefined ? `no label ${LABEL}` : `${LABEL}=${value}`,
    expected: `the label ${LABEL}`,
    fix: `kubectl label nodes ${name} ${wanted}`,
  });
}

/** When several nodes are dedicated, all must carry the same label/value pairs (interface, section 1). */
export function checkSameLabels(
  { name, labels }: ClusterNode,
  common: Map<string, string>,
): Finding {
  const own = Object.keys(labels).filter(isCompared);
  // A label that is missing altogether is a finding of its own.
  const keys = new Set(
    [...common.keys(), ...own].filter((key) => key !== LABEL || Object.hasOwn(labels, key)),
  );
  const different = [...keys].sort().filter((key) => ownValue(labels, key) !== common.get(key));
  const changes = different.map((key) =>
    common.has(key) ? `${key}=${common.get(key)}` : `${key}-`,
  );
  const isSame = different.length === 0;
  const pairs = (shown: string[], valueOf: (key: string) => string | undefined) =>
    shown.map((key) => pairText(key, valueOf(key))).join(', ');
  return finding('sameLabels', isSame, {
    found: pairs(isSame ? own : different, (key) => ownValue(labels, key)),
    expected: pairs(isSame ? [...common.keys()] : different, (key) => common.get(key)),
    fix: `kubectl label nodes ${name} ${changes.join(' ')} --overwrite`,
  });
}

/**
 * Labels with a domain are set by Kubernetes, the cloud and operators, and differ from node to node;
 * those without one are the user's own by Kubernetes' convention.
 */
function isCompared(key: string): boolean {
  return !key.includes('/') || nameIn(key) === LABEL;
}

function nameIn(key: string): string | undefined {
  return key.split('/').at(-1);
}

/** The first of those that occur most often; "not there" counts, but yields to a value. */
function mostFrequent(values: Array<string | undefined>): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ranked = [...counts].sort(
    ([a, countA], [b, countB]) =>
      countB - countA || Number(a === undefined) - Number(b === undefined),
  );
  return ranked[0]?.[0];
}

function pairText(key: string, value: string | undefined): string {
  return value === undefined ? `no ${key}` : `${key}=${value}`;
}
