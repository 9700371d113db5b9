import assert from 'node:assert/strict';
import { outputOf } from '../../../start/localN8n/n8nApi';
import type { Check, ExecutionCheck } from '../check';
import { execute, manualTrigger, nodeOf, saveChain } from '../workflow';

export const httpRequestChecks: ExecutionCheck[] = [
  {
    name: 'n8n’s HTTP Request node works with the credential, also once its token has expired',
    async run({ api, sandbox }) {
      const { baseUrl, platformId } = sandbox.credentials;
      const id = await saveChain(api, 'httpRequest00001', [
        manualTrigger('Start'),
        nodeOf('Ask', 'n8n-nodes-base.httpRequest', {
          method: 'POST',
          url: `${baseUrl}/projects/api/platform/${platformId}/graphql`,
          authentication: 'predefinedCredentialType',
          nodeCredentialType: 'dataPlatformApi',
          sendBody: true,
          specifyBody: 'json',
          jsonBody: JSON.stringify({ query: '{ projects { name } }' }),
        }),
      ]);
      for (const prepare of [() => undefined, () => sandbox.expireTokens()]) {
        prepare();
        const answer = outputOf(await execute(api, id, 'Start'), 'Ask');
        assert.match(JSON.stringify(answer), /"name":"Retail Analytics"/);
      }
    },
  },
];

const CREDENTIALS = [
  'Data Platform API',
  'Data Platform Kubernetes API',
  'Data Platform Upload Token API',
];

export const credentialListChecks: Check[] = [
  {
    name: 'n8n’s HTTP Request node lists the credentials',
    isShort: true,
    async run(editor) {
      await editor.creator.add('HTTP Request', 'HTTP Request');
      await editor.node.setOption('authentication', 'Predefined Credential Type');
      const listed = await editor.node.searchCredentialTypes('Data Platform');
      assert.deepEqual(listed.sort(), CREDENTIALS);
    },
  },
];
