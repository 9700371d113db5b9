import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { GitHost } from '../support/gitHost';
import type { Editor } from './editor';

const EXAMPLE = join(projectRoot, 'docs', 'examples', 'first-project');
const ours = 'n8n-nodes-data-platform.dataPlatformProjects';

type Rows = Array<Record<string, string>>;

/** The steps of docs/first-project.md that happen in the editor; the node of the last one is open afterwards. */
export interface FirstProject {
  plan(): Promise<Rows>;
  deploy(): Promise<Rows>;
  close(): Promise<void>;
}

export async function beginFirstProject(
  editor: Editor,
  { api }: Running,
  name: string,
): Promise<FirstProject> {
  const host = await GitHost.start(EXAMPLE);
  const credential = (await api.listCredentials()).find(({ type }) => type === 'dataPlatformApi');
  assert.ok(credential);
  // A new one each time: in n8n 2.41, a page that opens what another one has just left finds it without its buttons to edit.
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const node = (nodeName: string, type: string, x: number, y: number, parameters: object) => ({
    id: crypto.randomUUID(),
    name: nodeName,
    type,
    typeVersion: type.endsWith('httpRequest') ? 4.2 : 1,
    position: [x, y],
    parameters,
    ...(type === ours && { credentials: { dataPlatformApi: credential } }),
  });
  const shop = (operation: string) => ({
    resource: 'project',
    operation,
    target: 'newProject',
    name,
    options: { variables: { values: [{ name: 'DATABASE_PASSWORD', value: 'change-me' }] } },
  });
  const to = (other: string) => ({ node: other, type: 'main', index: 0 });
  await api.saveWorkflow({
    id,
    name,
    nodes: [
      node('Start', 'n8n-nodes-base.manualTrigger', 0, 0, {}),
      node('Download files', 'n8n-nodes-base.httpRequest', 220, 0, {
        url: host.archiveAddress(),
        options: { response: { response: { responseFormat: 'file' } } },
      }),
      node('Plan', ours, 440, -100, shop('plan')),
      node('Deploy', ours, 440, 100, shop('deploy')),
    ],
    connections: {
      Start: { main: [[to('Download files')]] },
      'Download files': { main: [[to('Plan'), to('Deploy')]] },
    },
  });
  await editor.openWorkflow(id);
  const step = async (operation: string) => {
    await editor.openNode(operation);
    await editor.addOptions(['Target File']);
    await editor.writeLine('targetFile', 'staging');
    const rows = await editor.executeStep();
    return rows;
  };
  return {
    plan: async () => await step('Plan'),
    deploy: async () => await step('Deploy'),
    close: async () => await host.close(),
  };
}

/** The pictures of docs/first-project.md. */
export const firstProjectPictures = (['plan', 'deploy'] as const).map((step) => ({
  name: `first-${step}`,
  async take(editor: Editor, running: Running): Promise<void> {
    const project = await beginFirstProject(editor, running, 'Shop Staging');
    try {
      await project.plan();
      if (step === 'deploy') {
        await editor.closeNode();
        await project.deploy();
      }
      await editor.messagesGone();
    } finally {
      await project.close();
    }
  },
}));
