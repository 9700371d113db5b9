import type { WorkflowRun } from '../../../support/engine/runWorkflow';
import { PROJECT_IDS } from '../../../../sandbox';
import { pipelineOf } from '../../../operations/onSandbox';
import { byId, perform, performed } from '../support';
import { textsIn } from '../../../support/textsIn';
import { describeBeside, ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { retryAtOnce } from '../../../support/retryAtOnce';

retryAtOnce();

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

const DRY_RUN = 'This was a dry run. Nothing was changed.';
const hintsOf = ({ run }: WorkflowRun) =>
  (run.data.resultData.runData.Node?.[0]?.hints ?? []).map(({ message }) => message);

describeBeside('runs', () => {
  const ALL = { olderThanDays: 0, keepLast: 0, outcomes: [], dryRun: false };
  const left = (id: string) => sandbox().store.countRunsOfJob(id);
  const operation = 'deleteJobInstances';
  const deleteRuns = async (id: string, more: object = {}, settings?: object) => {
    const parameters = { jobId: byId(id), ...ALL, ...more };
    return await perform(sandbox(), 'jobRun.deleteMany', parameters, { settings });
  };

  test('are counted first, and deleted where that is wanted', async () => {
    const id = jobWithRuns(150);
    const old = { olderThanDays: 10 };
    const counted = await deleteRuns(id, { ...old, dryRun: true });
    expect(hintsOf(counted)).toEqual([DRY_RUN]);
    expect(counted.json).toEqual([{ jobId: id, matched: 140, deleted: 0, dryRun: true }]);
    expect([left(id), asked()[operation]]).toEqual([150, undefined]);
    const { json } = await deleteRuns(id, old);
    expect(json).toMatchObject([{ matched: 140, deleted: 140 }]);
    // Each time, two pages are read of the list, and it is not read again.
    expect([left(id), asked()[operation], asked().job]).toEqual([10, 2, 4]);
  });

  test.each([
    [{ keepLast: 12 }, 8],
    [{ outcomes: ['failed'] }, 10],
    [{ outcomes: ['failed'], keepLast: 18, olderThanDays: 19 }, 1],
    [{ outcomes: ['stopped'] }, 0],
  ])('%j takes %d of 20', async (which, matched) => {
    const id = jobWithRuns(20);
    expect((await deleteRuns(id, which)).json).toMatchObject([{ matched, deleted: matched }]);
    expect(left(id)).toBe(20 - matched);
  });

  test('are counted right if a response was lost, and deleted by Retry On Fail if all were', async () => {
    const matched = 20;
    sandbox().accidents.add({ kind: 'resetAfter', operation });
    const { json } = await deleteRuns(jobWithRuns(matched));
    expect(json).toMatchObject([{ matched, deleted: matched }]);

    const id = jobWithRuns(matched);
    const sent = asked()[operation] ?? 0;
    sandbox().accidents.add({ kind: 'status', status: 504, operation, times: 1000 });
    expect((await deleteRuns(id)).error?.message).toContain('not known');
    const times = (asked()[operation] ?? 0) - sent;
    sandbox().accidents.clear();
    sandbox().accidents.add({ kind: 'status', status: 504, operation, times });
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const again = await deleteRuns(id, {}, settings);
    expect(again.json).toMatchObject([{ matched, deleted: matched }]);
  });

  test('that the platform keeps are not counted as deleted', async () => {
    const id = jobWithRuns(20);
    const { store } = sandbox();
    const deleteRun = store.deleteRun.bind(store);
    let refusals = 0;
    store.deleteRun = (runId) => ++refusals % 4 > 0 && deleteRun(runId);
    expect((await deleteRuns(id)).json).toMatchObject([{ matched: 20, deleted: 15 }]);
    expect(left(id)).toBe(5);
  });

  test('that go on, or belong to a pipeline, stay', async () => {
    const { store } = sandbox();
    const id = jobWithRuns(1);
    store.startRun(id, { script: { durationSeconds: null } });
    const pipelineId = pipelineOf(sandbox(), id);
    store.pipelines.start(pipelineId);
    expect((await deleteRuns(id)).json).toMatchObject([{ matched: 1, deleted: 1 }]);
    const ofPipeline = { pipelineId: byId(pipelineId), ...ALL };
    expect(await performed(sandbox(), 'pipelineRun.deleteMany', ofPipeline)).toMatchObject([
      { matched: 1, deleted: 1 },
    ]);
    expect(left(id)).toBe(1);
  });
});

describeBeside('variables', () => {
  const replaceAll = async (given: object, settings?: object) => {
    const parameters = { scope: 'PROJECT', projectId, ...given };
    return await perform(sandbox(), 'environmentVariable.replaceAll', parameters, { settings });
  };
  const variables = () => sandbox().store.variables.of('PROJECT', PROJECT_IDS.retail);
  const stored = () => Object.fromEntries(variables().map(({ name, value }) => [name, value]));

  test('become those of a text; a dry run reports the same and changes nothing', async () => {
    const before = stored();
    const text = '# ours\nexport REGION="eu north" # here\nNEW=a=b#c\n\nDATABASE_PASSWORD=\n';
    const run = await replaceAll({ format: 'env', text, dryRun: true });
    expect(hintsOf(run)).toEqual([DRY_RUN]);
    expect(run.json.every((change) => change.dryRun === true)).toBe(true);
    expect(run.json).toMatchObject([
      { name: 'REGION', action: 'updated', value: 'eu north', previousValue: 'eu-west' },
      { name: 'NEW', action: 'created', value: 'a=b#c' },
      { name: 'DATABASE_PASSWORD', action: 'unchanged', isPassword: true },
    ]);
    expect(stored()).toEqual(before);
    const made = await replaceAll({ format: 'env', text });
    expect(made.json.map((change) => ({ ...change, dryRun: true }))).toEqual(run.json);
    const password = { DATABASE_PASSWORD: 'not-shown' };
    expect(stored()).toEqual({ REGION: 'eu north', NEW: 'a=b#c', ...password });
    expect((await replaceAll({ text: '={{ { "REGION": "eu north" } }}' })).json).toMatchObject([
      { name: 'REGION', action: 'unchanged' },
      { name: 'DATABASE_PASSWORD', action: 'deleted' },
      { name: 'NEW', action: 'deleted' },
    ]);
    expect(stored()).toEqual({ REGION: 'eu north' });
  });

  test('of which only some could be changed say so', async () => {
    const refused = { kind: 'status', operation: 'saveEnvironmentVariable', status: 409 } as const;
    sandbox().accidents.add({ ...refused, skip: 1 });
    const { error } = await replaceAll({ format: 'env', text: 'A=1\nB=2\nDATABASE_PASSWORD=' });
    expect(error?.message).toMatch(
      /^1 of 3 changes of variables were made, but that of "B" was not confirmed: /,
    );
  });

  test('report no password, neither in items nor in the error of a dry run that fails half-way', async () => {
    const text = JSON.stringify({ TOKEN: { value: 'sesame-17', isPassword: true } });
    // The first answer is for the check before all items, the second one for the dry run itself.
    const operation = 'projectEnvironmentVariables';
    sandbox().accidents.add({ kind: 'status', operation, skip: 1, status: 409 });
    const settings = { onError: 'continueRegularOutput' } as const;
    const failed = await replaceAll({ text, dryRun: true }, settings);
    const error = expect.stringContaining('409');
    expect(failed.json).toMatchObject([{ error, mayHaveHappened: false }]);
    const run = await replaceAll({ text });
    for (const { data } of [failed.run, run.run]) {
      expect(textsIn(data.resultData).all.join()).not.toContain('sesame-17');
    }
    expect(variables()).toMatchObject([{ name: 'TOKEN', value: 'sesame-17', isPassword: true }]);
  });

  test.each([
    ['json', '{', 'they are not JSON'],
    ['json', '[{ "value": "x" }]', 'one has no name'],
    ['json', '{ "A": {"value": {}} }', 'the value of "A" is not a text'],
    ['json', '[{ "name": "A", "valeu": "x" }]', 'the variable "A" has no field "valeu"'],
    ['json', '{ "A": {"value": "x", "isPassword": "true"} }', 'the field "isPassword" of "A" is'],
    ['json', '{ "A": {"description": 5} }', 'the description of "A" is not a text'],
    ['env', 'A=1\nwhat', 'line 2 is not a variable'],
    ['env', 'A=1\nA=2', 'the variable "A" is set twice'],
  ])('in %s as %j are refused, and nothing is changed', async (format, text, message) => {
    const before = stored();
    const { error } = await replaceAll({ format, text });
    expect(error?.message).toContain(`The variables are not valid: ${message}`);
    expect(stored()).toEqual(before);
  });
});
