import { apiServer, PLUGIN, type TestNode } from './support';

type Verdict = boolean | null;
type State = TestNode & { ok: Verdict };
const taint = (effect: string, value?: string, key = 'nvidia.com/gpu') => ({ key, value, effect });
const RIGHT = taint('NoSchedule', 'present');

/** Each state that a requirement can be in, with its verdict. */
export const TAINTS: Record<string, State> = {
  'right taint': { taints: [RIGHT], ok: true },
  'no taint': { taints: [], ok: false },
  'wrong value': { taints: [taint('NoSchedule', 'true')], ok: false },
  'wrong effect': { taints: [taint('PreferNoSchedule', 'present')], ok: false },
  'effect that evicts': { taints: [taint('NoExecute', 'present')], ok: false },
  'two wrong taints': { taints: [taint('NoSchedule', 'x'), taint('NoExecute', 'x')], ok: false },
  'right taint beside an evicting one': { taints: [RIGHT, taint('NoExecute', 'x')], ok: false },
  'right taint beside a softer one': { taints: [RIGHT, taint('PreferNoSchedule', 'x')], ok: true },
};

/** GPU support and the admission controller. */
export const FACTS = {
  active: { ok: true, setting: true, pods: [apiServer(`--enable-admission-plugins=${PLUGIN}`)] },
  'not active': { ok: false, setting: false, pods: [apiServer('kube-apiserver')] },
  unknown: { ok: null, setting: 'perhaps', pods: [] },
};

export const OTHER_VENDORS: Record<string, State> = {
  'no other vendor': { ok: true },
  'GPUs of another vendor': { capacity: { 'amd.com/gpu': '1' }, ok: false },
  'both of another vendor': {
    taints: [taint('NoSchedule', 'present', 'gpu.intel.com/gpu')],
    capacity: { 'gpu.intel.com/i915': '1' },
    ok: false,
  },
};

const ZONE = 'topology.kubernetes.io/zone';
const LABELS = { 'platform-common': 'true', tier: 'platform' };

/** Beside three nodes that carry these labels: whether it has the label, and the same ones. */
export const DEDICATED: Record<string, TestNode & { verdicts?: [label: Verdict, same: Verdict] }> =
  {
    'not dedicated': {},
    'same labels': { labels: LABELS, verdicts: [true, true] },
    'labels of machines': { labels: { ...LABELS, [ZONE]: 'b' }, verdicts: [true, true] },
    'other value': { labels: { ...LABELS, 'platform-common': 'yes' }, verdicts: [true, false] },
    'missing pair': { labels: { 'platform-common': 'true' }, verdicts: [true, false] },
    'additional pair': { labels: { ...LABELS, disk: 'ssd' }, verdicts: [true, false] },
    'missing label': {
      labels: { tier: 'platform' },
      taints: [taint('NoSchedule', undefined, 'platform-common')],
      verdicts: [false, true],
    },
    'label of another key': { labels: { pool: 'platform-common' }, verdicts: [false, false] },
  };

export const DEDICATED_NEIGHBOURS: TestNode[] = ['platform-a', 'platform-b', 'platform-c'].map(
  (name) => ({ name, labels: LABELS }),
);
