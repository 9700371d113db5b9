import type { Running } from '../../start/bringUp';
import type { Panel } from '../pictures/panels';
import type { Editor } from './editor';
import { findCredential, describeNode } from './workflow';

/** Size of the window for panels. It fits on small laptops, and its pictures are readable on a page. */
export const panelViewport = { width: 1280, height: 800 };

interface OneNode {
  node: string;
  /** Type of the node. Default: dataPlatformProjects. */
  type?: string;
  parameters: object;
  credentials?: string[];
}

/** Saves a workflow with nodes of this package, and opens it. */
export async function openNodes(
  editor: Editor,
  { api }: Running,
  name: string,
  entries: OneNode[],
): Promise<void> {
  // n8n's IDs have 16 characters.
  const id = name.replace(/\W/g, '').padEnd(16, '0').slice(0, 16);
  const nodes = await Promise.all(
    entries.map(async ({ node, type = 'dataPlatformProjects', parameters, credentials }, at) => {
      const names = credentials ?? ['dataPlatformApi'];
      const references = await Promise.all(
        names.map(async (credential) => await findCredential(api, credential)),
      );
      const more = {
        credentials: Object.assign({}, ...references) as object,
        position: [220 * at, 0],
      };
      return describeNode(node, `n8n-nodes-data-platform.${type}`, parameters, more);
    }),
  );
  const settings = { executionOrder: 'v1' };
  await api.saveWorkflow({ id, name, nodes, connections: {}, settings });
  await editor.openWorkflow(id);
  await editor.canvas.zoomToFit();
}

export async function openOneNode(editor: Editor, running: Running, entry: OneNode): Promise<void> {
  await openNodes(editor, running, entry.node, [entry]);
  await editor.node.open(entry.node);
}

export async function openPanel(editor: Editor, running: Running, panel: Panel): Promise<void> {
  await openOneNode(editor, running, panel);
  if (panel.isExecuted) await editor.node.executeStep();
  await editor.node.clearMessages();
}
