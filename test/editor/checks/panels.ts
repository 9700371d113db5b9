import assert from 'node:assert/strict';
import type { Check } from '../check';
import { openPanel, panelViewport, savePanels } from '../panels';
import { panels } from '../../pictures/panels';

export const panelChecks: Check[] = (['light', 'dark'] as const).map((colorScheme) => ({
  name: `panels: nothing of the nodes’ panels is cut off at 1280 × 800, ${colorScheme}`,
  async run(editor, running) {
    const { page } = editor;
    await page.setViewportSize(panelViewport);
    await page.emulateMedia({ colorScheme });
    await editor.openWorkflow(await savePanels(running));
    await editor.zoomToFit();
    for (const panel of panels) {
      await openPanel(editor, { ...panel, isExecuted: false });
      assert.deepEqual(await editor.cutTexts(), [], panel.node);
      await editor.screenshot(`panel-${panel.page}-${colorScheme}`);
      await editor.closeNode();
    }
  },
}));
