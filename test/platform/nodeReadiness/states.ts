import type { Fact } from '../../../platform/nodeReadiness/report';
import { ACTIVE, type TestNode } from './support';

type Taints = NonNullable<TestNode['taints']>;
const taint = (effect: string, value?: string, key = 'nvidia.com/gpu') => ({ key, value, effect });

/** Each state that a requirement can be in, with its verdict. */
export const TAINTS: Record<string, { taints: Taints; ok: boolean }> = {
  'right taint': { taints: [taint('NoSchedule', 'present')], ok: true },
  'no taint': { taints: [], ok: false },
  'wrong value': { taints: [taint('NoSchedule', 'true')], ok: false },
  'wrong effect': { taints: [taint('PreferNoSchedule', 'present')], ok: false },
  'effect that evicts': { taints: [taint('NoExecute', 'present')], ok: false },
  'wrong value beside wrong effect': {
    taints: [taint('NoSchedule', 'true'), taint('PreferNoSchedule', 'present')],
    ok: false,
  },
  'right taint beside one that evicts': {
    taints: [taint('NoSchedule', 'present'), taint('NoExecute', 'present')],
    ok: false,
  },
  'right taint beside a softer one': {
    taints: [taint('NoSchedule', 'present'), taint('PreferNoSchedule', 'x')],
    ok: true,
  },
};

export const FACTS: Record<string, Fact> = {
  active: ACTIVE,
  'not active': { ok: false, found: 'not active', fix: 'switch it on' },
  unknown: { ok: null, found: 'unknown', fix: 'find out' },
};

export const OTHER_VENDORS: Record<string, { taints: Taints; capacity: object; ok: boolean }> = {
  'no other vendor': { taints: [], capacity: {}, ok: true },
  'GPUs of another vendor': { taints: [], capacity: { 'amd.com/gpu': '1' }, ok: false },
  'both of another vendor': {
    taints: [taint('NoSchedule', 'present', 'gpu.intel.com/gpu')],
    capacity: { 'gpu.intel.com/i915': '1' },
    ok: false,
  },
};

/** Beside three nodes that carry `platform-common=true` and `tier=platform`. */
export const DEDICATED: Record<
  string,
  { labels: Record<string, string>; taints: Taints; label?: boolean; same?: boolean }
> = {
  'not dedicated': { labels: {}, taints: [] },
  'same labels': {
    labels: { 'platform-common': 'true', tier: 'platform' },
    taints: [],
    label: true,
    same: true,
  },
  'other labels of machines': {
    labels: { 'platform-common': 'true', tier: 'platform', 'topology.kubernetes.io/zone': 'b' },
    taints: [],
    label: true,
    same: true,
  },
  'other value': {
    labels: { 'platform-common': 'yes', tier: 'platform' },
    taints: [],
    label: true,
    same: false,
  },
  'missing pair': { labels: { 'platform-common': 'true' }, taints: [], label: true, same: false },
  'additional pair': {
    labels: { 'platform-common': 'true', tier: 'platform', disk: 'ssd' },
    taints: [],
    label: true,
    same: false,
  },
  'missing label': {
    labels: { tier: 'platform' },
    taints: [taint('NoSchedule', undefined, 'platform-common')],
    label: false,
    same: true,
  },
  'label of another key': {
    labels: { dedicated: 'platform-common', tier: 'platform' },
    taints: [],
    label: false,
    same: false,
  },
};

export const DEDICATED_NEIGHBOURS: TestNode[] = ['a', 'b', 'c'].map((name) => ({
  name: `platform-${name}`,
  labels: { 'platform-common': 'true', tier: 'platform' },
}));
