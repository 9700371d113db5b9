import type { SandboxCluster, SandboxNode, SystemPod } from './cluster';

const VERSION = 'v1.31.4';

export const versionResponse = { major: '1', minor: '31', gitVersion: VERSION };

/** Builds a node as an entry of a list, where the API server omits the kind. */
export function buildNode({ name, labels, taints, capacity, unschedulable }: SandboxNode) {
  const resources = { cpu: '8', memory: '32Gi', pods: '110', ...capacity };
  return {
    metadata: {
      name,
      labels: {
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...labels,
      },
    },
    spec: { ...(taints && { taints }), ...(unschedulable && { unschedulable }) },
    status: {
      capacity: resources,
      allocatable: resources,
      nodeInfo: { kubeletVersion: VERSION, operatingSystem: 'linux', architecture: 'amd64' },
    },
  };
}

export function buildSystemPods({ apiServers }: SandboxCluster) {
  return [
    buildPod({
      name: 'coredns-7c65d6cfc9-2xkq4',
      command: ['/coredns', '-conf', '/etc/coredns/Corefile'],
      labels: { 'k8s-app': 'kube-dns' },
    }),
    ...apiServers.map(buildPod),
    buildPod({
      name: 'kube-scheduler-control-plane-1',
      command: ['kube-scheduler', '--leader-elect=true'],
      labels: { component: 'kube-scheduler', tier: 'control-plane' },
    }),
  ];
}

function buildPod({ name, command, phase = 'Running', labels = {} }: SystemPod) {
  return {
    metadata: { name, namespace: 'kube-system', labels },
    spec: { containers: [{ name: name.split('-').slice(0, 2).join('-'), command }] },
    status: { phase },
  };
}

export function buildSecret(
  namespace: string,
  name: string,
  data: Record<string, string | Buffer>,
) {
  return {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name, namespace },
    type: 'Opaque',
    data: Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
    ),
  };
}
