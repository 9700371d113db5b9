import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT_IDS, type Fault } from '../../../../sandbox';
import type { JobScript } from '../../../../sandbox/runs/script';
import { connectPlatform } from '../../../../platform/client';
import { describeBeside, ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { byId, keptOf, perform, performed } from '../support';
import { CONTINUES } from './jobRuns';

const test = testBeside({ seedRuns: false });

/** The limit of what is read beside a run, and a shorter one. */
const [LIMIT_MS, SOON_MS] = [20_000, 4_000];
const realSetTimeout = globalThis.setTimeout;
beforeAll(() => {
  globalThis.setTimeout = ((action: () => void, ms = 0, ...given: []) =>
    realSetTimeout(action, ms === LIMIT_MS ? SOON_MS : ms, ...given)) as typeof setTimeout;
});
afterAll(() => {
  globalThis.setTimeout = realSetTimeout;
});

const SECRET = 'hunter2-hunter2';
const projectId = PROJECT_IDS.energy;
const set = (key: string, value: string | null, isPassword = false) => ({ key, value, isPassword });
const include = { includeVariables: true, pollInterval: 1 };

function addJob(name: string, script: Partial<JobScript> = {}): string {
  const quick = { queueSeconds: 0, durationSeconds: 0, ...script };
  return sandbox().store.addJob({ projectId, name, script: quick }).id;
}

async function runPipeline() {
  const outputVariables = [set('ROWS', '42'), set('TOKEN', SECRET, true)];
  const first = addJob('First job', { outputVariables });
  const second = addJob('Second job', { outputVariables: [set('DONE', 'yes')] });
  const node = (jobId: string, ...nextNodes: string[]) => ({ id: jobId, jobId, nextNodes });
  const jobNodes = [node(first, second), node(second)].map((one) => ({ ...one, position: null }));
  const settings = { hasExecutionVariablesEnabled: true };
  const graph = { jobNodes, conditionNodes: [] };
  const { id } = sandbox().store.pipelines.add({ projectId, graph, settings });
  const parameters = { pipelineId: byId(id), options: include };
  const [item = {}] = await performed(sandbox(), 'pipeline.runAndWait', parameters);
  return item;
}

function addVariables(): void {
  const { variables } = sandbox().store;
  variables.add({ name: 'REGION', value: 'east', scope: 'PROJECT', entityId: projectId });
  variables.add({ name: 'KEY', value: SECRET, isPassword: true });
}

const NONE = { succeeded: true, variables: null, inputVariables: null };
const GIVEN = { REGION: 'east', LAKE_URL: 'hdfs://lake.invalid:8020', KEY: null };

const ofJob = (jobId: string, options: object = {}) => ({
  jobId: byId(jobId),
  options: { ...include, ...options },
});
const runJob = async (jobId: string, options?: object) =>
  await performed(sandbox(), 'job.runAndWait', ofJob(jobId, options));

async function endedRuns(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => {
    const jobId = addJob(`Job ${n}`, { outputVariables: [set('N', `${n}`)] });
    return sandbox().store.startRun(jobId)?.id ?? '';
  });
  await pause(20);
  return ids;
}

async function got(operation: string, ids: string[], options: object) {
  const items = ids.map((id) => ({ json: { id } }));
  const parameters = { runId: '={{ $json.id }}', options };
  sandbox().stats.reset();
  const json = await performed(sandbox(), operation, parameters, { items });
  const { jobInstance = 0, pipelineInstance = 0 } = sandbox().stats.byOperation;
  return { json, requests: jobInstance + pipelineInstance };
}

async function variablesOf(operation: string, ids: string[]) {
  const without = await got(operation, ids, {});
  expect(without.json[0]).not.toHaveProperty('variables');
  const { json, requests } = await got(operation, ids, { includeVariables: true });
  expect(requests).toBe(without.requests + 1);
  return json.map(({ variables }) => variables);
}

describeBeside('what a run of a job has set, and what it was given', () => {
  test('is returned by Run and Wait, without passwords and what does not fit into an item', async () => {
    addVariables();
    const odd = set('__proto__', 'x');
    const outputVariables = [set('ROWS', '42'), set('TOKEN', SECRET, true), odd];
    const jobId = addJob('Import', { outputVariables });
    sandbox().store.variables.add({ name: 'DAY', value: '7', scope: 'JOB', entityId: jobId });
    const run = await perform(sandbox(), 'job.runAndWait', ofJob(jobId));
    expect(run.json).toMatchObject([{ succeeded: true, variables: { ROWS: '42', TOKEN: null } }]);
    expect(run.json[0]?.inputVariables).toEqual({ DAY: '7', ...GIVEN });
    expect(run.json[0]?.variablesLeftOut).toBe(1);
    expect(keptOf(run)).not.toContain(SECRET);
  });

  test('is one request more for 100 items, and none if it is not wanted', async () => {
    const ids = await endedRuns(100);
    const expected = ids.map((_, n) => ({ N: `${n}` }));
    expect(await variablesOf('jobRun.get', ids)).toEqual(expected);
    expect(await variablesOf('jobRun.wait', ids)).toEqual(expected);
  });

  test('is returned of a run that failed, too, by both ways out', async () => {
    const outputVariables = [set('ROWS', '42')];
    const jobId = addJob('Import', { outcome: 'FAILED', outputVariables });
    const variables = { variables: { ROWS: '42' }, inputVariables: { REGION: 'eu-central' } };
    const json = await runJob(jobId, { onFailure: 'output' });
    expect(json).toMatchObject([{ succeeded: false, lastLogLines: [], ...variables }]);
    const { outputs } = await perform(sandbox(), 'job.runAndWait', ofJob(jobId), {
      settings: CONTINUES,
    });
    expect(outputs[1]?.[0]?.json).toMatchObject({ errorCode: 'RUN_FAILED', ...variables });
  });
});

describeBeside("a pipeline's run", () => {
  test('has them by job, in a request more', async () => {
    addVariables();
    const item = await runPipeline();
    expect(item).toMatchObject({
      variables: { First_job: { ROWS: '42', TOKEN: null }, Second_job: { DONE: 'yes' } },
      inputVariables: { First_job: GIVEN, Second_job: { ...GIVEN, ROWS: '42', TOKEN: null } },
    });
    const ids = Array<string>(20).fill(String(item.id));
    for (const operation of ['pipelineRun.get', 'pipelineRun.wait']) {
      expect(await variablesOf(operation, ids)).toEqual(ids.map(() => item.variables));
    }
  });
});

describeBeside('a platform without variables', () => {
  const schemaChanges = { without: ['JobInstance.executionVariablesOutput'], instead: '' };
  const early = testBeside({ seedRuns: false, schemaChanges });

  early('loses no run', async () => {
    const jobId = addJob('Import');
    const json = await runJob(jobId);
    const cannot =
      /^The variables could not be read: This platform cannot return "executionVariablesOutput": /;
    expect(json).toMatchObject([{ ...NONE, variablesError: expect.stringMatching(cannot) }]);
    expect(sandbox().store.runsOfJob(jobId)).toHaveLength(1);
  });
});

describeBeside('a fault while they are read', () => {
  const FAULTS: Fault[] = [
    { kind: 'status', status: 500, times: 99 },
    { kind: 'errors', times: 99, errors: [{ message: 'No rights', path: ['jobInstance'] }] },
    { kind: 'hang', times: 99 },
  ];

  test.each(FAULTS)('loses no run: $kind', async (fault) => {
    const jobId = addJob('Import', { outputVariables: [set('A', '1')] });
    // What is read before: the schema, and the run at its end.
    await got('jobRun.get', await endedRuns(1), {});
    sandbox().stats.reset();
    await runJob(jobId, { includeVariables: false });
    const { jobInstance: polls } = sandbox().stats.byOperation;
    sandbox().faults.add({ ...fault, operation: 'jobInstance', skip: polls });
    const json = await runJob(jobId);
    const because = fault.kind === 'hang' ? 'did not respond in time$' : '';
    const variablesError = expect.stringMatching(`^The variables could not be read: .*${because}`);
    expect(json).toMatchObject([{ ...NONE, variablesError }]);
    expect(sandbox().store.runsOfJob(jobId)).toHaveLength(2);
  });

  test('that lasts is given as the reason with what has arrived by then, unless the node is canceled', async () => {
    const ids = await endedRuns(101);
    const { jobRuns } = connectPlatform(sandbox().credentials);
    const readAll = async (options: object) =>
      await Promise.all(ids.map((id) => jobRuns.readVariables(id, options)));
    await jobRuns.readVariables(ids[0] ?? '');
    sandbox().faults.add({ kind: 'hang', operation: 'jobInstance', skip: 1 });
    const reads = await readAll({});
    const failures = reads.flatMap((read) => ('failure' in read ? [read.failure] : []));
    expect([1, 100]).toContain(failures.length);
    const message = `${new URL(sandbox().baseUrl).host} did not respond in time`;
    const hint = 'Read the variables later with "Get" and "Include Variables".';
    expect(failures).toMatchObject(failures.map(() => ({ message, hint })));
    sandbox().faults.add({ kind: 'hang', operation: 'jobInstance' });
    const canceled = readAll({ signal: AbortSignal.timeout(500) });
    await expect(canceled).rejects.toMatchObject({ name: 'CancelledError' });
  });

  test('of one run of many leaves the others theirs', async () => {
    const asked = [...(await endedRuns(20)), '00000000-0000-4000-8000-00000000dead'];
    const { jobRuns } = connectPlatform(sandbox().credentials);
    const reads = await Promise.all(asked.map((id) => jobRuns.readVariables(id)));
    expect(reads.map((read) => 'failure' in read)).toEqual(asked.map((_id, n) => n === 20));
  });
});
