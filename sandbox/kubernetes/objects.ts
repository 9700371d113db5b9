import type { SandboxCluster } from './cluster';
import type { SandboxNode } from './node';

const VERSION = 'v1.31.4';

export const version = { major: '1', minor: '31', gitVersion: VERSION, platform: 'linux/amd64' };

/** As in a list of the API server: without kind. */
export function nodeObject({ name, labels, taints, capacity, unschedulable }: SandboxNode) {
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

export function systemPodObjects({ apiServers }: SandboxCluster) {
  return [
    podObject('coredns-7c65d6cfc9-2xkq4', ['/coredns', '-conf', '/etc/coredns/Corefile']),
    ...apiServers.map(({ name, command }) => podObject(name, command)),
    podObject('kube-scheduler-control-plane-1', ['kube-scheduler', '--leader-elect=true']),
  ];
}

function podObject(name: string, command: string[]) {
  return {
    metadata: { name, namespace: 'kube-system' },
    spec: { containers: [{ name: name.split('-').slice(0, 2).join('-'), command }] },
    status: { phase: 'Running' },
  };
}

export function namespaceObject(name: string) {
  return { kind: 'Namespace', apiVersion: 'v1', metadata: { name }, status: { phase: 'Active' } };
}

export function secretObject(namespace: string, name: string, data: Record<string, string>) {
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

/** How Kubernetes says that something went wrong. */
export function statusObject(code: number, reason: string, message: string) {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code };
}
