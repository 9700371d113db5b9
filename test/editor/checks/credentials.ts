import assert from 'node:assert/strict';
import type { Check } from '../check';
import { openCredential } from '../credentialPictures';

export const credentialChecks: Check[] = [
  {
    name: 'a kubeconfig in YAML, pasted into the cluster’s credential, stands for address and token',
    async run(editor, running) {
      const { apiServer, token } = running.sandbox.clusterCredentials;
      const kubeconfig = `apiVersion: v1
kind: Config
current-context: sandbox
contexts:
- context: {cluster: sandbox, user: n8n}
  name: sandbox
clusters:
- cluster:
    server: ${apiServer}
  name: sandbox
users:
- name: n8n
  user:
    token: ${token}
`;
      const id = await openCredential(editor, running, 'dataPlatformKubernetesApi');
      const answer = await editor.credential.change({ apiServer: '', token: '', kubeconfig });
      assert.match(answer, /"status":"OK"/);
      const wrong = await editor.credential.change({ context: 'prod' });
      assert.match(wrong, /no context \\"prod\\".*: sandbox\./);
      await running.api.request('DELETE', `/credentials/${id}`);
    },
  },
];
