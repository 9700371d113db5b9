import assert from 'node:assert/strict';
import { JOB_IDS } from '../../../sandbox';
import { type Check, projectsNode, search } from '../check';

export const projectsChecks: Check[] = [
  {
    name: 'a project picked from the list narrows the job list, and "Execute step" runs the job picked there',
    async run(editor) {
      await editor.creator.add(search, projectsNode, 'Run job');
      const projects = await editor.node.openList('projectId');
      await editor.screenshot('project-list');
      assert.deepEqual(projects, [
        'Daily Reporting',
        'Energy Forecast',
        'Night in Minutes',
        'Platform Operations',
        'Retail Analytics',
        'Urban Mobility',
      ]);

      await editor.node.pick('Urban Mobility');
      const jobs = await editor.node.openList('jobId');
      await editor.screenshot('job-list');
      assert.deepEqual(jobs, ['Forecast demand', 'Ingest trips', 'Stream vehicle positions']);

      await editor.node.pick('Ingest trips');
      const rows = await editor.node.executeStep();
      await editor.screenshot('run-job');
      assert.equal(rows.length, 1);
      assert.equal(rows[0]?.jobId, JOB_IDS.tripIngestion);
      assert.match(rows[0]?.id ?? '', /^[0-9a-f-]{36}$/);
      assert.match(rows[0]?.status ?? '', /^[A-Z]+$/);
    },
  },
];
