import { join } from 'node:path';
import type { Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { GitHost } from '../support/gitHost';
import type { Editor } from './editor';
import { manualTrigger, nodeOf, PROJECTS, saveChain } from './workflow';

const EXAMPLE = join(projectRoot, 'docs', 'examples', 'first-project');
const NAME = 'Shop Staging';
/** The names that n8n gives the nodes. */
const PLAN = 'Plan deploy of project';
const DEPLOY = 'Deploy project';

/** The workflow of docs/first-project.md up to this step, with the files that it downloads; gives its ID. */
async function saveWorkflow({ api }: Running, url: string, step: string): Promise<string> {
  const options = { response: { response: { responseFormat: 'file' } } };
  const variables = { values: [{ name: 'DATABASE_PASSWORD', value: 'change-me' }] };
  const plan = {
    resource: 'project',
    operation: 'plan',
    target: 'newProject',
    name: NAME,
    options: { targetFile: 'staging', variables },
  };
  const deploy = nodeOf(DEPLOY, PROJECTS, { resource: 'project', operation: 'deploy' });
  const nodes = [
    manualTrigger('Start'),
    nodeOf('Download files', 'n8n-nodes-base.httpRequest', { url, options }),
    nodeOf(PLAN, PROJECTS, plan),
    ...(step === DEPLOY ? [deploy] : []),
  ];
  return await saveChain(api, `firstProject${step[0]}`, nodes, NAME);
}

/** The steps of docs/first-project.md that happen in the editor. */
export const firstProjectPictures = [PLAN, DEPLOY].map((step) => ({
  name: `first-project/first-${step === PLAN ? 'plan' : 'deploy'}`,
  async take(editor: Editor, running: Running): Promise<void> {
    const host = await GitHost.start(EXAMPLE);
    try {
      await editor.openWorkflow(await saveWorkflow(running, host.archiveAddress(), step));
      await editor.node.open(step);
      await editor.node.executeStep();
      // The table shows "undefined" for fields that only the summary has.
      await editor.node.showJson();
    } finally {
      await host.close();
    }
  },
}));
