import assert from 'node:assert/strict';
import { ASKING_SERVER, PASSPHRASE, pem, ROBOT } from '../../support/clientCertificates';
import { startTlsRelay } from '../../support/network/tlsRelay';
import type { Check } from '../check';
import { openCredential } from '../credentialPictures';

export const credentialChecks: Check[] = [
  {
    name: 'a client certificate pasted into the fields of the credential opens a gateway that asks for one',
    async run(editor, running) {
      const { baseUrl } = running.sandbox.credentials;
      const gateway = await startTlsRelay(baseUrl, { ...ASKING_SERVER, rejectUnauthorized: true });
      try {
        const id = await openCredential(editor, running, 'dataPlatformApi');
        const without = await editor.credential.change({
          baseUrl: gateway.url,
          caCertificate: ASKING_SERVER.cert,
        });
        assert.match(without, /requires a client certificate/);
        const answer = await editor.credential.change({
          clientCertificate: ROBOT.clientCertificate,
          // One line in n8n: the line ends are lost.
          clientKey: pem('client/robot.encrypted'),
          passphrase: PASSPHRASE,
        });
        assert.match(answer, /"status":"OK"/);
        await running.api.request('DELETE', `/credentials/${id}`);
      } finally {
        await gateway.close();
      }
    },
  },
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
