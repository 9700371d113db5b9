import assert from 'node:assert/strict';
import { ASKING_SERVER, PASSPHRASE, pem, ROBOT } from '../../support/clientCertificates';
import { startTlsRelay } from '../../support/network/tlsRelay';
import { type Check, projectsNode, search, settingsNode } from '../check';

export const credentialChecks: Check[] = [
  {
    name: 'the credential’s test says that the connection works, and what it understood of the address of a page',
    async run(editor, { sandbox }) {
      const { baseUrl, platformId } = sandbox.credentials;
      const page = `${baseUrl}/projects/platform/${platformId}/project/p/jobs?tab=a`;
      await editor.creator.add(search, projectsNode, 'Get many projects');
      assert.match(await editor.credential.test(), /success/i);
      try {
        const understood = await editor.credential.change({ baseUrl: page, platformId: '' });
        assert.match(understood, /"status":"OK"/);
        assert.ok(understood.includes(`platform ${platformId} at ${baseUrl}`));
        const conflict = await editor.credential.change({ platformId: '7' });
        assert.match(conflict, /Base URL is that of the platform 1, but the Platform ID is 7/);
        await editor.credential.showTestDetails();
        await editor.screenshot('base-url-of-a-page');
      } finally {
        // Others use the same credential.
        await editor.credential.change({ baseUrl, platformId });
      }
    },
  },
  {
    name: 'a client certificate pasted into the fields of the credential opens a gateway that asks for one',
    async run(editor, { sandbox }) {
      const { baseUrl } = sandbox.credentials;
      const gateway = await startTlsRelay(baseUrl, { ...ASKING_SERVER, rejectUnauthorized: true });
      try {
        await editor.creator.add(search, projectsNode, 'Get many projects');
        await editor.credential.test();
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
        await editor.page
          .locator('[data-test-id=parameter-input-passphrase]')
          .scrollIntoViewIfNeeded();
        await editor.screenshot('client-certificate');
        assert.match(answer, /"status":"OK"/);
      } finally {
        // Others use the same credential.
        await editor.credential.change({
          baseUrl,
          caCertificate: '',
          clientCertificate: '',
          clientKey: '',
          passphrase: '',
        });
        await gateway.close();
      }
    },
  },
  {
    name: 'a kubeconfig in YAML, pasted into the cluster’s credential, stands for address and token',
    async run(editor, { sandbox }) {
      const { apiServer, token } = sandbox.clusterCredentials;
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
      await editor.creator.add(search, settingsNode, 'Get upload token');
      assert.match(await editor.credential.test(), /success/i);
      try {
        const answer = await editor.credential.change({ apiServer: '', token: '', kubeconfig });
        await editor.page
          .locator('[data-test-id=parameter-input-kubeconfig]')
          .scrollIntoViewIfNeeded();
        await editor.screenshot('settings-kubeconfig');
        assert.match(answer, /"status":"OK"/);
        const wrong = await editor.credential.change({ context: 'prod' });
        await editor.screenshot('settings-kubeconfig-context');
        assert.match(wrong, /no context \\"prod\\".*: sandbox\./);
      } finally {
        // Others use the same credential.
        await editor.credential.change({ kubeconfig: '', context: '', apiServer, token });
      }
    },
  },
];
