import { PROJECT_IDS } from '../../../../sandbox';
import { runNode, type NodeUnderTest, type StartItems } from '../../../support/engine/runWorkflow';
import { byId } from '../../Projects/support';
import { NO_SUCH_ID } from '../../../support/ids';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const QUICK = { queueSeconds: 0, durationSeconds: 0 };
const LINES = ['Reading 40 pages', 'HTTPError: 429 Too Many Requests'];
const ON_ERROR = ['continueRegularOutput', 'continueErrorOutput'] as const;

const test = testBeside({ seedRuns: false });

function addJob(script: object): string {
  const logLines = LINES.map((value) => ({ stream: 'STDERR' as const, value }));
  return sandbox().store.addJob({
    name: 'Import weather',
    projectId: PROJECT_IDS.retail,
    script: { ...QUICK, logLines, ...script },
  }).id;
}

const failingJob = () => addJob({ outcome: 'FAILED', outcomeDetails: 'exit code 1' });

const run = async (
  jobId: string,
  settings: NodeUnderTest['settings'],
  more: StartItems,
  timeout = 30,
) =>
  await runNode(
    {
      parameters: {
        ...{ resource: 'job', operation: 'runAndWait', jobId: byId(jobId) },
        options: { timeout, pollInterval: 1 },
      } as never,
      settings,
    },
    { dataPlatformApi: sandbox().credentials },
    more,
  );

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => ({ json: { row, status: 'of the input' } }));

const OF_RUN = '={{ [$json.errorCode, $json.mayHaveHappened, $json.jobId] }}';

describe.each(ON_ERROR)('On Error: %s', (onError) => {
  const output = onError === 'continueErrorOutput' ? 1 : 0;

  test('the node after 100 runs that failed reads all of them', async () => {
    const jobId = failingJob();
    const expression =
      '={{ [$json.id, $json.error, $json.errorDescription, $json.errorCode, $json.mayHaveHappened, $json.lastLogLines, $json.jobId, $json.jobName, $json.status, $json.durationSeconds, typeof $json.startTime, typeof $json.endTime, $json.row, $("Start").item.json.row] }}';
    const ran = await run(jobId, { onError }, { items: itemsOf(100), expression });
    const read = ran.values[output] as unknown[][];
    expect(ran.values[1 - output]).toEqual([]);
    const runs = sandbox().store.runsOfJob(jobId);
    expect(read.map(([id]) => id).sort()).toEqual(runs.map(({ id }) => id).sort());
    read.forEach(([, error, description, ...others], row) => {
      expect(error).toMatch(/^Import weather failed/);
      expect(description).toContain(LINES[1]);
      const known = ['RUN_FAILED', true, LINES, jobId, 'Import weather', 'FAILED'];
      const times = [0, 'string', 'string'];
      // Only the error branch has the fields of the input.
      expect(others).toEqual([...known, ...times, output === 1 ? row : undefined, row]);
    });
    const items = ran.outputs[output] ?? [];
    const first = ['error', 'errorDescription', 'status', 'url'];
    expect(Object.keys(items[0]?.json ?? {}).filter((name) => first.includes(name))).toEqual(
      Object.keys(items[0]?.json ?? {}).slice(0, first.length),
    );
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
    expect(items[0]?.error?.message).toMatch(/^Import weather failed/);
    // A saved execution has what the next node saw.
    const saved = JSON.stringify(ran.run.data.resultData.runData.Node);
    expect(saved).toContain(JSON.stringify(items[0]?.json));
  });

  test('Retry On Fail starts no item again because the first one failed', async () => {
    const jobId = failingJob();
    const retried = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
    await run(jobId, retried, { items: itemsOf(3) });
    expect(sandbox().store.runsOfJob(jobId)).toHaveLength(3);
  });

  test('Retry On Fail tries again if the node as a whole failed', async () => {
    sandbox().faults.add({ kind: 'status', operation: 'authenticate', status: 401, times: 1 });
    const retried = { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const { outputs } = await run(addJob({}), retried, { items: itemsOf(2) });
    expect(outputs[0]?.map(({ json }) => json.status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });

  test.each([
    ['RUN_STOPPED', { outcome: 'KILLED' }, 30],
    ['TIMED_OUT', { durationSeconds: null }, 1],
  ])('a run that did not succeed has its own code: %s', async (code, script, timeout) => {
    const jobId = addJob(script);
    const { values } = await run(jobId, { onError }, { items: [{}], expression: OF_RUN }, timeout);
    expect(values[output]).toEqual([[code, true, jobId]]);
  });
});

test('a failed item has the name and the page of what was picked from a list', async () => {
  const url = `${sandbox().baseUrl}/projects/platform/1/project/${PROJECT_IDS.retail}/job/${NO_SUCH_ID}`;
  const jobId = { __rl: true, mode: 'list', value: NO_SUCH_ID, cachedResultName: 'Import' };
  const { outputs } = await runNode(
    {
      parameters: { resource: 'job', operation: 'get', jobId: { ...jobId, cachedResultUrl: url } },
      settings: { onError: 'continueErrorOutput' },
    },
    { dataPlatformApi: sandbox().credentials },
    { items: [{}] },
  );
  const known = { jobId: NO_SUCH_ID, jobName: 'Import', url };
  expect(outputs[1]?.map(({ json }) => json)).toMatchObject([known]);
});

test('a run that was only waited for is no change of the node', async () => {
  const jobId = failingJob();
  const runId = sandbox().store.startRun(jobId)?.id;
  const { values } = await runNode(
    {
      parameters: { resource: 'jobRun', operation: 'wait', runId },
      settings: { onError: 'continueErrorOutput' },
    },
    { dataPlatformApi: sandbox().credentials },
    { items: [{}], expression: OF_RUN },
  );
  expect(values[1]).toEqual([['RUN_FAILED', false, jobId]]);
});

test('the error that a node throws has the code, too', async () => {
  const { error } = await run(failingJob(), {}, { items: [{}] });
  expect(error).toMatchObject({ errorCode: 'RUN_FAILED' });
});
