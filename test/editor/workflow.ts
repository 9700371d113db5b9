import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution, N8nApi, WorkflowFile } from '../../start/localN8n/n8nApi';

type Node = WorkflowFile['nodes'][number];

export const PROJECTS = 'n8n-nodes-data-platform.dataPlatformProjects';
const VERSIONS: Record<string, number> = {
  'n8n-nodes-base.httpRequest': 4.2,
  'n8n-nodes-base.set': 3.4,
  'n8n-nodes-base.wait': 1.1,
};
const MAX_SECONDS = 90;

/** A locator. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

export const manualTrigger = (name: string): Node =>
  nodeOf(name, 'n8n-nodes-base.manualTrigger', {});

/** A node of a workflow. @param more settings, as `onError` */
export function nodeOf(name: string, type: string, parameters: object, more: object = {}): Node {
  const typeVersion = VERSIONS[type] ?? 1;
  return { id: name, name, type, typeVersion, position: [0, 0], parameters, ...more };
}

/** The credential of the sandbox, as a node refers to it. */
export async function credentialOf(api: N8nApi, type = 'dataPlatformApi') {
  const found = (await api.listCredentials()).find((one) => one.type === type);
  assert.ok(found, `There is no credential ${type}`);
  return { [type]: { id: found.id, name: found.name } };
}

/** Saves a workflow of nodes that follow one another, with the credentials of the sandbox; gives its ID. */
export async function saveChain(api: N8nApi, id: string, nodes: Node[], name = id) {
  const files = await credentialOf(api, 'dataPlatformUploadTokenApi');
  const platform = await credentialOf(api);
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
    settings: { executionOrder: 'v1' },
  });
  return id;
}

/** The execution as soon as it waits for somebody. */
export async function waiting(api: N8nApi, id: string): Promise<Execution> {
  let execution = await api.getExecution(id);
  await until('the execution waits', async () => {
    execution = await api.getExecution(id);
    assert.ok(['new', 'running', 'waiting'].includes(execution.status), execution.error?.message);
    return execution.status === 'waiting';
  });
  return execution;
}

export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + MAX_SECONDS * 1000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not so after ${MAX_SECONDS} s: ${what}`);
    await sleep(250);
  }
}
