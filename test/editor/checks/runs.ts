import assert from 'node:assert/strict';
import { JOB_IDS, PROJECT_IDS } from '../../../sandbox';
import { type Check, projectsNode, search } from '../check';
import { openOneNode } from '../oneNode';
import { byId } from '../workflow';

export const runChecks: Check[] = [
  {
    name: 'runs: a failed job’s error shows the last lines of its log, and its page is a click away',
    async run(editor, running) {
      const lines = [
        'Reading table <orders> & joining',
        'Traceback (most recent call last):',
        '  File "load.py", line 7, in <module>',
        'ValueError: no column "price"',
      ];
      const { id } = running.sandbox.store.addJob({
        // A ready-made workflow reacts to what fails in Energy Forecast.
        projectId: PROJECT_IDS.retail,
        name: 'Waited for',
        script: {
          queueSeconds: 0,
          durationSeconds: 1,
          outcome: 'FAILED',
          outcomeDetails: 'The container exited with code 1',
          logLines: lines.map((value) => ({ stream: 'STDERR', value })),
        },
      });
      const parameters = { resource: 'job', operation: 'runAndWait', jobId: byId(id) };
      await openOneNode(editor, running, { node: 'Run and wait', parameters });
      const shown = await editor.node.errorOfStep();
      assert.match(shown, /failed after 1 s: The container exited with code 1 \(run 1\)/);
      assert.match(shown, new RegExp(`Job ${id} · run 1 `));
      const shownLines = shown.split('\n').map((line) => line.trim());
      for (const line of lines) {
        assert.ok(shownLines.includes(line.trim()), `No line of its own: ${line}\nin: ${shown}`);
      }
      const link = editor.page.locator('a[href*="/instances/"]').first();
      const [page] = await Promise.all([editor.page.context().waitForEvent('page'), link.click()]);
      assert.match(await page.title(), /^Waited for, run 1$/);
    },
  },
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
