import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../start/paths';
import { projectsNode, search, type Check } from '../check';

const PAGE = readFileSync(join(projectRoot, 'docs', 'quick-start.md'), 'utf8');

/** A name as the quick start has it. */
function named(words: string): string {
  assert.ok(PAGE.includes(`**${words}**`), `docs/quick-start.md does not name "${words}"`);
  return words;
}

export const quickStartChecks: Check[] = [
  {
    name: 'the quick start leads to a run and to a workflow that is published',
    async run(editor, { sandbox }) {
      await editor.createWorkflow(named('Create workflow'));
      await editor.creator.addPlain(named('Schedule Trigger'));
      await editor.creator.searchAfter({ node: 'Schedule Trigger', output: 0 }, search);
      await editor.creator.openActions(named(projectsNode));
      await editor.creator.addAction(named('Run job and wait'));
      named('Create new credential');
      await editor.credential.create();
      const fields = await editor.credential.fields();
      for (const field of ['Base URL', 'Platform ID', 'Realm', 'Login', 'Password']) {
        assert.ok(fields.includes(named(field)), `no field "${field}" among ${fields.join(', ')}`);
      }
      await editor.credential.change({ ...sandbox.credentials });
      await editor.credential.leave();
      await editor.node.openList('jobId');
      await editor.node.searchList('Extract daily sales');
      await editor.node.pick('Retail Analytics / Extract daily sales');
      named('Execute step');
      const [row] = await editor.node.executeStep();
      assert.equal(row?.status, 'SUCCEEDED');
      await editor.node.close();
      await editor.publish(named('Publish'));
    },
  },
];
