import assert from 'node:assert/strict';
import type { Running } from '../../../start/bringUp';
import { outputOf, type WorkflowFile } from '../../../start/localN8n/n8nApi';
import type { ExecutionCheck } from '../check';

const trigger = 'Start';
const numbers = [1, 2, 3, 4, 5];

export const httpRequestChecks: ExecutionCheck[] = [
  {
    name: 'n8n’s HTTP Request node works with the credential, also once its token has expired',
    async run(running) {
      const { api, sandbox } = running;
      await api.saveWorkflow(await requestProjectsFiveTimes(running));
      await assertProjects(running);
      sandbox.expireTokens();
      await assertProjects(running);
    },
  },
];

async function assertProjects({ api }: Running): Promise<void> {
  const execution = await api.waitForExecution(await api.runWorkflow('httpRequest00001', trigger));
  assert.equal(execution.status, 'success', execution.error?.message);
  const answers = outputOf(execution, 'Ask') as Array<{
    data?: { projects?: Array<{ name: string }> };
  }>;
  assert.equal(answers.length, numbers.length);
  for (const { data } of answers) {
    assert.ok(data?.projects?.some(({ name }) => name === 'Retail Analytics'));
  }
}

async function requestProjectsFiveTimes({ api, sandbox }: Running): Promise<WorkflowFile> {
  const { baseUrl, platformId } = sandbox.credentials;
  const credential = (await api.listCredentials()).find(({ type }) => type === 'dataPlatformApi');
  assert.ok(credential);
  return {
    id: 'httpRequest00001',
    name: 'Ask with the HTTP Request node',
    nodes: [
      node(trigger, 'n8n-nodes-base.manualTrigger', 1, {}),
      node('Numbers', 'n8n-nodes-base.set', 3.4, {
        mode: 'raw',
        jsonOutput: JSON.stringify({ numbers }),
      }),
      node('One by one', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'numbers' }),
      {
        ...node('Ask', 'n8n-nodes-base.httpRequest', 4.2, {
          method: 'POST',
          url: `${baseUrl}/projects/api/platform/${platformId}/graphql`,
          authentication: 'predefinedCredentialType',
          nodeCredentialType: 'dataPlatformApi',
          sendBody: true,
          specifyBody: 'json',
          jsonBody: JSON.stringify({ query: '{ projects { id name } }' }),
        }),
        credentials: { dataPlatformApi: { id: credential.id, name: credential.name } },
      },
    ],
    connections: {
      [trigger]: to('Numbers'),
      Numbers: to('One by one'),
      'One by one': to('Ask'),
    },
    settings: { executionOrder: 'v1' },
  };
}

function node(name: string, type: string, typeVersion: number, parameters: object) {
  return { id: name, name, type, typeVersion, parameters, position: [0, 0] };
}

function to(next: string) {
  return { main: [[{ node: next, type: 'main', index: 0 }]] };
}
