import { bound } from '../bound';
import { Cluster } from './cluster';
import type { KubernetesCredential } from './access';
import { tryCluster } from './tryCluster';
import { readUploadToken } from './uploadToken';

/** What can be asked of a cluster. Sends nothing; see `Cluster.connect`. */
export function connectCluster(credential: KubernetesCredential) {
  const cluster = Cluster.connect(credential);
  return { cluster, ...bound({ readUploadToken, tryOut: tryCluster }, cluster) };
}

export type ClusterClient = ReturnType<typeof connectCluster>;
