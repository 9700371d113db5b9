import assert from 'node:assert/strict';
import { JOB_IDS } from '../../../sandbox';
import { type Check, projectsNode, search } from '../check';
import type { Editor } from '../editor';

/** Picks a mutation from the list of the live schema, and gives its form. */
async function formOf(editor: Editor, name: string) {
  await editor.creator.add(search, projectsNode, 'Call GraphQL operation');
  await editor.node.openList('rootField');
  const found = await editor.node.searchList(name);
  const mutation = found.find((entry) => entry.startsWith(`${name} · Mutation · `));
  assert.ok(mutation !== undefined, `found: ${found.join(', ')}`);
  await editor.node.pick(mutation);
  return await editor.node.argumentForm();
}

export const callOperationChecks: Check[] = [
  {
    name: 'a mutation found in the list of the live schema shows its arguments as a form, and is called',
    async run(editor) {
      const form = await formOf(editor, 'runJob');
      assert.deepEqual(form, { labels: ['jobId * (UUID)'], missing: [] });
      await editor.node.write('jobId', JOB_IDS.tripIngestion);
      const rows = await editor.node.executeStep();
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.id ?? '', /^[0-9a-f-]{36}$/);
    },
  },
  {
    name: 'an input object is a form of its own, required fields alone, without red marks, also of optional JSON that is added',
    async run(editor) {
      const form = await formOf(editor, 'createJob');
      assert.ok(form.labels.includes('job.name *'), form.labels.join('\n'));
      const optional = form.labels.filter((label) => label.includes('.') && !label.includes('*'));
      assert.deepEqual(optional, []);
      const { page } = editor;
      await page.getByTestId('mapping-fields-container').getByText('Add argument').last().click();
      await page.getByText('job.alerting.emails').filter({ visible: true }).first().click();
      const whole = await editor.node.argumentForm();
      assert.ok(whole.labels.some((label) => label.startsWith('job.alerting.emails')));
      assert.deepEqual([form.missing, whole.missing], [[], []]);
    },
  },
];
