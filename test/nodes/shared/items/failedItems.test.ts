import { ERROR_CODES } from '../../../../platform/errors/errors';
import { PROJECT_IDS } from '../../../../sandbox';
import {
  runNode,
  type NodeUnderTest,
  type StartItems,
} from '../../../../harness/engine/runWorkflow';
import { byId } from '../../Projects/support';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const QUICK = { queueSeconds: 0, durationSeconds: 0 };
const LINES = ['Reading 40 pages', 'HTTPError: 429 Too Many Requests'];
const ON_ERROR = ['continueRegularOutput', 'continueErrorOutput'] as const;

const test = testBeside({ seedRuns: false });

function failingJob(outcome: 'FAILED' | 'KILLED' = 'FAILED'): string {
  const logLines = LINES.map((value) => ({ stream: 'STDERR' as const, value }));
  return sandbox().store.addJob({
    name: 'Import weather',
    projectId: PROJECT_IDS.retail,
    script: { ...QUICK, outcome, outcomeDetails: 'exit code 1', logLines },
  }).id;
}

const runAndWait = (jobId: string, settings: NodeUnderTest['settings'] = {}) => ({
  parameters: {
    resource: 'job',
    operation: 'runAndWait',
    jobId: byId(jobId),
    options: { timeout: 30, pollInterval: 1 },
  } as never,
  settings,
});

const run = async (node: NodeUnderTest, items: StartItems, password?: string) =>
  await runNode(
    node,
    { dataPlatformApi: { ...sandbox().credentials, ...(password && { password }) } },
    items,
  );

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => ({ json: { row, status: 'of the input' } }));

describe.each(ON_ERROR)('On Error: %s', (onError) => {
  const output = onError === 'continueErrorOutput' ? 1 : 0;

  test.each([1, 100])('the node after %s runs that failed reads all of them', async (count) => {
    const jobId = failingJob();
    const expression =
      '={{ [$json.errorCode, $json.mayHaveHappened, $json.lastLogLines, $json.id, $json.jobId, $json.jobName, $json.number, $json.status, $json.error, $json.errorDescription, $("Start").item.json.row] }}';
    const { values, outputs } = await run(runAndWait(jobId, { onError }), {
      items: itemsOf(count),
      expression,
    });
    const runs = sandbox()
      .store.runsOfJob(jobId)
      .map(({ id }) => id);
    const read = values[output] as unknown[][];
    expect(values[1 - output]).toEqual([]);
    expect(read).toHaveLength(count);
    expect(read.map((value) => value[3]).sort()).toEqual(runs.sort());
    read.forEach(
      ([code, happened, lines, , job, name, , status, error, description, row], index) => {
        expect([code, happened, lines, job, name, status, row]).toEqual([
          'RUN_FAILED',
          true,
          LINES,
          jobId,
          'Import weather',
          'FAILED',
          index,
        ]);
        expect(error).toMatch(/^Import weather failed/);
        expect(description).toContain(LINES[1]);
      },
    );
    const items = outputs[output] ?? [];
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
      items.map((_item, item) => ({ item })),
    );
    expect(items.every(({ error }) => error?.message.startsWith('Import weather failed'))).toBe(
      true,
    );
  });

  test('on the error branch, and only there, an item keeps the fields of its input', async () => {
    const { outputs } = await run(runAndWait(failingJob(), { onError }), { items: itemsOf(1) });
    const [item] = outputs[output] ?? [];
    expect(item?.json.status).toBe('FAILED');
    expect(item?.json.row).toBe(output === 1 ? 0 : undefined);
  });

  test('a saved execution has what the next node saw', async () => {
    const { run: saved, outputs } = await run(runAndWait(failingJob(), { onError }), {
      items: itemsOf(1),
    });
    const [item] = outputs[output] ?? [];
    const text = JSON.stringify(saved.data.resultData.runData.Node);
    expect(text).toContain(JSON.stringify(item?.json));
  });

  test('Retry On Fail starts no item again because the first one failed', async () => {
    const jobId = failingJob();
    await run(runAndWait(jobId, { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 0 }), {
      items: itemsOf(3),
    });
    expect(sandbox().store.runsOfJob(jobId)).toHaveLength(3);
  });

  test('Retry On Fail tries again where the node as a whole failed', async () => {
    const good = sandbox().store.addJob({ projectId: PROJECT_IDS.retail, script: QUICK }).id;
    sandbox().accidents.add({ kind: 'status', operation: 'authenticate', status: 401, times: 1 });
    const { outputs } = await run(
      runAndWait(good, { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 }),
      { items: itemsOf(2) },
    );
    expect(outputs[0]?.map(({ json }) => json.status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    sandbox().accidents.clear();
  });

  test('a run that someone stopped, and one that takes too long', async () => {
    const expression = '={{ [$json.errorCode, $json.mayHaveHappened, $json.jobId] }}';
    const stopped = failingJob('KILLED');
    const ofStopped = await run(runAndWait(stopped, { onError }), { items: [{}], expression });
    expect(ofStopped.values[output]).toEqual([['RUN_STOPPED', true, stopped]]);
    const script = { queueSeconds: 0, durationSeconds: null };
    const slow = sandbox().store.addJob({ projectId: PROJECT_IDS.retail, script }).id;
    const node = runAndWait(slow, { onError });
    Object.assign(node.parameters, { options: { timeout: 1, pollInterval: 1 } });
    const ofSlow = await run(node, { items: [{}], expression });
    expect(ofSlow.values[output]).toEqual([['TIMED_OUT', true, slow]]);
  });
});

test('a run that was waited for only is no change of the node’s', async () => {
  const started = sandbox().store.startRun(failingJob());
  const { values } = await run(
    {
      parameters: { resource: 'jobRun', operation: 'wait', runId: started?.id } as never,
      settings: { onError: 'continueErrorOutput' },
    },
    { items: [{}], expression: '={{ [$json.errorCode, $json.mayHaveHappened, $json.id] }}' },
  );
  expect(values[1]).toEqual([['RUN_FAILED', false, started?.id]]);
});

test('the error that a node throws has the code, too', async () => {
  const { error } = await run(runAndWait(failingJob()), { items: [{}] });
  expect(error).toMatchObject({ errorCode: 'RUN_FAILED' });
  expect(ERROR_CODES).toContain((error as { errorCode?: string }).errorCode);
});
