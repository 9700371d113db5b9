export const toBase64 = (text: string) => Buffer.from(text).toString('base64');
export const API_SERVER = 'https://10.0.0.1:6443';

export interface KubeconfigParts {
  cluster?: object;
  user?: object;
  context?: string;
}

/** A kubeconfig of one cluster, user and context. */
export const writeKubeconfig = ({ cluster, user, context = 'main' }: KubeconfigParts = {}) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': context,
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server: API_SERVER, ...cluster } }],
    users: [{ name: 'u', user: user ?? { token: 'a-token' } }],
  });
