import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventAlert, itemAlert } from './alerts';
import { confFilesNode, projectsNode, search, type EditorCheck } from './check';
import type { Editor } from './editor';

interface Task {
  name: string;
  /** Number of clicks, including those that close panels and execute the last step. Typing does not count. */
  clicks: number;
  /** Expected value in the first item of the last node. */
  result: { column: string; value: RegExp };
  build(editor: Editor): Promise<void>;
}

async function addExport(editor: Editor): Promise<void> {
  await editor.creator.add(search, projectsNode, 'Export project');
  await editor.node.choose('projectId', 'Urban Mobility');
}

/** Pastes a ready-made workflow without the references to credentials, which do not exist in this n8n. */
async function importWorkflow(editor: Editor, file: string): Promise<void> {
  const text = readFileSync(path.join(__dirname, '../../workflows', file), 'utf8');
  const { nodes, connections } = JSON.parse(text) as {
    nodes: Array<Record<string, unknown>>;
    connections: object;
  };
  const nodesWithoutCredentials = nodes.map((node) => ({ ...node, credentials: undefined }));
  await editor.canvas.paste(JSON.stringify({ nodes: nodesWithoutCredentials, connections }));
}

const tasks: Task[] = [
  {
    name: 'a nightly job with an alert',
    clicks: 17,
    result: { column: 'error', value: /failed after/ },
    async build(editor) {
      await itemAlert.build(editor);
      await editor.node.dragIntoEditFields(['error', 'lastLogLines']);
    },
  },
  {
    name: 'the nightly job from the workflow to import',
    clicks: 12,
    result: { column: 'subject', value: /failed after/ },
    async build(editor) {
      await importWorkflow(editor, 'nightly-job-with-failure-alert.json');
      await editor.node.open('Run job and wait');
      await editor.credential.choose('Sandbox platform');
      await editor.node.choose('projectId', 'Energy Forecast');
      await editor.node.choose('jobId', 'Import weather', 'Import weather');
      await editor.node.close();
      await editor.node.open('Alert');
    },
  },
  {
    name: 'a message when a run fails',
    clicks: 13,
    result: { column: 'lastLogLines', value: /\w/ },
    async build(editor) {
      await eventAlert.build(editor);
      await editor.node.dragIntoEditFields(['jobName', 'lastLogLines']);
    },
  },
  {
    name: 'the message from the workflow to import',
    clicks: 10,
    result: { column: 'subject', value: /Import weather/ },
    async build(editor) {
      await importWorkflow(editor, 'react-to-any-failed-run.json');
      await editor.node.open('When a run fails');
      await editor.credential.choose('Sandbox platform');
      await editor.node.choose('projectId', 'Energy Forecast');
      await editor.node.close();
      await editor.node.open('Message');
    },
  },
  {
    name: 'a sync of files',
    clicks: 11,
    result: { column: 'action', value: /^uploaded$/ },
    async build(editor) {
      await editor.creator.add(search, confFilesNode, 'Download file');
      await editor.node.write('filePath', 'spark/spark-defaults.conf');
      await editor.creator.addAfter('Download file', confFilesNode, 'Sync folder');
      await editor.node.write('targetPath', '/clicks');
    },
  },
  {
    name: 'a sync of a ZIP file',
    clicks: 14,
    result: { column: 'action', value: /^uploaded$/ },
    async build(editor) {
      await addExport(editor);
      await editor.creator.addAfter('Export project', confFilesNode, 'Sync folder');
      await editor.node.write('targetPath', '/zipped');
      await editor.node.setOption('filesFrom', 'ZIP File');
    },
  },
  {
    name: 'Export → Validate → Plan → Deploy with settings of the target',
    clicks: 23,
    result: { column: 'action', value: /^created$/ },
    async build(editor) {
      await addExport(editor);
      const nodes = ['Export project', 'Validate files of project', 'Plan deploy of project'];
      for (const [index, action] of [...nodes.slice(1), 'Deploy project'].entries()) {
        const before = nodes[index] ?? '';
        // The canvas in this window is too small for a fourth node.
        if (before === 'Plan deploy of project') {
          await editor.node.close();
          await editor.canvas.scroll(700, 0);
        }
        await editor.creator.addAfter(before, projectsNode, action);
        if (action === 'Plan deploy of project') {
          await editor.node.write('name', 'Mobility Test');
          await editor.node.addOptions(['Target File']);
          await editor.node.write('targetFile', '{ "schedules": "paused" }');
        }
      }
    },
  },
  {
    name: 'Export → Plan → a node that replaces the item, as an approval does → Deploy',
    clicks: 19,
    result: { column: 'action', value: /^created$/ },
    async build(editor) {
      await addExport(editor);
      await editor.creator.addAfter('Export project', projectsNode, 'Plan deploy of project');
      await editor.node.write('name', 'Mobility Approved');
      await editor.creator.addAfter('Plan deploy of project', 'Edit Fields (Set)');
      await editor.node.close();
      await editor.canvas.scroll(700, 0);
      await editor.creator.addAfter('Edit Fields', projectsNode, 'Deploy project');
    },
  },
];

export const clickChecks: EditorCheck[] = tasks.map(
  ({ name, clicks: expected, build, result }) => ({
    name: `clicks: ${name}`,
    async run(editor) {
      const readClicks = await editor.countClicks();
      await build(editor);
      await editor.node.pressExecuteStep();
      const count = await readClicks();
      const [first] = await editor.node.readOutputRows();
      assert.match(first?.[result.column] ?? '', result.value);
      assert.equal(count, expected);
    },
  }),
);
