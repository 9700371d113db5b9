import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../start/paths';
import { type Check, projectsNode } from '../check';
import { N8N_WORDS, wordsOfN8n } from '../n8nWords';

const PAGE = readFileSync(join(projectRoot, 'docs', 'quick-start.md'), 'utf8');

/** A name as the quick start has it. */
function named(words: string): string {
  assert.ok(PAGE.includes(`**${words}**`), `docs/quick-start.md does not name "${words}"`);
  return words;
}

export const quickStartChecks: Check[] = [
  {
    name: 'the quick start leads to a run, and to a schedule that is joined to it',
    async run(editor, { sandbox }) {
      await editor.createWorkflow(named('Create workflow'));
      await editor.sees(named('Add first step'));
      await editor.addPlainNode(named('Schedule Trigger'));
      await editor.addNodeAfter(
        { node: 'Schedule Trigger', output: 0 },
        named(projectsNode),
        named('Run job and wait'),
      );
      named('Create new credential');
      await editor.createCredential();
      const fields = await editor.credentialFields();
      for (const words of ['Base URL', 'Platform ID', 'Realm', 'Login', 'Password']) {
        assert.ok(fields.includes(named(words)), `no field "${words}" among ${fields.join(', ')}`);
      }
      await editor.changeCredential({ ...sandbox.credentials });
      await editor.leaveCredential();
      await editor.openList('jobId');
      await editor.searchList('Extract daily sales');
      await editor.pick('Retail Analytics / Extract daily sales');
      await editor.sees(named('Execute step'));
      const [row] = await editor.executeStep();
      await editor.screenshot('quick-start-ran');
      assert.equal(row?.status, 'SUCCEEDED');
      await editor.closeNode();
      await editor.publish(named('Publish'));
    },
  },
  {
    name: 'menus and buttons have the names that the docs use',
    async run(editor) {
      const said = wordsOfN8n();
      assert.ok(said.size > 1000);
      assert.deepEqual(
        N8N_WORDS.filter((words) => !said.has(words)),
        [],
      );
      const community = await editor.communityNodes();
      assert.match(community, /Install a community node/);
    },
  },
];
