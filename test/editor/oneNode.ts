import { PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { Editor } from './editor';
import { nodeOf, saveChain } from './workflow';

interface OneNode {
  node: string;
  /** Default: the node for projects. */
  type?: string;
  parameters: object;
}

/** Saves a workflow of one node of ours, and opens its panel. */
export async function openOneNode(
  editor: Editor,
  { api }: Running,
  { node, type = 'dataPlatformProjects', parameters }: OneNode,
): Promise<void> {
  // As many characters as n8n's.
  const id = node.replace(/\W/g, '').padEnd(16, '0').slice(0, 16);
  await saveChain(api, id, [nodeOf(node, `n8n-nodes-data-platform.${type}`, parameters)], node);
  await editor.openWorkflow(id);
  await editor.canvas.zoomToFit();
  await editor.node.open(node);
}

/** A job of the project Retail by its alias; the project by its name. */
export async function openByAlias(editor: Editor, running: Running): Promise<void> {
  const { store } = running.sandbox;
  const [job] = store.jobs({ projectId: PROJECT_IDS.retail });
  await openOneNode(editor, running, {
    node: 'Get job',
    parameters: {
      resource: 'job',
      operation: 'get',
      projectId: { __rl: true, mode: 'name', value: 'Retail Analytics' },
      jobId: { __rl: true, mode: 'alias', value: job?.alias },
    },
  });
}
