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
      await editor.addPlainNode(named('Schedule Trigger'));
      await editor.searchAfter({ node: 'Schedule Trigger', output: 0 }, search);
      await editor.openActions(named(projectsNode));
      await editor.addAction(named('Run job and wait'));
      named('Create new credential');
      await editor.createCredential();
      const fields = await editor.credentialFields();
      for (const field of ['Base URL', 'Platform ID', 'Realm', 'Login', 'Password']) {
        assert.ok(fields.includes(named(field)), `no field "${field}" among ${fields.join(', ')}`);
      }
      await editor.changeCredential({ ...sandbox.credentials });
      await editor.leaveCredential();
      await editor.openList('jobId');
      await editor.searchList('Extract daily sales');
      await editor.pick('Retail Analytics / Extract daily sales');
      named('Execute step');
      const [row] = await editor.executeStep();
      assert.equal(row?.status, 'SUCCEEDED');
      await editor.closeNode();
      await editor.publish(named('Publish'));
    },
  },
];
