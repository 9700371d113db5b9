import type { GraphQLSchema } from 'graphql';
import { JOB_IDS } from '../../../../sandbox';
import { GENERATIONS } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { JOB_ID, jobInstance, jobWith } from '../../../support/jobInstances';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { byId, perform, performed, startOther } from '../support';

const UNKNOWN_RUN = '00000000-0000-4000-8000-00000000dead';

describe('on a sandbox', () => {
  const test = testBeside({ seedRuns: false });

  test('many items share the requests for their runs, and one that does not exist fails alone', async () => {
    const { id: jobId } = sandbox().store.addJob({ name: 'Job' });
    const runs = Array.from({ length: 300 }, () => sandbox().store.startRun(jobId)?.id ?? '');
    const items = runs.with(7, UNKNOWN_RUN).map((runId) => ({ json: { runId } }));
    const settings = { onError: 'continueRegularOutput' as const };
    const parameters = { runId: '={{ $json.runId }}' };
    const { json } = await perform(sandbox(), 'jobRun.get', parameters, { items, settings });
    expect(json.map(({ id }) => id)).toEqual(runs.with(7, undefined as never));
    expect(json[7]?.error).toMatch(/does not exist/);
    expect(sandbox().stats.byOperation.jobInstance).toBeLessThanOrEqual(300 / 10);
  });

  test.each([
    ['an unknown run', UNKNOWN_RUN, /does not exist/],
    ['what can be no ID', 'run 7', /"run 7" is not (a valid ID of a run|a UUID)/],
    ['nothing', ' ', /No run is selected/],
  ])('%s is refused in words, and nothing was changed', async (_name, runId, message) => {
    for (const operation of ['get', 'stop', 'wait', 'getLogs']) {
      const settings = { onError: 'continueRegularOutput' as const };
      const { json } = await perform(sandbox(), `jobRun.${operation}`, { runId }, { settings });
      const error = expect.stringMatching(message);
      expect(json).toMatchObject([{ error, mayHaveHappened: false }]);
    }
  });

  test.each([[{}], ['none']])('runs as %j are refused in words', async (instances) => {
    const data = { job: { name: 'x', instances } };
    sandbox().accidents.add({ kind: 'errors', operation: 'job', errors: [], data });
    const parameters = { jobId: byId(JOB_IDS.weatherImport) };
    const { error } = await perform(sandbox(), 'jobRun.getAll', parameters);
    expect(error?.message).toBe('The platform returned "instances" without a list of runs');
  });
});

describe('as deployed platforms return them', () => {
  let platform: Awaited<ReturnType<typeof startOther>>;
  afterEach(() => platform.close());

  const on = async (schema: GraphQLSchema, rootValue: Record<string, unknown>) =>
    (platform = await startOther(schema, rootValue));

  describe.each(Object.entries(GENERATIONS))('%s', (_generation, schema) => {
    const runsOfJob = { jobId: byId(JOB_ID), returnAll: true };

    test('runs with the names of what they are runs of, what people read first in front', async () => {
      const runs = Array.from({ length: 230 }, (_, n) => jobInstance(230 - n));
      const other = await on(schema, { job: jobWith(runs) });
      const json = await performed(other, 'jobRun.getAll', runsOfJob);
      expect(json.map(({ number }) => number)).toEqual(runs.map(({ number }) => number));
      expect(platform.calls()).toHaveLength(3);
      expect(Object.entries(json[99] ?? {}).slice(0, 7)).toEqual([
        ['jobName', 'Import weather'],
        ['projectName', 'Weather'],
        ['id', uuid(131)],
        ['status', 'SUCCEEDED'],
        ['succeeded', true],
        ['jobId', JOB_ID],
        ['projectId', uuid(900_003)],
      ]);
      expect(json[99]?.url).toContain(`/${uuid(900_003)}/job/${JOB_ID}/instances/${uuid(131)}`);
      const few = { jobId: byId(JOB_ID), limit: 3 };
      expect(await performed(other, 'jobRun.getAll', few)).toEqual(json.slice(0, 3));
    });

    test('paging that ignores "skip" ends', async () => {
      const instances = Array.from({ length: 100 }, (_, n) => jobInstance(100 - n));
      const other = await on(schema, { job: { ...jobWith([]), instances } });
      expect(await performed(other, 'jobRun.getAll', runsOfJob)).toHaveLength(100);
      expect(platform.calls()).toHaveLength(2);
    });
  });
});
