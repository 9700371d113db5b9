import assert from 'node:assert/strict';
import { panels } from '../../pictures/panels';
import type { Check } from '../check';
import { openByAlias, openOneNode } from '../oneNode';
import { openPanel, panelViewport, savePanels } from '../panels';

export const panelChecks: Check[] = [
  {
    name: 'panels: nothing of the nodes’ panels is cut off at 1280 × 800',
    async run(editor, running) {
      await editor.page.setViewportSize(panelViewport);
      await editor.openWorkflow(await savePanels(running));
      await editor.canvas.zoomToFit();
      for (const panel of panels) {
        await openPanel(editor, { ...panel, isExecuted: false });
        assert.deepEqual(await editor.node.cutTexts(), [], panel.node);
        await editor.screenshot(`panel-${panel.page}`);
        await editor.node.close();
      }
    },
  },
  {
    name: 'panels: the trigger shows the fields of each event, and those of apps for another resource',
    async run(editor, running) {
      const node = 'When something did not happen';
      const events = ['scheduleMissed', 'notSucceededInTime', 'runTooLong', 'recovered'];
      const parameters = { resource: 'job', events, deadline: 'timeOfDay' };
      await openOneNode(editor, running, { type: 'dataPlatformProjectsTrigger', node, parameters });
      const shows = async (label: string) =>
        await editor.page.getByText(label, { exact: true }).first().waitFor();
      await shows('Grace Period (Minutes)');
      await shows('Deadline');
      await shows('Count Successes From');
      await shows('Limit for a Run');
      assert.deepEqual(await editor.node.cutTexts(), []);
      await editor.node.setOption('resource', 'App');
      await shows('App Names or IDs');
      assert.deepEqual(await editor.node.cutTexts(), []);
      await editor.screenshot('app-trigger-switched');
    },
  },
  {
    name: 'panels: a project by its name and a job by its alias are found, and fill the lists',
    async run(editor, running) {
      await openByAlias(editor, running);
      const [row] = await editor.node.executeStep();
      assert.match(row?.url ?? '', /\/job\//);
      await editor.screenshot('by-name');
    },
  },
];
