import assert from 'node:assert/strict';
import { panels } from '../../pictures/panels';
import type { Check } from '../check';
import { openOneNode, openPanel, panelViewport } from '../oneNode';

export const panelChecks: Check[] = [
  {
    name: 'panels: nothing of the nodes’ panels is cut off at 1280 × 800',
    async run(editor, running) {
      await editor.page.setViewportSize(panelViewport);
      for (const panel of panels) {
        await openPanel(editor, running, { ...panel, isExecuted: false });
        assert.deepEqual(await editor.node.cutTexts(), [], panel.node);
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
    },
  },
];
