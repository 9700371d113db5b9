import type { GraphQLSchema } from 'graphql';
import { byId, perform, performed, startOther, type Platformlike } from '../support';
import { GENERATIONS, RECENT } from '../../../support/generationSchemas';
import { JOB_ID, jobInstance, jobWith, PIPELINE_ID } from '../../../support/jobInstances';
import { uuid } from '../../../support/ids';

/** Runs as deployed platforms tell them. */

let platform: Awaited<ReturnType<typeof startOther>>;
afterEach(() => platform.close());

async function on(
  schema: GraphQLSchema,
  rootValue: Record<string, unknown>,
): Promise<Platformlike> {
  platform = await startOther(schema, rootValue);
  return platform as Platformlike;
}

describe.each(Object.entries(GENERATIONS))('%s', (generation, schema) => {
  const isRecent = generation === 'RECENT';

  test('a run of a job', async () => {
    const run = jobInstance(17, { status: 'FAILED', statusDetails: 'exit 6' });
    const [json] = await performed(await on(schema, { jobInstance: run }), 'jobRun.get', {
      runId: uuid(17),
    });
    expect(json).toEqual({
      id: uuid(17),
      status: 'FAILED',
      succeeded: false,
      statusDetails: 'exit 6',
      number: 17,
      startTime: '2026-01-02T03:04:05Z',
      endTime: '2026-01-02T03:04:11Z',
      durationSeconds: 6,
      jobId: JOB_ID,
      version: { number: 3 },
      pipelineInstanceId: null,
      url: null,
      ...(isRecent && {
        trigger: 'MANUAL_JOB',
        startedBy: 'ann',
        jobAlias: 'import_weather',
      }),
    });
  });

  test('100 runs with the names of what they are runs of', async () => {
    const runs = Array.from({ length: 230 }, (_, n) => jobInstance(230 - n));
    const other = await on(schema, { job: jobWith(runs) });
    const json = await performed(other, 'jobRun.getAll', { jobId: byId(JOB_ID), returnAll: true });
    expect(json.map(({ number }) => number)).toEqual(runs.map(({ number }) => number));
    expect(json[99]).toMatchObject({
      jobId: JOB_ID,
      jobName: 'Import weather',
      projectId: uuid(900_003),
      projectName: 'Weather',
    });
    // The oldest has no pages.
    expect(platform.calls()).toHaveLength(isRecent ? 3 : 1);
  });

  test('paging that ignores "skip" ends', async () => {
    const runs = Array.from({ length: 100 }, (_, n) => jobInstance(100 - n));
    const other = await on(schema, { job: { ...jobWith([]), instances: runs } });
    const json = await performed(other, 'jobRun.getAll', { jobId: byId(JOB_ID), returnAll: true });
    expect(json).toHaveLength(100);
    expect(platform.calls()).toHaveLength(isRecent ? 2 : 1);
  });
});

test('a run of a pipeline, with its jobs, conditions and nodes', async () => {
  const current = { status: 'FAILED', details: 'exit 6', reason: 'GENERIC_ERROR' };
  const pipelineInstance = {
    id: uuid(5),
    number: 5,
    status: 'FAILED',
    statusDetails: current,
    jobsInstance: [jobInstance(17, { status: 'FAILED', statusDetails: 'exit 6' })],
    conditionsInstance: [
      { conditionNodeId: uuid(6), isSuccess: false, history: { currentStatus: current } },
      null,
    ],
    nodeStatuses: [{ nodeId: uuid(6), status: 'FAILED' }],
    version: { number: 2 },
    startTime: '2026-01-02T03:04:05Z',
    pipelineId: PIPELINE_ID,
    pipelineName: 'Nightly',
    runTrigger: { __typename: 'AnonymousTrigger', triggerType: 'CRON_PIPELINE' },
    stopTrigger: { author: 'bob' },
  };
  const other = await on(RECENT, { pipelineInstance });
  const [json] = await performed(other, 'pipelineRun.get', { runId: uuid(5) });
  expect(json).toMatchObject({
    id: uuid(5),
    status: 'FAILED',
    pipelineId: PIPELINE_ID,
    pipelineName: 'Nightly',
    statusDetails: 'exit 6',
    statusReason: 'GENERIC_ERROR',
    trigger: 'CRON_PIPELINE',
    stoppedBy: 'bob',
    jobsInstance: [{ id: uuid(17), status: 'FAILED', jobAlias: 'import_weather' }],
    conditionsInstance: [
      { conditionNodeId: uuid(6), status: 'FAILED', statusReason: 'GENERIC_ERROR' },
    ],
    nodeStatuses: [{ nodeId: uuid(6), status: 'FAILED' }],
  });
});

test.each([
  ['an object', {}],
  ['a text', 'none'],
])('runs as %s are refused in words', async (_form, instances) => {
  const { sendJson, startRawServer, withLogin } = await import('../../../support/rawServer');
  const { introspectionFromSchema } = await import('graphql');
  const server = await startRawServer(
    withLogin(({ body }, response) => {
      const isSchema = body.includes('__schema');
      const data = isSchema ? introspectionFromSchema(RECENT) : { job: { name: 'x', instances } };
      sendJson(response, { data });
    }),
  );
  platform = server as typeof platform;
  const { credentialFor } = await import('../../../support/rawServer');
  const credentials = credentialFor(server.baseUrl);
  const { error } = await perform({ credentials }, 'jobRun.getAll', { jobId: byId(JOB_ID) });
  expect(error?.message).toBe('The platform returned "instances" without a list of runs');
});
