import type { ClusterNode } from '../kubernetes/objects';
import { taintKeyOf, taintText } from './gpus';
import { finding, type Finding } from './report';

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
  return finding('gpuTaint', isThere && !isBarred, {
    found: carried.map(taintText).join(', ') || `no taint ${key}`,
    expected: wanted,
    fix: command(node.name, key, wanted, carried),
  });
}

/** Takes away what has another effect, sets what is required. */
function command(
  node: string,
  key: string,
  wanted: string,
  carried: ClusterNode['taints'],
): string {
  const removals = carried
    .filter(({ effect }) => effect !== EFFECT)
    .map(({ effect }) => `${key}:${effect}-`);
  const replaces = carried.some(({ effect }) => effect === EFFECT);
  return [
    'kubectl taint nodes',
    node,
    ...removals,
    wanted,
    ...(replaces ? ['--overwrite'] : []),
  ].join(' ');
}
