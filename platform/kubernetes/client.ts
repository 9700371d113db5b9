import { bound } from '../bound';
import { Cluster } from './cluster';
import { withKubeconfig, type KubernetesCredential } from './access';
import { testConnection } from './testConnection';
import { readUploadToken } from './uploadToken';

/** What can be asked of a cluster. Sends nothing; see `Cluster.connect`. */
export async function connectCluster(credential: KubernetesCredential) {
  const cluster = Cluster.connect(await withKubeconfig(credential));
  return { cluster, ...bound({ readUploadToken, testConnection }, cluster) };
}

export type ClusterClient = Awaited<ReturnType<typeof connectCluster>>;
