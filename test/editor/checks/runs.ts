import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../../sandbox';
import type { Running } from '../../../start/bringUp';
import { type Check, projectsNode, search } from '../check';
import { nodeName, saveOneNodeWorkflow, trigger } from '../oneNode';

const secondsToStop = 1;
const millisecondsToComeAbout = 20_000;

const logLines = ['Reading <sales.csv>', 'Traceback:', '    row = rows[7]', 'IndexError: 7 > 5'];

export const runsChecks: Check[] = [
  {
    name: 'runs: the form of "Run and Wait" has the job and its options',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Run job and wait');
      const options = await editor.addAllOptions();
      await editor.screenshot('run-and-wait-form');
      assert.deepEqual(options, [
        'Log Lines',
        'On Failure',
        'On Timeout',
        'Poll Interval',
        'Stop on Cancel',
        'Timeout',
      ]);
    },
  },
  {
    name: 'runs: Retry On Fail goes on with the run that the first try started',
    async run(_editor, running) {
      const { api, sandbox } = running;
      const jobId = addJob(sandbox, { durationSeconds: 2 });
      await saveOneNodeWorkflow(running, {
        id: 'runsRetryOnFail1',
        parameters: runAndWait(jobId, { timeout: 3 }),
        settings: { retryOnFail: true, maxTries: 5, waitBetweenTries: 500 },
      });
      const said = progressLines(running);
      sandbox.accidents.add({ kind: 'resetBefore', operation: 'jobInstance', times: 10_000 });
      try {
        const executionId = await api.runWorkflow('runsRetryOnFail1', trigger);
        // Each try says once that it knows nothing about its run.
        await comesAbout(() => progressLines(running) - said >= 2, 'A second try');
        sandbox.accidents.clear();
        const execution = await api.waitForExecution(executionId);
        assert.equal(execution.status, 'success', execution.error?.message);
      } finally {
        sandbox.accidents.clear();
      }
      assert.deepEqual(statusesOf(sandbox, jobId), ['SUCCEEDED']);
    },
  },
  ...[
    { stopOnCancel: false, means: 'leaves the run alone', statuses: ['RUNNING'] },
    { stopOnCancel: true, means: 'stops the run, too', statuses: ['KILLING', 'KILLED'] },
  ].map(({ stopOnCancel, means, statuses }): Check => ({
    name: `runs: Stop ends the wait, and with "Stop on Cancel" ${stopOnCancel ? 'on' : 'off'} ${means}`,
    async run(editor, running) {
      const { api, sandbox } = running;
      const jobId = addJob(sandbox, { durationSeconds: null });
      const id = `runsCancel${stopOnCancel}`;
      const parameters = runAndWait(jobId, { stopOnCancel });
      await saveOneNodeWorkflow(running, { id, parameters });
      await editor.openWorkflow(id);
      await editor.startWorkflow();
      await comesAbout(() => statusesOf(sandbox, jobId)[0] === 'RUNNING', 'A run');
      const seconds = await editor.stopExecution();
      await editor.screenshot(`cancelled-${stopOnCancel ? 'and-stopped' : 'alone'}`);
      const { results } = await api.request<{ results: Array<{ status: string }> }>(
        'GET',
        '/executions?limit=1',
      );
      assert.equal(results[0]?.status, 'canceled');
      assert.ok(seconds < secondsToStop, `It took ${seconds.toFixed(2)} s.`);
      // Long enough for a stop that should not have been sent.
      await sleep(1_000);
      const seen = statusesOf(sandbox, jobId);
      assert.ok(seen.length === 1 && statuses.includes(seen[0] ?? ''), seen.join(', '));
    },
  })),
  {
    name: 'runs: a failed run shows the last lines of its log, line by line',
    async run(editor, running) {
      const { api, sandbox } = running;
      const jobId = addJob(sandbox, {
        durationSeconds: 1,
        outcome: 'FAILED',
        outcomeDetails: 'Exit code 1',
        logLines: logLines.map((value) => ({ stream: 'STDERR', value })),
      });
      const id = 'runsFailedRun001';
      await saveOneNodeWorkflow(running, { id, parameters: runAndWait(jobId) });
      await editor.openWorkflow(id);
      await editor.openNode(nodeName);
      const shown = await editor.failStep();
      await editor.screenshot('failed-run');
      const lines = shown.split('\n').map((line) => line.replaceAll('\u00a0', ' ').trimEnd());
      for (const line of logLines) assert.ok(lines.includes(line), `"${line}" in:\n${shown}`);

      const executionId = await api.runWorkflow(id, trigger);
      const { error } = await api.waitForExecution(executionId);
      assert.ok(error?.description?.includes('IndexError: 7'), error?.description);
    },
  },
];

const addJob = (sandbox: Sandbox, script: object): string =>
  sandbox.store.addJob({ name: 'Scripted', script: { queueSeconds: 0, ...script } }).id;

const runAndWait = (jobId: string, options: object = {}) => ({
  resource: 'job',
  operation: 'runAndWait',
  jobId: { __rl: true, mode: 'id', value: jobId },
  options: { pollInterval: 1, ...options },
});

const statusesOf = ({ store }: Sandbox, jobId: string): string[] =>
  store.runsOfJob(jobId).map(({ status }) => status);

/** How often n8n's log says that a wait has not seen its run yet. */
function progressLines({ n8n }: Running): number {
  return readFileSync(n8n.logFile, 'utf8').split(`${nodeName}: waiting for 1 run (1 unknown)`)
    .length;
}

async function comesAbout(condition: () => boolean, what: string): Promise<void> {
  const started = Date.now();
  while (!condition()) {
    assert.ok(Date.now() - started < millisecondsToComeAbout, `${what} has not come about.`);
    await sleep(50);
  }
}
