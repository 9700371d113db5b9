import assert from 'node:assert/strict';
import type { Running } from '../../../start/bringUp';
import type { WorkflowFile } from '../../../start/localN8n/n8nApi';
import type { Check } from '../check';

const nodes = [
  {
    whose: 'ours',
    type: 'n8n-nodes-data-platform.dataPlatformProjects',
    typeVersion: 1,
    parameters: { resource: 'job', operation: 'runAndWait' },
    field: 'jobName',
  },
  {
    whose: 'n8n’s own',
    type: 'n8n-nodes-base.slack',
    typeVersion: 2.3,
    parameters: { resource: 'channel', operation: 'get' },
    field: 'creator',
  },
];

/** A workflow in which a node comes after one that has never run. */
async function saveWorkflow(
  { api }: Running,
  id: string,
  before: Record<string, unknown>,
): Promise<string> {
  const assignments = [{ id: 'text', name: 'text', type: 'string', value: '={{ $json }}' }];
  const workflow: WorkflowFile = {
    id,
    name: id,
    nodes: [
      { id: 'before', name: 'Before', type: '', position: [0, 0], ...before },
      {
        id: 'after',
        name: 'After',
        type: 'n8n-nodes-base.set',
        typeVersion: 3.4,
        position: [220, 0],
        parameters: { assignments: { assignments }, options: {} },
      },
    ],
    connections: { Before: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  };
  await api.saveWorkflow(workflow);
  return id;
}

export const beforeFirstRunChecks: Check[] = nodes.map(({ whose, field, ...before }, at) => ({
  name: `before the first run: fields of a node (${whose}) are there to be dragged; n8n completes none that are typed`,
  async run(editor, running) {
    const { page } = editor;
    await editor.openWorkflow(await saveWorkflow(running, `beforeFirstRun0${at}`, before));
    await editor.openNode('After');
    const offered = page.locator('[data-test-id=run-data-schema-item]');
    const wanted = offered.getByText(field, { exact: true });
    await wanted.waitFor();

    const expression = page.locator('[data-test-id=node-parameters] .cm-content').first();
    await expression.click();
    await page.keyboard.press('ControlOrMeta+a');
    const completions = page.locator('.cm-tooltip-autocomplete');
    await page.keyboard.type('{{ $jso');
    await completions.waitFor();
    await page.keyboard.type('n.');
    await completions.waitFor({ state: 'hidden' });
    await editor.screenshot(`before-first-run-typed-${at}`);

    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await wanted.hover();
    await page.mouse.down();
    await expression.hover();
    await page.mouse.up();
    await editor.screenshot(`before-first-run-dragged-${at}`);
    assert.equal(await expression.innerText(), `{{ $json.${field} }}`);
  },
}));
