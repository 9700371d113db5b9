export const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/** Writes a kubeconfig of one cluster, user and context. */
export const writeKubeconfig = (cluster: object, user: object) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
  });
