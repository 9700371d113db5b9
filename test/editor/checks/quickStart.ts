import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../start/paths';
import { projectsNode, type Check } from '../check';

const PAGE = readFileSync(join(projectRoot, 'docs', 'quick-start.md'), 'utf8');

/** A name as the quick start has it. */
function named(words: string): string {
  assert.ok(PAGE.includes(`**${words}**`), `docs/quick-start.md does not name "${words}"`);
  return words;
}

export const quickStartChecks: Check[] = [
  {
    name: 'the quick start leads to a run and to a workflow that is published',
    isShort: true,
    async run(editor, { sandbox }) {
      await editor.createWorkflow(named('Create workflow'));
      const trigger = named('Schedule Trigger');
      await editor.creator.add(trigger, trigger);
      const action = named('Run job and wait');
      await editor.creator.addAfter({ node: trigger, output: 0 }, named(projectsNode), action);
      named('Create new credential');
      await editor.credential.create();
      const fields = await editor.credential.fields();
      for (const field of ['Base URL', 'Platform ID', 'Realm', 'Login', 'Password']) {
        assert.ok(fields.includes(named(field)), `no field "${field}" among ${fields.join(', ')}`);
      }
      await editor.credential.change({ ...sandbox.credentials });
      await editor.credential.leave();
      await editor.node.choose(
        'jobId',
        'Retail Analytics / Extract daily sales',
        'Extract daily sales',
      );
      named('Execute step');
      const [row] = await editor.node.executeStep();
      assert.equal(row?.status, 'SUCCEEDED');
      await editor.node.close();
      await editor.publish(named('Publish'));
    },
  },
];
