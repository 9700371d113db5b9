import type { Running } from '../../start/bringUp';
import type { Panel } from '../pictures/panels';
import type { Editor } from './editor';
import { credentialOf, nodeOf } from './workflow';

/** Small enough for the smallest laptops, and to be read on a page. */
export const panelViewport = { width: 1280, height: 800 };

interface OneNode {
  node: string;
  /** Default: the node for projects. */
  type?: string;
  parameters: object;
  credentials?: string[];
}

/** Saves a workflow of one node of ours, and opens its panel. */
export async function openOneNode(
  editor: Editor,
  { api }: Running,
  { node, type = 'dataPlatformProjects', parameters, credentials = ['dataPlatformApi'] }: OneNode,
): Promise<void> {
  // As many characters as n8n's.
  const id = node.replace(/\W/g, '').padEnd(16, '0').slice(0, 16);
  const used = await Promise.all(credentials.map(async (each) => await credentialOf(api, each)));
  const more = { credentials: Object.assign({}, ...used) as object };
  const nodes = [nodeOf(node, `n8n-nodes-data-platform.${type}`, parameters, more)];
  const settings = { executionOrder: 'v1' };
  await api.saveWorkflow({ id, name: node, nodes, connections: {}, settings });
  await editor.openWorkflow(id);
  await editor.canvas.zoomToFit();
  await editor.node.open(node);
}

/** Opens a node's panel, and executes its step where its picture shows the output. */
export async function openPanel(editor: Editor, running: Running, panel: Panel): Promise<void> {
  await openOneNode(editor, running, panel);
  if (panel.isExecuted) await editor.node.executeStep();
  await editor.node.messagesGone();
}
