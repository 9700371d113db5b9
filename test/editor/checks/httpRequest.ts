import assert from 'node:assert/strict';
import type { Running } from '../../../start/bringUp';
import { outputOf } from '../../../start/localN8n/n8nApi';
import type { ExecutionCheck } from '../check';
import { manualTrigger, nodeOf, saveChain } from '../workflow';

const numbers = [1, 2, 3, 4, 5];

export const httpRequestChecks: ExecutionCheck[] = [
  {
    name: 'n8n’s HTTP Request node works with the credential, also once its token has expired',
    async run(running) {
      const { api, sandbox } = running;
      const { baseUrl, platformId } = sandbox.credentials;
      const id = await saveChain(api, 'httpRequest00001', [
        manualTrigger('Start'),
        nodeOf('Numbers', 'n8n-nodes-base.set', {
          mode: 'raw',
          jsonOutput: JSON.stringify({ numbers }),
        }),
        nodeOf('One by one', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'numbers' }),
        nodeOf('Ask', 'n8n-nodes-base.httpRequest', {
          method: 'POST',
          url: `${baseUrl}/projects/api/platform/${platformId}/graphql`,
          authentication: 'predefinedCredentialType',
          nodeCredentialType: 'dataPlatformApi',
          sendBody: true,
          specifyBody: 'json',
          jsonBody: JSON.stringify({ query: '{ projects { id name } }' }),
        }),
      ]);
      await assertProjects(running, id);
      sandbox.expireTokens();
      await assertProjects(running, id);
    },
  },
];

async function assertProjects({ api }: Running, id: string): Promise<void> {
  const execution = await api.waitForExecution(await api.runWorkflow(id, 'Start'));
  assert.equal(execution.status, 'success', execution.error?.message);
  const answers = outputOf(execution, 'Ask') as Array<{
    data?: { projects?: Array<{ name: string }> };
  }>;
  assert.equal(answers.length, numbers.length);
  for (const { data } of answers) {
    assert.ok(data?.projects?.some(({ name }) => name === 'Retail Analytics'));
  }
}
