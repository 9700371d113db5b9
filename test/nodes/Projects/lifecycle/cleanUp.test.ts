import type { WorkflowRun } from '../../../support/engine/runWorkflow';
import { PROJECT_IDS } from '../../../../sandbox';
import { pipelineOf } from '../../../operations/onSandbox';
import { byId, perform, performed } from '../support';
import { textsIn } from '../../../support/textsIn';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside({ seedRuns: false });

const DAY_MS = 24 * 60 * 60 * 1000;
const QUICK = { queueSeconds: 0, durationSeconds: 0 };
const projectId = byId(PROJECT_IDS.retail);
const asked = () => sandbox().stats.byOperation;

/** Every second one failed; one a day, the oldest first. */
function jobWithRuns(count: number): string {
  const { store } = sandbox();
  const { id } = store.addJob({ projectId: PROJECT_IDS.retail, script: QUICK });
  const now = store.clock();
  for (let day = count - 1; day >= 0; day--) {
    store.startRun(id, {
      requestedAt: now - day * DAY_MS - 1000,
      script: { outcome: day % 2 === 0 ? 'SUCCEEDED' : 'FAILED' },
    });
  }
  return id;
}

const hintsOf = ({ run }: WorkflowRun) =>
  (run.data.resultData.runData.Node?.[0]?.hints ?? []).map(({ message }) => message);

describe('runs', () => {
  const PLAN = { olderThanDays: 10, keepLast: 0, outcomes: [] };
  const left = (id: string) => sandbox().store.countRunsOfJob(id);

  test('are counted first, and deleted where that is wanted', async () => {
    const id = jobWithRuns(150);
    const parameters = { jobId: byId(id), ...PLAN };
    const run = await perform(sandbox(), 'jobRun.deleteMany', parameters);
    expect(hintsOf(run)).toEqual(['This was a dry run. Nothing was changed.']);
    const counted = await performed(sandbox(), 'jobRun.deleteMany', parameters);
    expect(counted).toEqual([{ jobId: id, matched: 140, deleted: 0, dryRun: true }]);
    expect([left(id), asked().deleteJobInstances]).toEqual([150, undefined]);
    const deleted = await performed(sandbox(), 'jobRun.deleteMany', {
      ...parameters,
      dryRun: false,
    });
    expect(deleted).toMatchObject([{ matched: 140, deleted: 140 }]);
    expect([left(id), asked().deleteJobInstances]).toEqual([10, 2]);
  });

  test.each([
    [{ keepLast: 12, olderThanDays: 0 }, 8],
    [{ outcomes: ['failed'], olderThanDays: 0 }, 10],
    [{ outcomes: ['failed'], keepLast: 18, olderThanDays: 19 }, 1],
    [{ outcomes: ['stopped'], olderThanDays: 0 }, 0],
  ])('%j takes %d of 20', async (which, matched) => {
    const id = jobWithRuns(20);
    const parameters = { jobId: byId(id), ...PLAN, ...which, dryRun: false };
    expect(await performed(sandbox(), 'jobRun.deleteMany', parameters)).toMatchObject([
      { matched, deleted: matched },
    ]);
    expect(left(id)).toBe(20 - matched);
  });

  test('are counted right if a response was lost, and deleted by Retry On Fail if all were', async () => {
    const parameters = { jobId: byId(jobWithRuns(20)), ...PLAN, olderThanDays: 0, dryRun: false };
    const operation = 'deleteJobInstances';
    sandbox().accidents.add({ kind: 'resetAfter', operation });
    const deleted = await performed(sandbox(), 'jobRun.deleteMany', parameters);
    expect(deleted).toMatchObject([{ matched: 20, deleted: 20 }]);

    const others = { ...parameters, jobId: byId(jobWithRuns(20)) };
    const sent = asked()[operation] ?? 0;
    sandbox().accidents.add({ kind: 'status', status: 504, operation, times: 1000 });
    const { error } = await perform(sandbox(), 'jobRun.deleteMany', others);
    expect(error?.message).toContain('not known');
    const times = (asked()[operation] ?? 0) - sent;
    sandbox().accidents.clear();
    sandbox().accidents.add({ kind: 'status', status: 504, operation, times });
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const again = await performed(sandbox(), 'jobRun.deleteMany', others, { settings });
    expect(again).toMatchObject([{ matched: 20, deleted: 20 }]);
  });

  test('are deleted in halves if the platform refuses so many at once', async () => {
    const id = jobWithRuns(40);
    sandbox().accidents.add({ kind: 'status', status: 413, operation: 'deleteJobInstances' });
    const parameters = { jobId: byId(id), ...PLAN, olderThanDays: 0, dryRun: false };
    expect(await performed(sandbox(), 'jobRun.deleteMany', parameters)).toMatchObject([
      { matched: 40, deleted: 40 },
    ]);
    // One is tried alone first.
    expect(asked().deleteJobInstances).toBe(4);
    expect(left(id)).toBe(0);
  });

  test('that the platform keeps are not counted as deleted', async () => {
    const id = jobWithRuns(20);
    const { store } = sandbox();
    const deleteRun = store.deleteRun.bind(store);
    let refusals = 0;
    store.deleteRun = (runId) => ++refusals % 4 > 0 && deleteRun(runId);
    const parameters = { jobId: byId(id), ...PLAN, olderThanDays: 0, dryRun: false };
    expect(await performed(sandbox(), 'jobRun.deleteMany', parameters)).toMatchObject([
      { matched: 20, deleted: 15 },
    ]);
    expect(left(id)).toBe(5);
  });

  test('that go on, or belong to a pipeline, stay', async () => {
    const { store } = sandbox();
    const id = jobWithRuns(1);
    store.startRun(id, { script: { durationSeconds: null } });
    const pipelineId = pipelineOf(sandbox(), id);
    store.pipelines.start(pipelineId);
    const all = { ...PLAN, olderThanDays: 0, dryRun: false };
    const ofJob = await performed(sandbox(), 'jobRun.deleteMany', { jobId: byId(id), ...all });
    expect(ofJob).toMatchObject([{ matched: 1, deleted: 1 }]);
    const ofPipeline = await performed(sandbox(), 'pipelineRun.deleteMany', {
      pipelineId: byId(pipelineId),
      ...all,
    });
    expect(ofPipeline).toMatchObject([{ matched: 1, deleted: 1 }]);
    expect(left(id)).toBe(1);
  });
});

describe('variables', () => {
  const place = { scope: 'PROJECT', projectId };
  const stored = () =>
    Object.fromEntries(
      sandbox()
        .store.variables.of('PROJECT', PROJECT_IDS.retail)
        .map(({ name, value }) => [name, value]),
    );

  test('become those of a text; a dry run reports the same and changes nothing', async () => {
    const before = stored();
    const text = '# ours\nexport REGION="eu north" # here\nNEW=a=b#c\n\nDATABASE_PASSWORD=\n';
    const parameters = { ...place, format: 'env', text };
    const dryRun = { ...parameters, dryRun: true };
    const run = await perform(sandbox(), 'environmentVariable.replaceAll', dryRun);
    expect(hintsOf(run)).toEqual(['This was a dry run. Nothing was changed.']);
    expect(run.json.every((change) => change.dryRun === true)).toBe(true);
    expect(run.json).toMatchObject([
      { name: 'REGION', action: 'updated', value: 'eu north', previousValue: 'eu-west' },
      { name: 'NEW', action: 'created', value: 'a=b#c' },
      { name: 'DATABASE_PASSWORD', action: 'unchanged', isPassword: true },
    ]);
    expect(stored()).toEqual(before);
    const made = await performed(sandbox(), 'environmentVariable.replaceAll', parameters);
    expect(made.map((change) => ({ ...change, dryRun: true }))).toEqual(run.json);
    expect(stored()).toEqual({
      REGION: 'eu north',
      NEW: 'a=b#c',
      DATABASE_PASSWORD: 'not-shown',
    });
    const again = { ...place, text: '{ "REGION": "eu north" }' };
    expect(await performed(sandbox(), 'environmentVariable.replaceAll', again)).toMatchObject([
      { name: 'REGION', action: 'unchanged' },
      { name: 'DATABASE_PASSWORD', action: 'deleted' },
      { name: 'NEW', action: 'deleted' },
    ]);
    expect(stored()).toEqual({ REGION: 'eu north' });
  });

  test('report no password, neither in items nor in errors', async () => {
    const text = JSON.stringify({ TOKEN: { value: 'sesame-17', isPassword: true } });
    const run = await perform(sandbox(), 'environmentVariable.replaceAll', { ...place, text });
    expect(JSON.stringify(run.json)).not.toContain('sesame-17');
    expect(sandbox().store.variables.of('PROJECT', PROJECT_IDS.retail)).toMatchObject([
      { name: 'TOKEN', value: 'sesame-17', isPassword: true },
    ]);
  });

  test('keep no password in the error of a dry run that fails half-way', async () => {
    const text = JSON.stringify({ TOKEN: { value: 'sesame-19', isPassword: true } });
    const query = 'projectEnvironmentVariables';
    // The first answer is for the check before all items, the second one for the dry run itself.
    sandbox().accidents.add({ kind: 'status', operation: query, skip: 1, status: 409 });
    const parameters = { ...place, text, dryRun: true };
    const settings = { onError: 'continueRegularOutput' as const };
    const failed = await perform(sandbox(), 'environmentVariable.replaceAll', parameters, {
      settings,
    });
    const error = expect.stringContaining('409');
    expect(failed.json).toMatchObject([{ error, mayHaveHappened: false }]);
    expect(textsIn(failed.run.data.resultData).all.join()).not.toContain('sesame-19');
  });

  test.each([
    ['json', '{', 'they are not JSON'],
    ['json', '[{ "value": "x" }]', 'one has no name'],
    ['json', '{ "A": {"value": {}} }', 'the value of "A" is not a text'],
    ['json', '[{ "name": "A", "valeu": "x" }]', 'the variable "A" has no field "valeu"'],
    ['json', '{ "A": {"value": "x", "isPassword": "true"} }', 'the field "isPassword" of "A" is'],
    ['json', '{ "A": {"description": 5} }', 'the description of "A" is not a text'],
    ['json', '{ "A": "x", "A": "y" }', 'the name "A" is set twice'],
    ['env', 'A=1\nwhat', 'line 2 is not a variable'],
    ['env', 'A=1\nA=2', 'the variable "A" is set twice'],
  ])('in %s as %j are refused, and nothing is changed', async (format, text, message) => {
    const before = stored();
    const parameters = { ...place, format, text };
    const { error } = await perform(sandbox(), 'environmentVariable.replaceAll', parameters);
    expect(error?.message).toContain(`The variables are not valid: ${message}`);
    expect(stored()).toEqual(before);
  });
});
