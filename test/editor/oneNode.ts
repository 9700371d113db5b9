import assert from 'node:assert/strict';
import type { Running } from '../../start/bringUp';
import type { Editor } from './editor';

interface OneNode {
  /** Of the workflow, as many characters as n8n's. */
  id: string;
  node: string;
  parameters: object;
}

/** Saves a workflow of one Data Platform Projects node, and opens its panel. */
export async function openOneNode(
  editor: Editor,
  { api }: Running,
  { id, node, parameters }: OneNode,
): Promise<void> {
  const all = await api.listCredentials();
  const credential = all.find(({ type }) => type === 'dataPlatformApi');
  assert.ok(credential);
  await api.saveWorkflow({
    id,
    name: node,
    nodes: [
      {
        id,
        name: node,
        type: 'n8n-nodes-data-platform.dataPlatformProjects',
        typeVersion: 1,
        position: [0, 0],
        parameters,
        credentials: { dataPlatformApi: credential },
      },
    ],
    connections: {},
    settings: { executionOrder: 'v1' },
  });
  await editor.openWorkflow(id);
  await editor.zoomToFit();
  await editor.openNode(node);
}
