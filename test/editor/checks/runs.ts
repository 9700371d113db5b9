import assert from 'node:assert/strict';
import { PROJECT_IDS } from '../../../sandbox';
import type { Running } from '../../../start/bringUp';
import type { WorkflowFile } from '../../../start/localN8n/n8nApi';
import { type Check, type ExecutionCheck, projectsNode, search } from '../check';
import { runWithVariables } from '../runVariables';

const secondsToStop = 1;
const trigger = 'Start';
const node = 'Run and wait';

/** A workflow of one node that runs a job and waits. */
async function saveWorkflow(
  { api }: Running,
  id: string,
  jobId: string,
  options: object,
  settings: object = {},
): Promise<string> {
  const [credential] = (await api.listCredentials()).filter(
    ({ type }) => type === 'dataPlatformApi',
  );
  assert.ok(credential);
  const workflow: WorkflowFile = {
    id,
    name: id,
    nodes: [
      {
        id: 'start',
        name: trigger,
        type: 'n8n-nodes-base.manualTrigger',
        typeVersion: 1,
        position: [0, 0],
        parameters: {},
      },
      {
        id: 'run',
        name: node,
        type: 'n8n-nodes-data-platform.dataPlatformProjects',
        typeVersion: 1,
        position: [220, 0],
        credentials: { dataPlatformApi: credential },
        parameters: {
          resource: 'job',
          operation: 'runAndWait',
          jobId: { __rl: true, mode: 'id', value: jobId },
          options: { pollInterval: 1, ...options },
        },
        ...settings,
      },
    ],
    connections: { [trigger]: { main: [[{ node, type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  };
  await api.saveWorkflow(workflow);
  return id;
}

const addJob = ({ sandbox }: Running, script: object, name = 'Waited for') =>
  sandbox.store.addJob({
    // A ready-made workflow reacts to what fails in Energy Forecast.
    projectId: PROJECT_IDS.retail,
    name,
    script: { queueSeconds: 0, ...script },
  }).id;

export const runChecks: Check[] = [
  {
    name: 'runs: the variables of a run stand in its output',
    async run(editor) {
      const output = await runWithVariables(editor);
      await editor.screenshot('runs-variables');
      assert.match(output, /"?variables"?\s*:[\s\S]*READINGS[\s\S]*88020/);
      assert.match(output, /inputVariables/);
    },
  },
  {
    name: 'runs: a run is picked from the latest ones of the chosen job',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Get job run');
      await editor.openList('jobId');
      await editor.searchList('Extract daily sales');
      await editor.pick('Retail Analytics / Extract daily sales');
      const runs = await editor.openList('runId');
      await editor.screenshot('runs-list');
      const [, number] = /^(\d+) · (?:succeeded|failed|stopped) · /.exec(runs[0] ?? '') ?? [];
      assert.ok(number, `found: ${runs.join(', ')}`);
      await editor.pick(runs[0] ?? '');
      const rows = await editor.executeStep();
      assert.equal(rows[0]?.number, number);
    },
  },
  {
    name: 'runs: the page of a failed run is a click away',
    async run(editor, running) {
      addJob(running, { durationSeconds: 0, outcome: 'FAILED' }, 'Fails at once');
      await editor.addNode(search, projectsNode, 'Run job and wait');
      await editor.openList('jobId');
      await editor.searchList('Fails at once');
      await editor.pick('Retail Analytics / Fails at once');
      await editor.failStep();
      await editor.screenshot('failed-run-link');
      const link = editor.page.locator('a[href*="/instances/"]').first();
      const [page] = await Promise.all([editor.page.context().waitForEvent('page'), link.click()]);
      await editor.screenshot('failed-run-page', page);
      assert.match(await page.title(), /^Fails at once, run 1$/);
      await page.close();
    },
  },
  {
    name: 'runs: "Run job and wait" shows its options, and waits for the end of the run',
    async run(editor, running) {
      addJob(running, { durationSeconds: 1 });
      await editor.addNode(search, projectsNode, 'Run job and wait');
      await editor.openList('jobId');
      await editor.searchList('Waited for');
      await editor.pick('Retail Analytics / Waited for');
      await editor.addOptions([
        'Log Lines',
        'On Failure',
        'On Timeout',
        'Poll Interval (Seconds)',
        'Timeout (Seconds)',
      ]);
      await editor.screenshot('runs-options');
      const rows = await editor.executeStep();
      await editor.screenshot('runs-waited');
      assert.equal(rows[0]?.status, 'SUCCEEDED');
      assert.equal(rows[0]?.durationSeconds, '1');
    },
  },
  {
    name: 'runs: a failed job’s error shows the last lines of its log',
    async run(editor, running) {
      const jobId = addJob(running, {
        durationSeconds: 1,
        outcome: 'FAILED',
        outcomeDetails: 'The container exited with code 1',
        logLines: [
          { stream: 'STDOUT', value: 'Reading table <orders> & joining' },
          { stream: 'STDERR', value: 'Traceback (most recent call last):' },
          { stream: 'STDERR', value: '  File "load.py", line 7, in <module>' },
          { stream: 'STDERR', value: 'ValueError: no column "price"' },
        ],
      });
      await editor.openWorkflow(await saveWorkflow(running, 'failedRunShown01', jobId, {}));
      await editor.startWorkflow();
      await editor.openNode(node);
      const shown = await editor.errorDetails();
      await editor.screenshot('runs-failed');
      assert.match(shown, /failed after 1 s: The container exited with code 1 \(run 1\)/);
      assert.match(shown, new RegExp(`Job ${jobId} · run 1 `));
      const lines = shown.split('\n').map((line) => line.trim());
      for (const line of [
        'Reading table <orders> & joining',
        'File "load.py", line 7, in <module>',
        'ValueError: no column "price"',
      ]) {
        assert.ok(lines.includes(line), `No line of its own: ${line}\nin: ${shown}`);
      }
    },
  },
  ...[false, true].map((stopOnCancel): Check => ({
    name: `runs: Stop ends the wait at once, and the run ${stopOnCancel ? 'as well where that is wanted' : 'goes on'}`,
    async run(editor, running) {
      const { sandbox } = running;
      const jobId = addJob(running, { durationSeconds: null, killSeconds: 0 });
      const name = stopOnCancel ? 'stopBoth00000001' : 'stopWait00000001';
      await editor.openWorkflow(await saveWorkflow(running, name, jobId, { stopOnCancel }));
      await editor.startWorkflow();
      const status = () => sandbox.store.runsOfJob(jobId)[0]?.status;
      while (status() !== 'RUNNING') await editor.page.waitForTimeout(100);
      await editor.page.waitForTimeout(1_500);
      const seconds = await editor.stopExecution();
      assert.ok(seconds < secondsToStop, `It took ${seconds.toFixed(1)} s.`);
      await editor.page.waitForTimeout(1_000);
      assert.equal(status(), stopOnCancel ? 'KILLED' : 'RUNNING');
      assert.equal(sandbox.store.runsOfJob(jobId).length, 1);
    },
  })),
];

export const retryChecks: ExecutionCheck[] = [
  {
    name: 'runs: Retry On Fail, with the network failing during the wait, goes on with the same run',
    async run(running) {
      const { api, sandbox } = running;
      const jobId = addJob(running, { durationSeconds: 6 });
      const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 500 };
      const id = await saveWorkflow(running, 'retryOnFail00001', jobId, { timeout: 2 }, retry);
      sandbox.accidents.add({ kind: 'resetBefore', operation: 'jobInstance', times: 6 });
      const execution = await api.waitForExecution(await api.runWorkflow(id, trigger));
      assert.equal(execution.status, 'success', JSON.stringify(execution.error));
      assert.deepEqual(sandbox.accidents.pending(), []);
      assert.equal(sandbox.store.runsOfJob(jobId).length, 1);
    },
  },
];
