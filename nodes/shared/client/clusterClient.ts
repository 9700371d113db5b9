import type { ClusterClient } from '../../../platform/client';
import type { KubernetesCredential } from '../../../platform/cluster/access';
import { clientSource } from './credentialClient';

/** The credential's test sends the requests of the operations and says which operations work. */
export const { connect: connectCluster, test: testKubernetesCredential } = clientSource<
  KubernetesCredential,
  ClusterClient
>({
  credential: 'dataPlatformKubernetesApi',
  addresses: ({ readKubernetesAccess }, credential) => [readKubernetesAccess(credential).apiServer],
  open: ({ connectCluster: open }, credential) => open(credential),
  testConnection: async (client) => await client.testConnection(),
});
