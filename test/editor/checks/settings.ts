import assert from 'node:assert/strict';
import { outputOf } from '../../../start/localN8n/n8nApi';
import { type Check, search, settingsNode } from '../check';

const morningWorkflow = 'checkNodes000001';

/** What the sandbox's cluster has to be told about. */
const notReady = [
  'gpu-amd',
  'gpu-no-taint',
  'gpu-wrong-effect',
  'gpu-wrong-value',
  'platform-no-label',
  'platform-other-labels',
];

export const settingsChecks: Check[] = [
  {
    name: 'the settings node’s check of the cluster’s nodes shows at once which node lacks what',
    async run(editor) {
      await editor.addNode(search, settingsNode, 'Check cluster nodes');
      await editor.chooseCredential('Sandbox platform', 'Data Platform API');
      await editor.chooseCredential('Sandbox cluster', 'Data Platform Kubernetes API');
      await editor.switchOff('includeFindings');
      const rows = await editor.executeStep();
      await editor.screenshot('settings-check');
      assert.deepEqual(
        rows.filter(({ ready }) => ready === 'false').map(({ node }) => node),
        notReady,
      );
      const noTaint = rows.find(({ node }) => node === 'gpu-no-taint');
      assert.equal(noTaint?.summary, 'GPU taint: no taint nvidia.com/gpu');
      assert.equal(
        noTaint?.fix,
        'kubectl taint nodes gpu-no-taint nvidia.com/gpu=present:NoSchedule',
      );
    },
  },
  {
    name: 'the settings node’s cluster credential has a test that says that the connection works',
    async run(editor) {
      await editor.addNode(search, settingsNode, 'Get upload token');
      const verdict = await editor.testCredential();
      await editor.screenshot('settings-credential');
      assert.match(verdict, /success/i);
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
      await editor.addNode(search, settingsNode, 'Get upload token');
      await editor.testCredential();
      try {
        const answer = await editor.changeCredential({ apiServer: '', token: '', kubeconfig });
        await editor.page
          .locator('[data-test-id=parameter-input-kubeconfig]')
          .scrollIntoViewIfNeeded();
        await editor.screenshot('settings-kubeconfig');
        assert.match(answer, /"status":"OK"/);
        const wrong = await editor.changeCredential({ context: 'prod' });
        await editor.screenshot('settings-kubeconfig-context');
        assert.match(wrong, /no context \\"prod\\".*: sandbox\./);
      } finally {
        // Others use the same credential.
        await editor.changeCredential({ kubeconfig: '', context: '', apiServer, token });
      }
    },
  },
  {
    name: 'the ready-made check with the settings node reports only the nodes that are not ready',
    async run(editor, { api }) {
      await editor.openWorkflow(morningWorkflow);
      assert.deepEqual(await editor.complaints(), []);
      const successful = await editor.executeWorkflow();
      await editor.showLogs();
      await editor.screenshot('settings-workflow');
      assert.equal(successful, 4);

      const execution = await api.waitForExecution(
        await api.runWorkflow(morningWorkflow, 'Every morning'),
      );
      const [report] = outputOf(execution, 'Write report');
      assert.equal(report?.subject, '6 of 12 cluster nodes are not ready');
      const reported = [...String(report?.text).matchAll(/^([\w-]+): /gm)].map(([, node]) => node);
      assert.deepEqual(reported, notReady);
    },
  },
];
