/** What else to read about a node. */
export const GUIDES = new Map([
  ['catalog', ['[Any query or mutation](../graphql.md)']],
  ['conf-files', ['[Configuration files: token, address, sync](../configuration-files.md)']],
  ['conf-files-trigger', ['[Triggers](../triggers.md#configuration-files)']],
  [
    'projects',
    [
      '[Runs: wait, fail, never twice](../runs.md)',
      '[Jobs, apps and variables](../projects.md)',
      '[Any query or mutation](../graphql.md)',
      '[What messages mean](../messages.md)',
    ],
  ],
  ['projects-trigger', ['[Triggers](../triggers.md#runs)', '[Deadlines](../deadlines.md)']],
  ['settings', ["[Settings and the cluster's nodes](../cluster.md)"]],
]);

export const CREDENTIALS = new Map([
  [
    'dataPlatformApi',
    '[**Data Platform API**](../credentials/platform-api.md): base URL, platform ID, realm, login and password',
  ],
  [
    'dataPlatformUploadTokenApi',
    '[**Data Platform Upload Token API**](../credentials/upload-token-api.md): the token for configuration files and where they are read',
  ],
  [
    'dataPlatformKubernetesApi',
    '[**Data Platform Kubernetes API**](../credentials/kubernetes-api.md): a service account with just the rights that the node needs',
  ],
]);
