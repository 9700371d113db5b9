import assert from 'node:assert/strict';
import { PROJECT_IDS } from '../../../sandbox';
import type { Running } from '../../../start/bringUp';
import type { Check, ExecutionCheck } from '../check';
import { byId, manualTrigger, nodeOf, PROJECTS, saveChain } from '../workflow';

const MAX_SECONDS_TO_STOP = 1;
const trigger = 'Start';
const node = 'Run and wait';

/** A workflow of one node that runs a job and waits. */
async function saveWorkflow(
  { api }: Running,
  id: string,
  jobId: string,
  options: object = {},
  settings: object = {},
): Promise<string> {
  const parameters = {
    resource: 'job',
    operation: 'runAndWait',
    jobId: byId(jobId),
    options: { pollInterval: 1, ...options },
  };
  const run = nodeOf(node, PROJECTS, parameters, settings);
  return await saveChain(api, id, [manualTrigger(trigger), run]);
}

const addJob = ({ sandbox }: Running, script: object) =>
  sandbox.store.addJob({
    // A ready-made workflow reacts to what fails in Energy Forecast.
    projectId: PROJECT_IDS.retail,
    name: 'Waited for',
    script: { queueSeconds: 0, ...script },
  }).id;

export const runChecks: Check[] = [
  {
    name: 'runs: a failed job’s error shows the last lines of its log, and its page is a click away',
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
      await editor.openWorkflow(await saveWorkflow(running, 'failedRunShown01', jobId));
      await editor.startWorkflow();
      await editor.node.open(node);
      const shown = await editor.node.errorDetails();
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
      const link = editor.page.locator('a[href*="/instances/"]').first();
      const [page] = await Promise.all([editor.page.context().waitForEvent('page'), link.click()]);
      await editor.screenshot('failed-run-page', page);
      assert.match(await page.title(), /^Waited for, run 1$/);
      await page.close();
    },
  },
  {
    name: 'runs: Stop ends the wait at once, and the run as well if Stop on Cancel is on',
    async run(editor, running) {
      const { sandbox } = running;
      const jobId = addJob(running, { durationSeconds: null, killSeconds: 0 });
      const options = { stopOnCancel: true };
      await editor.openWorkflow(await saveWorkflow(running, 'stopBoth00000001', jobId, options));
      await editor.startWorkflow();
      const status = () => sandbox.store.runsOfJob(jobId)[0]?.status;
      while (status() !== 'RUNNING') await editor.page.waitForTimeout(100);
      await editor.page.waitForTimeout(1_500);
      const seconds = await editor.stopExecution();
      assert.ok(seconds < MAX_SECONDS_TO_STOP, `It took ${seconds.toFixed(1)} s.`);
      await editor.page.waitForTimeout(1_000);
      assert.equal(status(), 'KILLED');
      assert.equal(sandbox.store.runsOfJob(jobId).length, 1);
    },
  },
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
