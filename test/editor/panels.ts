import type { Running } from '../../start/bringUp';
import type { WorkflowFile } from '../../start/localN8n/n8nApi';
import { panels, type Panel } from '../pictures/panels';
import type { Editor } from './editor';

/** Small enough for the smallest laptops, and to be read on a page. */
export const panelViewport = { width: 1280, height: 800 };

/** Opens a panel of the workflow that is open, and executes its step where its picture shows the output. */
export async function openPanel(editor: Editor, { node, isExecuted }: Panel): Promise<void> {
  await editor.node.open(node);
  if (isExecuted) await editor.node.executeStep();
  await editor.node.messagesGone();
}

/** Saves a workflow with the nodes of all panels side by side; gives its ID. */
export async function savePanels({ api }: Running): Promise<string> {
  const all = await api.listCredentials();
  const credentialsOf = (types: string[]) =>
    Object.fromEntries(all.filter(({ type }) => types.includes(type)).map((it) => [it.type, it]));
  const workflow: WorkflowFile = {
    id: 'panelsOfNodes001',
    name: 'Panels of the nodes',
    nodes: panels.map(({ node, type, parameters, credentials }, at) => ({
      id: `panel-${at}`,
      name: node,
      type: `n8n-nodes-data-platform.${type}`,
      typeVersion: 1,
      position: [(at % 3) * 240, Math.floor(at / 3) * 240],
      parameters,
      credentials: credentialsOf(credentials),
    })),
    connections: {},
    settings: { executionOrder: 'v1' },
  };
  await api.saveWorkflow(workflow);
  return workflow.id;
}
