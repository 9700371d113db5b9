import { itemAlert } from './alerts';
import { confFilesNode, projectsNode, search } from './check';
import type { Editor } from './editor';

/** What a person builds on an empty canvas and runs. */
export interface Task {
  name: string;
  /** As docs/workflows.md has it: closing panels and starting the workflow included, typing not. */
  maxClicks: number;
  /** The node that ends it, and what a column of its first item has then. */
  result: { node: string; column: string; value: RegExp };
  build(editor: Editor): Promise<void>;
}

const TARGET = '{ "schedules": "paused" }';

/** Fills in the target of Plan or Deploy, with settings that no file of an export has. */
async function fillInTarget(editor: Editor): Promise<void> {
  await editor.setOption('target', 'New Project');
  await editor.writeLine('name', 'Mobility Test');
  await editor.addOptions(['Target File From', 'Target File']);
  await editor.setOption('targetFrom', 'JSON');
  await editor.writeLine('targetFile', TARGET);
}

const promote: Task = {
  name: 'Export → Validate → Plan → Deploy with settings of the target',
  maxClicks: 44,
  result: { node: 'Deploy project', column: 'action', value: /^created$/ },
  async build(editor) {
    await editor.addNode(search, projectsNode, 'Export project');
    await editor.openList('projectId');
    await editor.pick('Urban Mobility');
    const nodes = ['Export project', 'Validate files of project', 'Plan deploy of project'];
    for (const [index, action] of [...nodes.slice(1), 'Deploy project'].entries()) {
      await editor.closeNode();
      await editor.zoomToFit();
      await editor.addNodeAfter({ node: nodes[index] ?? '', output: 0 }, projectsNode, action);
      if (index > 0) await fillInTarget(editor);
    }
  },
};

export const tasks: Task[] = [
  {
    name: 'a nightly job with an alert',
    maxClicks: 20,
    result: { node: 'Edit Fields', column: 'error', value: /failed after/ },
    async build(editor) {
      await itemAlert.build(editor);
      await editor.dragIntoEditFields(['error', 'lastLogLines']);
    },
  },
  {
    name: 'a message when a run fails',
    maxClicks: 14,
    result: { node: 'Edit Fields', column: 'lastLogLines', value: /\w/ },
    async build(editor) {
      await editor.addNode(search, projectsNode, 'On run failed');
      await editor.addOnlyOption();
      await editor.addNodeAfter({ node: 'On platform run', output: 0 }, 'Edit Fields (Set)');
      await editor.executePreviousNodes();
      await editor.dragIntoEditFields(['jobName', 'lastLogLines']);
    },
  },
  {
    name: 'a sync of files',
    maxClicks: 13,
    result: { node: 'Sync folder', column: 'action', value: /^uploaded$/ },
    async build(editor) {
      await editor.addNode(search, confFilesNode, 'Download file');
      await editor.writeLine('filePath', 'spark/spark-defaults.conf');
      await editor.addNodeAfter({ node: 'Download file', output: 0 }, confFilesNode, 'Sync folder');
      await editor.writeLine('targetPath', '/clicks');
    },
  },
  promote,
];

/** For docs/projects-as-code.md: the end of the chain that a person built. */
export const taskPictures = [
  {
    name: 'promote-chain',
    async take(editor: Editor): Promise<void> {
      await editor.newWorkflow();
      await promote.build(editor);
      await editor.executeBuiltWorkflow();
      await editor.openNode(promote.result.node);
      await editor.outputRows();
    },
  },
];
