import type { SandboxNode } from './node';

const GPU = { 'nvidia.com/gpu': '2' };
const PLATFORM = { 'platform-common': 'true', tier: 'platform' };

/** Good and bad nodes of each kind. */
export const SEEDED_NODES: SandboxNode[] = [
  {
    name: 'control-plane-1',
    labels: { 'node-role.kubernetes.io/control-plane': '' },
    taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
  },
  {
    name: 'gpu-amd',
    capacity: { 'amd.com/gpu': '1' },
    taints: [{ key: 'amd.com/gpu', value: 'present', effect: 'NoSchedule' }],
  },
  {
    name: 'gpu-good',
    labels: { 'nvidia.com/gpu.present': 'true' },
    capacity: GPU,
    taints: [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }],
  },
  { name: 'gpu-no-taint', labels: { 'nvidia.com/gpu.present': 'true' }, capacity: GPU },
  {
    name: 'gpu-wrong-effect',
    capacity: GPU,
    taints: [{ key: 'nvidia.com/gpu', value: 'present', effect: 'PreferNoSchedule' }],
  },
  {
    name: 'gpu-wrong-value',
    capacity: GPU,
    taints: [{ key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' }],
  },
  { name: 'platform-1', labels: PLATFORM },
  { name: 'platform-2', labels: PLATFORM },
  { name: 'platform-no-label', taints: [{ key: 'platform-common', effect: 'NoSchedule' }] },
  { name: 'platform-other-labels', labels: { 'platform-common': 'yes', tier: 'platform' } },
  { name: 'worker-1' },
  { name: 'worker-2' },
];
