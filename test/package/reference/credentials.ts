/** What pages say of each type: its name, its page below docs, and what it holds. */
export const CREDENTIALS: Record<string, [name: string, page: string, holds: string]> = {
  dataPlatformApi: [
    ...(['Data Platform API', 'credentials/platform-api.md'] as const),
    'base URL, platform ID, realm, login and password',
  ],
  dataPlatformUploadTokenApi: [
    ...(['Data Platform Upload Token API', 'configuration-files.md#fields'] as const),
    'the token for configuration files and where they are read',
  ],
  dataPlatformKubernetesApi: [
    ...(['Data Platform Kubernetes API', 'cluster.md#fields'] as const),
    'a service account with just the rights that the node needs',
  ],
};
