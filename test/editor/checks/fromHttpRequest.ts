import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../../../sandbox';
import type { Running } from '../../../start/bringUp';
import { readOutput } from '../../../start/localN8n/n8nApi';
import { projectRoot } from '../../../start/paths';
import { until } from '../../support/checks';
import { readRowsBelow } from '../../support/markdownTable';
import type { ExecutionCheck } from '../check';
import { importExample, RUN_JOB_ID, WAYS, type Way } from '../fromHttpRequest';
import { execute, buildManualTrigger, describeNode, saveChain } from '../workflow';

interface Case {
  fault?: Fault;
  script?: { durationSeconds: number | null; outcome?: 'FAILED' };
  /** Called while the workflow waits for the run. */
  meanwhile?(running: Running, executionId: string): Promise<void>;
}

/** Cases by the first cell of each row of the table in docs/from-http-request.md. */
const CASES: Record<string, Case> = {
  Nothing: {},
  'The run fails': { script: { durationSeconds: 2, outcome: 'FAILED' } },
  'The response to the start is lost': { fault: { kind: 'resetAfter', operation: 'runJob' } },
  'The platform returns 429 for the start': {
    fault: { kind: 'status', status: 429, operation: 'runJob' },
  },
  'The token expires during the wait': {
    script: { durationSeconds: 6 },
    meanwhile: async ({ sandbox }) => sandbox.expireTokens(),
  },
  'Someone cancels the execution': {
    script: { durationSeconds: null },
    meanwhile: async ({ api }, executionId) => {
      await api.request('POST', `/executions/${executionId}/stop`);
    },
  },
};

/** n8n's status of the execution, by the first word of a cell. */
const STATUSES = new Map([
  ['Succeeds', 'success'],
  ['Fails', 'error'],
  ['Ends', 'canceled'],
]);

const page = readFileSync(join(projectRoot, 'docs/from-http-request.md'), 'utf8');
const rows = readRowsBelow(page, 'Before and after');

export const fromHttpRequestChecks: ExecutionCheck[] = [
  {
    name: 'from HTTP Request: both example workflows behave as their page says',
    async run(running) {
      assert.deepEqual(
        rows.map(([caseName]) => caseName),
        Object.keys(CASES),
      );
      const { store } = running.sandbox;
      const originalScript = store.job(RUN_JOB_ID)?.script;
      try {
        for (const [caseName = '', ...outcomes] of rows) {
          for (const [at, way] of WAYS.entries())
            await runCase(running, caseName, way, outcomes[at] ?? '');
        }
      } finally {
        // Other checks run the same job.
        store.setScript(RUN_JOB_ID, { ...originalScript });
      }
    },
  },
  {
    name: 'n8n’s HTTP Request node works with the credential, also once its token has expired',
    async run({ api, sandbox }) {
      const { baseUrl, platformId } = sandbox.credentials;
      const id = await saveChain(api, 'httpRequest00001', [
        buildManualTrigger('Start'),
        describeNode('Ask', 'n8n-nodes-base.httpRequest', {
          method: 'POST',
          url: `${baseUrl}/projects/api/platform/${platformId}/graphql`,
          authentication: 'predefinedCredentialType',
          nodeCredentialType: 'dataPlatformApi',
          sendBody: true,
          specifyBody: 'json',
          jsonBody: JSON.stringify({ query: '{ projects { name } }' }),
        }),
      ]);
      for (const prepare of [() => undefined, () => sandbox.expireTokens()]) {
        prepare();
        const answer = readOutput(await execute(api, id, 'Start'), 'Ask');
        assert.match(JSON.stringify(answer), /"name":"Retail Analytics"/);
      }
    },
  },
];

async function runCase(
  running: Running,
  caseName: string,
  way: Way,
  outcome: string,
): Promise<void> {
  const { api, sandbox } = running;
  const { fault, script = { durationSeconds: 2 }, meanwhile } = CASES[caseName] ?? {};
  sandbox.store.setScript(RUN_JOB_ID, { queueSeconds: 0, outcome: 'SUCCEEDED', ...script });
  const before = sandbox.store.runsOfJob(RUN_JOB_ID).length;
  const listRuns = () => sandbox.store.runsOfJob(RUN_JOB_ID);
  const id = await importExample(running, way);
  if (fault) sandbox.faults.add(fault);
  const executionId = await api.runWorkflow(id, 'Start');
  if (meanwhile) {
    await until('the run has started', () => listRuns().length > before);
    await sleep(2_000);
    await meanwhile(running, executionId);
  }
  const execution = await api.waitForExecution(executionId);
  const label = `${caseName}, ${way}: ${JSON.stringify(execution.error)}`;
  assert.equal(execution.status, STATUSES.get(outcome.split(/\W/)[0] ?? ''), label);
  const [, amount = '1'] = /\b(no|two) runs?\b/.exec(outcome) ?? [];
  assert.equal(listRuns().length - before, { no: 0, two: 2 }[amount] ?? 1, label);
  if (execution.status === 'success') {
    // Both workflows return the run with the fields of the platform.
    const [{ id: runId, status, startTime, endTime } = {}] = readOutput(execution, 'Continue');
    assert.deepEqual([runId, status], [listRuns()[0]?.id, 'SUCCEEDED']);
    assert.deepEqual([typeof startTime, typeof endTime], ['string', 'string']);
  }
  if (caseName === 'Someone cancels the execution') {
    assert.equal(listRuns()[0]?.status, 'RUNNING');
    await sandbox.store.stopRun(listRuns()[0]?.id ?? '');
  }
  sandbox.faults.clear();
}
