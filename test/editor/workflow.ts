import assert from 'node:assert/strict';
import { until } from '../support/checks';
import type { Running } from '../../start/bringUp';
import {
  ONE_CONNECTION_EACH,
  readOutput,
  type Execution,
  type N8nApi,
  type WorkflowFile,
} from '../../start/localN8n/n8nApi';

type Node = WorkflowFile['nodes'][number];

export const PROJECTS = 'n8n-nodes-data-platform.dataPlatformProjects';
const VERSIONS: Record<string, number> = {
  'n8n-nodes-base.httpRequest': 4.2,
  'n8n-nodes-base.set': 3.4,
  'n8n-nodes-base.wait': 1.1,
  'n8n-nodes-base.webhook': 2,
};

export const buildManualTrigger = (name: string): Node =>
  describeNode(name, 'n8n-nodes-base.manualTrigger', {});

/** Builds a node of a workflow. @param settings settings of the node, such as `onError` */
export function describeNode(
  name: string,
  type: string,
  parameters: object,
  settings: object = {},
): Node {
  const typeVersion = VERSIONS[type] ?? 1;
  return { id: name, name, type, typeVersion, position: [0, 0], parameters, ...settings };
}

/** Returns the reference of a node to a credential of the sandbox. */
export async function findCredential(api: N8nApi, type = 'dataPlatformApi') {
  const found = (await api.listCredentials()).find((credential) => credential.type === type);
  assert.ok(found, `There is no credential ${type}`);
  return { [type]: { id: found.id, name: found.name } };
}

/** Saves a workflow with nodes in a row and the credentials of the sandbox. @returns ID of the workflow */
export async function saveChain(
  api: N8nApi,
  id: string,
  nodes: Node[],
  name = id,
  settings: object = {},
) {
  const files = await findCredential(api, 'dataPlatformUploadTokenApi');
  const platform = await findCredential(api);
  const links = nodes.slice(1).map(({ name: next }, before) => {
    const main = [[{ node: next, type: 'main', index: 0 }]];
    return [nodes[before]?.name, { main }] as const;
  });
  await api.saveWorkflow({
    id,
    name,
    nodes: nodes.map((node, at) => ({
      ...node,
      position: [220 * at, 0],
      ...(/data-platform|httpRequest/.test(node.type) && {
        credentials: node.type.includes('ConfFiles') ? files : platform,
      }),
    })),
    connections: Object.fromEntries(links),
    settings: { executionOrder: 'v1', ...settings },
  });
  return id;
}

/** Executes a workflow to its end. @throws AssertionError if the execution does not succeed */
export async function execute(api: N8nApi, id: string, trigger: string): Promise<Execution> {
  const execution = await api.waitForExecution(await api.runWorkflow(id, trigger));
  assert.equal(execution.status, 'success', JSON.stringify(execution.error));
  return execution;
}

/** Waits until the execution waits for a user. */
export async function waitForWaiting(api: N8nApi, id: string): Promise<Execution> {
  let execution = await api.getExecution(id);
  await until('the execution waits', async () => {
    execution = await api.getExecution(id);
    assert.ok(['new', 'running', 'waiting'].includes(execution.status), execution.error?.message);
    return execution.status === 'waiting';
  });
  return execution;
}

/** Returns the output of nodes in all executions of a workflow. @throws AssertionError if an execution did not succeed */
export async function readOutputs(api: N8nApi, workflowId: string, nodes: string[]) {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const path = `/executions?filter=${filter}&limit=50`;
  const { results } = await api.request<{ results: Array<{ id: string }> }>('GET', path);
  return await Promise.all(
    results.map(async ({ id }) => {
      const execution = await api.waitForExecution(id);
      assert.equal(execution.status, 'success', execution.error?.message);
      return nodes.map((node) => readOutput(execution, node));
    }),
  );
}

/** Sends JSON to the webhook of a published workflow. */
export async function post({ n8n }: Running, path: string, body: unknown) {
  const response = await fetch(`${n8n.baseUrl}/webhook/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ONE_CONNECTION_EACH },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.text() };
}
