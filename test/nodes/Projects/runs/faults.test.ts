import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_IDS, PIPELINE_IDS, type Fault, type Sandbox } from '../../../../sandbox';
import { runNode, type WorkflowRun } from '../../../support/engine/runWorkflow';
import { takeTableSample } from '../../../support/cases';
import { readTableRows } from '../../../support/markdownTable';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { byId } from '../support';

/** Faults of one request; the rows of the table in docs/dev/tested.md. */
const FAULTS: Record<string, Omit<Fault, 'operation'>> = {
  'Connection reset before the request arrived': { kind: 'resetBefore' },
  'Connection reset after the request took effect': { kind: 'resetAfter' },
  'No response until the time limit': { kind: 'hang' },
  'No response, but the request took effect': { kind: 'hang', afterEffect: true },
  '502 of a gateway, as HTML': { kind: 'status', status: 502 },
  '502 of a gateway, but the request took effect': {
    kind: 'status',
    status: 502,
    afterEffect: true,
  },
  '503 with Retry-After': { kind: 'status', status: 503, retryAfter: 1 },
  'Response cut off halfway': { kind: 'truncated' },
  'Response that is not JSON, but the request took effect': { kind: 'badJson', afterEffect: true },
  '401: the token was revoked': { kind: 'expiredToken' },
};

interface Request {
  operation: string;
  parameters(sandbox: Sandbox): object;
  effects(sandbox: Sandbox): number;
}

const jobId = JOB_IDS.weatherImport;
/** No pipeline uses it, so it can be deleted. */
const unusedJobId = JOB_IDS.nightlyBackup;
const pipelineId = Object.values(PIPELINE_IDS)[0] ?? '';

const REQUESTS: Record<string, Request> = {
  'Run job': {
    operation: 'runJob',
    parameters: () => ({ resource: 'job', operation: 'run', jobId: byId(jobId) }),
    effects: ({ store }) => store.runsOfJob(jobId).length,
  },
  // Which runs there are is read first.
  'Run pipeline if idle': {
    operation: 'runPipeline',
    parameters: () => ({
      ...{ resource: 'pipeline', operation: 'run', pipelineId: byId(pipelineId) },
      options: { ifRunning: 'error' },
    }),
    effects: ({ store }) => store.pipelines.runs(pipelineId, {}).length,
  },
  'Stop run': {
    operation: 'stopJobInstance',
    parameters: ({ store }) => {
      store.setScript(jobId, { durationSeconds: 600 });
      return { resource: 'jobRun', operation: 'stop', runId: store.startRun(jobId)?.id };
    },
    effects: ({ store }) =>
      store.runsOfJob(jobId).filter(({ stoppedAt }) => stoppedAt !== null).length,
  },
  'Delete job': {
    operation: 'deleteJob',
    parameters: () => ({ resource: 'job', operation: 'delete', jobId: byId(unusedJobId) }),
    effects: ({ store }) => (store.job(unusedJobId) ? 0 : 1),
  },
  'Create project': {
    operation: 'createProject',
    parameters: () => ({ resource: 'project', operation: 'create', name: 'Only once' }),
    effects: ({ store }) => store.projects().filter(({ name }) => name === 'Only once').length,
  },
  'List jobs': {
    operation: 'jobs',
    parameters: ({ store }) => ({
      resource: 'job',
      operation: 'getAll',
      projectId: byId(store.job(jobId)?.projectId ?? ''),
    }),
    effects: () => 1,
  },
};

function findOutcome({ error, json }: WorkflowRun, sends: number): string {
  if (error) return error.message.startsWith('It is not known whether') ? 'unknown' : 'fails';
  expect(json).not.toHaveLength(0);
  return sends > 1 ? 'succeeds, sent again' : 'succeeds';
}

const page = readFileSync(join(__dirname, '../../../../docs/dev/tested.md'), 'utf8');
const [[, ...columns] = [], , ...rows] = readTableRows(page);
const documented = (fault: string, request: string) =>
  rows.find(([name]) => name === fault)?.[1 + columns.indexOf(request)];

process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = '2';
process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';

const PLAYED = takeTableSample(Object.entries(FAULTS), Object.keys(REQUESTS));
const sandbox = sandboxForEachTest({ seedRuns: false });

describe.each(Object.entries(REQUESTS))('%s', (requestName, request) => {
  test.each(PLAYED.get(requestName) ?? [])('%s', async (faultName, fault) => {
    const perform = async (parameters: object) =>
      await runNode({ parameters: parameters as never }, { dataPlatformApi: sandbox.credentials });
    const sentBefore = sandbox.stats.byOperation[request.operation] ?? 0;
    const parameters = request.parameters(sandbox);
    sandbox.faults.add({ ...fault, operation: request.operation });
    const run = await perform(parameters);

    expect(sandbox.faults.pending()).toEqual([]);
    const sent = (sandbox.stats.byOperation[request.operation] ?? 0) - sentBefore;
    const outcome = findOutcome(run, sent);
    const expected = { outcome: documented(faultName, requestName) };
    expect({ outcome, error: run.error?.message }).toMatchObject(expected);
    const { kind, afterEffect = ['resetAfter', 'truncated'].includes(kind) } = fault;
    expect(request.effects(sandbox)).toBe(outcome !== 'unknown' || afterEffect ? 1 : 0);
  });
});
