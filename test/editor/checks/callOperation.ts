import assert from 'node:assert/strict';
import { JOB_IDS } from '../../../sandbox';
import { type Check, projectsNode, search } from '../check';

export const callOperationChecks: Check[] = [
  {
    name: 'a mutation found in the list of the live schema shows its arguments as a form, and is called',
    async run(editor) {
      await editor.creator.add(search, projectsNode, 'Call GraphQL operation');
      await editor.node.openList('rootField');
      await editor.screenshot('operation-list');
      const found = await editor.node.searchList('runJob');
      await editor.screenshot('operation-list-searched');
      const [mutation] = found.filter((entry) => /^runJob · Mutation · /.test(entry));
      assert.ok(mutation !== undefined, `found: ${found.join(', ')}`);

      await editor.node.pick(mutation);
      const form = await editor.node.argumentForm();
      await editor.screenshot('call-operation-form');
      assert.match(form.labels.join(), /^jobId \* \(UUID\)$/);
      assert.deepEqual(form.missing, []);

      await editor.node.fillArgument('jobId', JOB_IDS.tripIngestion);
      const rows = await editor.node.executeStep();
      await editor.screenshot('call-operation');
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.id ?? '', /^[0-9a-f-]{36}$/);
    },
  },
  {
    name: 'an input object is a form of its own, required fields alone, without red marks, also of optional JSON that is added',
    async run(editor) {
      await editor.creator.add(search, projectsNode, 'Call GraphQL operation');
      await editor.node.openList('rootField');
      const found = await editor.node.searchList('createJob');
      const mutation = found.find((entry) => /^createJob · Mutation · /.test(entry));
      assert.ok(mutation !== undefined, `found: ${found.join(', ')}`);
      await editor.node.pick(mutation);
      const form = await editor.node.argumentForm();
      await editor.screenshot('call-operation-nested-form');
      assert.ok(form.labels.includes('job.name *'), form.labels.join('\n'));
      const optional = form.labels.filter((label) => label.includes('.') && !label.includes('*'));
      assert.deepEqual(optional, []);
      await editor.node.addArgument('job.alerting.emails');
      await editor.screenshot('call-operation-optional');
      const whole = await editor.node.argumentForm();
      assert.ok(whole.labels.some((label) => label.startsWith('job.alerting.emails')));
      assert.deepEqual([form.missing, whole.missing], [[], []]);
    },
  },
];
