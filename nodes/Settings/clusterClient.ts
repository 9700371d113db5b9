import type { Cluster, KubernetesCredential } from '../../platform';
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
