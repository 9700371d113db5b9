import { join } from 'node:path';
import type { Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { GitHost } from '../support/gitHost';
import type { Editor } from './editor';
import { manualTrigger, nodeOf, PROJECTS, saveChain } from './workflow';

const EXAMPLE = join(projectRoot, 'docs', 'examples', 'first-project');
const NAME = 'Shop Staging';

/** The workflow of docs/first-project.md up to this step, with the files that it downloads; gives its ID. */
async function saveWorkflow({ api }: Running, url: string, step: string): Promise<string> {
  const options = { response: { response: { responseFormat: 'file' } } };
  const parameters = {
    resource: 'project',
    operation: step.toLowerCase(),
    target: 'newProject',
    name: NAME,
    options: { variables: { values: [{ name: 'DATABASE_PASSWORD', value: 'change-me' }] } },
  };
  const nodes = [
    manualTrigger('Start'),
    nodeOf('Download files', 'n8n-nodes-base.httpRequest', { url, options }),
    nodeOf(step, PROJECTS, parameters),
  ];
  return await saveChain(api, `firstProject${step}`, nodes, NAME);
}

/** The steps of docs/first-project.md that happen in the editor. */
export const firstProjectPictures = ['Plan', 'Deploy'].map((step) => ({
  name: `first-project/first-${step.toLowerCase()}`,
  async take(editor: Editor, running: Running): Promise<void> {
    const host = await GitHost.start(EXAMPLE);
    try {
      await editor.openWorkflow(await saveWorkflow(running, host.archiveAddress(), step));
      await editor.node.open(step);
      await editor.node.addOptions(['Target File']);
      await editor.node.write('targetFile', 'staging');
      await editor.node.executeStep();
      // The table shows "undefined" for fields that only the summary has.
      await editor.node.showJson();
    } finally {
      await host.close();
    }
  },
}));
