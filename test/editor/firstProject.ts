import { join } from 'node:path';
import type { Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { GitHost } from '../support/gitHost';
import type { Editor } from './editor';
import { credentialOf, nodeOf, PROJECTS } from './workflow';

const EXAMPLE = join(projectRoot, 'docs', 'examples', 'first-project');
const NAME = 'Shop Staging';

/** The workflow of docs/first-project.md, with the files that it downloads; gives its ID. */
async function saveWorkflow({ api }: Running, archive: string): Promise<string> {
  const credentials = await credentialOf(api);
  // A new one each time: in n8n 2.41, a page that opens what another one has just left finds it without its buttons to edit.
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const node = (title: string, type: string, x: number, y: number, parameters: object) =>
    nodeOf(title, type, parameters, {
      position: [x, y],
      ...(type === PROJECTS && { credentials }),
    });
  const shop = (operation: string) => ({
    resource: 'project',
    operation,
    target: 'newProject',
    name: NAME,
    options: { variables: { values: [{ name: 'DATABASE_PASSWORD', value: 'change-me' }] } },
  });
  const to = (other: string) => ({ node: other, type: 'main', index: 0 });
  await api.saveWorkflow({
    id,
    name: NAME,
    nodes: [
      node('Start', 'n8n-nodes-base.manualTrigger', 0, 0, {}),
      node('Download files', 'n8n-nodes-base.httpRequest', 220, 0, {
        url: archive,
        options: { response: { response: { responseFormat: 'file' } } },
      }),
      node('Plan', PROJECTS, 440, -100, shop('plan')),
      node('Deploy', PROJECTS, 440, 100, shop('deploy')),
    ],
    connections: {
      Start: { main: [[to('Download files')]] },
      'Download files': { main: [[to('Plan'), to('Deploy')]] },
    },
  });
  return id;
}

/** The steps of docs/first-project.md that happen in the editor. */
export const firstProjectPictures = ['Plan', 'Deploy'].map((step) => ({
  name: `first-${step.toLowerCase()}`,
  async take(editor: Editor, running: Running): Promise<void> {
    const host = await GitHost.start(EXAMPLE);
    try {
      await editor.openWorkflow(await saveWorkflow(running, host.archiveAddress()));
      await editor.node.open(step);
      await editor.node.addOptions(['Target File']);
      await editor.node.writeLine('targetFile', 'staging');
      await editor.node.executeStep();
      await editor.node.messagesGone();
    } finally {
      await host.close();
    }
  },
}));
