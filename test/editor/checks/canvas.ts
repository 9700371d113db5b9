import assert from 'node:assert/strict';
import { panels } from '../../pictures/panels';
import { type Check, confFilesNode, projectsNode, search } from '../check';
import { openNodes, panelViewport } from '../oneNode';

/** What people type who do not know the name of the node, and the node that does it. */
const words: Array<[string, string]> = [
  ['run a job', projectsNode],
  ['start job', projectsNode],
  ['cron', projectsNode],
  ['config', confFilesNode],
];

export const canvasChecks: Check[] = [
  {
    name: `canvas: ${words.map(([text]) => `"${text}"`).join(', ')} find the node, with a description of at most two lines`,
    async run(editor) {
      for (const [text, node] of words) {
        const found = await editor.creator.search(text, node);
        assert.ok(found.includes(node), `"${text}" found: ${found.join(', ')}`);
      }
      await editor.creator.search(search);
      const descriptions = editor.page.getByTestId('node-creator-item-description');
      const lines = await descriptions.evaluateAll((all) =>
        all.map((element) =>
          Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
        ),
      );
      assert.ok(lines.length > 0 && Math.max(...lines) <= 2, lines.join());
    },
  },
  {
    name: 'canvas: a project narrows the list of jobs, and a node has the name of its action, and below it the job that was picked',
    async run(editor) {
      await editor.creator.add(search, projectsNode, 'Run job and wait');
      await editor.node.choose('projectId', 'Urban Mobility');
      const jobs = await editor.node.openList('jobId');
      assert.deepEqual(jobs, ['Forecast demand', 'Ingest trips', 'Stream vehicle positions']);
      await editor.node.pick('Ingest trips');
      assert.deepEqual(await editor.canvas.lastNode(), ['Run job and wait', 'Ingest trips']);
    },
  },
  {
    name: 'panels: nothing of the nodes’ panels is cut off at 1280 × 800',
    async run(editor, running) {
      await editor.page.setViewportSize(panelViewport);
      await openNodes(editor, running, 'Panels', panels);
      for (const { node } of panels) {
        await editor.node.open(node);
        assert.deepEqual(await editor.node.cutTexts(), [], node);
        await editor.node.close();
      }
    },
  },
];
