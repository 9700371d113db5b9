import type { Cluster } from '../../platform/kubernetes/cluster';
import type { KubernetesCredential } from '../../platform/kubernetes/settings';
import { clientSource } from '../shared/credentialClient';

/** The credential's test asks the API server for its version and tries the namespace. */
export const { connect: connectCluster, test: testKubernetesCredential } = clientSource<
  KubernetesCredential,
  Cluster
>({
  credential: 'dataPlatformKubernetesApi',
  open: (api, credential) => api.Cluster.connect(credential),
  tryOut: async (cluster, api) => await api.tryCluster(cluster),
});
