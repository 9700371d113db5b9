import assert from 'node:assert/strict';
import { JOB_IDS } from '../../../../sandbox';
import { type Check, projectsNode, search } from '../../check';

export const projectsChecks: Check[] = [
  {
    name: 'searching "data platform" finds the node, and choosing it shows its actions',
    async run(editor) {
      const names = await editor.searchNodes(search);
      await editor.screenshot('node-search');
      assert.ok(names.includes(projectsNode), `found: ${names.join(', ')}`);

      const actions = await editor.openActions(projectsNode);
      await editor.screenshot('node-actions');
      for (const action of ['Get many projects', 'Get many jobs', 'Run job', 'Delete job']) {
        assert.ok(actions.includes(action), `"${action}" is missing in: ${actions.join(', ')}`);
      }
    },
  },
  {
    name: 'the project list shows the platform’s projects, and a project narrows the job list',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Run job');
      const projects = await editor.openList('projectId');
      await editor.screenshot('project-list');
      assert.deepEqual(projects, [
        'Daily Reporting',
        'Energy Forecast',
        'Night in Minutes',
        'Platform Operations',
        'Retail Analytics',
        'Urban Mobility',
      ]);

      await editor.pick('Urban Mobility');
      const jobs = await editor.openList('jobId');
      await editor.screenshot('job-list');
      assert.deepEqual(jobs, ['Forecast demand', 'Ingest trips', 'Stream vehicle positions']);
    },
  },
  {
    name: '"Execute step" runs the chosen job and shows the run',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Run job');
      await editor.openList('projectId');
      await editor.pick('Urban Mobility');
      await editor.openList('jobId');
      await editor.pick('Ingest trips');
      const rows = await editor.executeStep();
      await editor.screenshot('run-job');
      assert.equal(rows.length, 1);
      assert.equal(rows[0]?.jobId, JOB_IDS.tripIngestion);
      assert.match(rows[0]?.id ?? '', /^[0-9a-f-]{36}$/);
      assert.match(rows[0]?.status ?? '', /^[A-Z]+$/);
    },
  },
  {
    name: 'another resource and operation can be chosen in the node itself',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Run job');
      await editor.setOption('resource', 'Project');
      await editor.setOption('operation', 'Get Many');
      const rows = await editor.executeStep();
      await editor.screenshot('list-projects');
      assert.ok(rows.some((row) => row.name === 'Retail Analytics'));
    },
  },
  {
    name: 'the credential’s test says that the connection works',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Get many projects');
      const verdict = await editor.testCredential();
      await editor.screenshot('credential-test');
      assert.match(verdict, /success/i);
    },
  },
  {
    name: 'the ready-made workflow opens with its explanation, and runs',
    async run(editor) {
      await editor.openWorkflow('runAJob000000001');
      const successful = await editor.executeWorkflow();
      await editor.screenshot('ready-made-workflow');
      assert.equal(successful, 4);
    },
  },
];
