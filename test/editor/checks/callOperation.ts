import assert from 'node:assert/strict';
import { JOB_IDS } from '../../../sandbox';
import { type Check, projectsNode, search } from '../check';

export const callOperationChecks: Check[] = [
  {
    name: 'a mutation found in the list of the live schema shows its arguments as a form, and is called',
    async run(editor) {
      await editor.creator.add(search, projectsNode, 'Call GraphQL operation');
      await editor.node.openList('rootField');
      const found = await editor.node.searchList('runJob');
      const mutation = found.find((entry) => entry.startsWith('runJob · Mutation · '));
      assert.ok(mutation !== undefined, `found: ${found.join(', ')}`);
      await editor.node.pick(mutation);
      const form = await editor.node.argumentForm();
      assert.deepEqual(form, { labels: ['jobId * (UUID)'], missing: [] });
      await editor.node.write('jobId', JOB_IDS.tripIngestion);
      const rows = await editor.node.executeStep();
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.id ?? '', /^[0-9a-f-]{36}$/);
    },
  },
];
