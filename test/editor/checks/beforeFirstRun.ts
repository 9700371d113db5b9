import assert from 'node:assert/strict';
import type { Check } from '../check';
import { nodeOf, PROJECTS, saveChain } from '../workflow';

const ASSIGNMENTS = [{ id: 'text', name: 'text', type: 'string', value: '={{ $json }}' }];

export const beforeFirstRunChecks: Check[] = [
  {
    name: 'before the first run: fields of a node are there to be dragged',
    async run(editor, { api }) {
      const parameters = { resource: 'job', operation: 'runAndWait' };
      const id = await saveChain(api, 'beforeFirstRun00', [
        nodeOf('Before', PROJECTS, parameters),
        nodeOf('After', 'n8n-nodes-base.set', {
          assignments: { assignments: ASSIGNMENTS },
          options: {},
        }),
      ]);
      const { page } = editor;
      await editor.openWorkflow(id);
      await editor.node.open('After');
      const offered = page.locator('[data-test-id=run-data-schema-item]');
      const field = offered.getByText('jobName', { exact: true });
      await field.waitFor();
      const expression = page.locator('[data-test-id=node-parameters] .cm-content').first();
      await expression.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      await field.hover();
      await page.mouse.down();
      await expression.hover();
      await page.mouse.up();
      await editor.screenshot('before-first-run-dragged');
      assert.equal(await expression.innerText(), '{{ $json.jobName }}');
    },
  },
];
