import { SEEDED_NODES } from './seededNodes';
import type { SandboxNode } from './node';

/** A pod in kube-system. */
export interface SystemPod {
  name: string;
  command: string[];
  /** Default `Running`. */
  phase?: string;
  labels?: Record<string, string>;
}

/** The cluster below the platform, in the hands of a test or a program; may be changed at any time. */
export interface SandboxCluster {
  nodes: SandboxNode[];
  /** How each API server was started; none: a managed cluster, which hides them. */
  apiServers: SystemPod[];
  /** Further pods in kube-system. */
  systemPods: SystemPod[];
  /** Data of the secret platform-common-conf-upload-token, not encoded; undefined: there is no such secret. */
  uploadTokenSecret: Record<string, string | Buffer> | undefined;
  /** The service of configuration files, as the API server sees it: no pod of it may be ready, or none answer. */
  confService: 'ready' | 'withoutEndpoints' | 'withoutPort' | 'unreachable' | 'missing';
  /** What the account may not do. `namespaces` are all but the platform's own. */
  forbidden: Set<'nodes' | 'pods' | 'secrets' | 'services/proxy' | 'namespaces'>;
  /** Makes every list that is being read page by page too old to go on. */
  expireLists(): void;
  /** Counts those; part of every `continue` token. */
  readonly resourceVersion: number;
}

export function createCluster(uploadToken: string): SandboxCluster {
  let resourceVersion = 1;
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
    systemPods: [],
    uploadTokenSecret: { token: uploadToken },
    confService: 'ready',
    forbidden: new Set(['namespaces']),
    expireLists: () => void resourceVersion++,
    get resourceVersion() {
      return resourceVersion;
    },
  };
}
