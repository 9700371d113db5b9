/** Fields that differ between nodes. `buildNode` adds the common fields. */
export interface SandboxNode {
  name: string;
  labels?: Record<string, string>;
  taints?: Array<{ key: string; value?: string; effect: string; timeAdded?: string }>;
  capacity?: Record<string, string>;
  unschedulable?: boolean;
}

const GPU = { 'nvidia.com/gpu': '2' };
const PLATFORM_LABELS = { 'platform-common': 'true', tier: 'platform' };

const GPU_LABELS = { 'nvidia.com/gpu.present': 'true' };
const taint = (key: string, value?: string, effect = 'NoSchedule') => ({
  taints: [{ key, ...(value !== undefined && { value }), effect }],
});

/** Nodes with correct and with wrong labels, taints and resources. */
const SEEDED_NODES: SandboxNode[] = [
  {
    name: 'control-plane-1',
    labels: { 'node-role.kubernetes.io/control-plane': '' },
    ...taint('node-role.kubernetes.io/control-plane'),
  },
  { name: 'gpu-amd', capacity: { 'amd.com/gpu': '1' }, ...taint('amd.com/gpu', 'present') },
  { name: 'gpu-good', labels: GPU_LABELS, capacity: GPU, ...taint('nvidia.com/gpu', 'present') },
  { name: 'gpu-no-taint', labels: GPU_LABELS, capacity: GPU },
  {
    name: 'gpu-wrong-effect',
    capacity: GPU,
    ...taint('nvidia.com/gpu', 'present', 'PreferNoSchedule'),
  },
  { name: 'gpu-wrong-value', capacity: GPU, ...taint('nvidia.com/gpu', 'true') },
  { name: 'platform-1', labels: PLATFORM_LABELS },
  { name: 'platform-2', labels: PLATFORM_LABELS },
  { name: 'platform-no-label', ...taint('platform-common') },
  { name: 'platform-other-labels', labels: { 'platform-common': 'yes', tier: 'platform' } },
  { name: 'worker-1' },
  { name: 'worker-2' },
];

export interface SystemPod {
  name: string;
  command: string[];
  /** Default `Running`. */
  phase?: string;
  labels?: Record<string, string>;
}

/** State of the cluster. Tests may change it at any time. */
export interface SandboxCluster {
  nodes: SandboxNode[];
  /** Pods of the API server; empty in a managed cluster, which hides them. */
  apiServers: SystemPod[];
  /** Decoded data of the secret platform-common-conf-upload-token; undefined if the secret does not exist. */
  uploadTokenSecret: Record<string, string | Buffer> | undefined;
  confService: 'ready' | 'withoutEndpoints' | 'withoutPort' | 'unreachable' | 'missing';
  /** Rights that the account does not have. `namespaces` means the secrets and services outside its role. */
  forbidden: Set<'nodes' | 'pods' | 'secrets' | 'services/proxy' | 'namespaces'>;
}

export function createCluster(uploadToken: string): SandboxCluster {
  return {
    nodes: structuredClone(SEEDED_NODES),
    apiServers: [
      {
        name: 'kube-apiserver-control-plane-1',
        command: [
          'kube-apiserver',
          '--allow-privileged=true',
          '--authorization-mode=Node,RBAC',
          '--enable-admission-plugins=NodeRestriction,ExtendedResourceToleration',
        ],
        labels: { component: 'kube-apiserver', tier: 'control-plane' },
      },
    ],
    uploadTokenSecret: { token: uploadToken },
    confService: 'ready',
    forbidden: new Set(['namespaces']),
  };
}
