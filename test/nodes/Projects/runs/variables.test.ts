import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT_IDS, startSandbox, type Accident } from '../../../../sandbox';
import type { JobScript } from '../../../../sandbox/runs/script';
import { connectPlatform } from '../../../../platform/client';
import { startNode } from '../../../../harness/engine/runWorkflow';
import { HOSTILE_NAMES } from '../../../support/hostileNames';
import { byId, keptOf, perform, performed } from '../support';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside({ seedRuns: false });

const SECRET = 'hunter2-hunter2';
const projectId = PROJECT_IDS.energy;
const set = (key: string, value: string | null, isPassword = false) => ({ key, value, isPassword });
const include = { includeVariables: true, pollInterval: 1 };

const addJob = (name: string, script: Partial<JobScript> = {}, on = sandbox()) =>
  on.store.addJob({
    projectId,
    name,
    script: { queueSeconds: 0, durationSeconds: 0, ...script },
  }).id;

/** A first job that sets two variables, then a second one. */
function addPipeline(on = sandbox(), isPassedOn = true): string {
  const outputVariables = [set('ROWS', '42'), set('TOKEN', SECRET, true)];
  const [first, second] = [
    addJob('First job', { outputVariables }, on),
    addJob('Second job', { outputVariables: [set('DONE', 'yes')] }, on),
  ];
  const node = (jobId: string, nextNodes: string[]) => ({
    id: jobId,
    jobId,
    position: null,
    nextNodes,
  });
  const graph = { jobNodes: [node(first, [second]), node(second, [])], conditionNodes: [] };
  const settings = { hasExecutionVariablesEnabled: isPassedOn };
  return on.store.pipelines.add({ projectId, graph, settings }).id;
}

/** Beside those that every run on the sandbox is given. */
function addVariables(): void {
  sandbox().store.variables.add({
    name: 'REGION',
    value: 'east',
    scope: 'PROJECT',
    entityId: projectId,
  });
  sandbox().store.variables.add({ name: 'KEY', value: SECRET, isPassword: true });
}

const GIVEN = { REGION: 'east', LAKE_URL: 'hdfs://lake.invalid:8020', KEY: null };

/** Runs that have ended, each of a job of its own. */
async function endedRuns(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => {
    const jobId = addJob(`Job ${n}`, { outputVariables: [set('N', `${n}`)] });
    return sandbox().store.startRun(jobId)?.id ?? '';
  });
  await pause(20);
  return ids;
}

const got = async (ids: string[], options: object, operation = 'jobRun.get') => {
  const items = ids.map((id) => ({ json: { id } }));
  return await performed(sandbox(), operation, { runId: '={{ $json.id }}', options }, { items });
};

/** How many requests about runs it takes. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  sandbox().stats.reset();
  await work();
  return sandbox().stats.byOperation.jobInstance ?? 0;
}

describe('what a run of a job has set, and what it was given', () => {
  test('is put out by Run and Wait', async () => {
    addVariables();
    const outputVariables = [set('ROWS', '42'), set('TOKEN', SECRET, true)];
    const jobId = addJob('Import', { outputVariables });
    sandbox().store.variables.add({ name: 'DAY', value: '7', scope: 'JOB', entityId: jobId });
    const run = await perform(sandbox(), 'job.runAndWait', {
      jobId: byId(jobId),
      options: include,
    });
    expect(run.json).toEqual([
      expect.objectContaining({
        succeeded: true,
        variables: { ROWS: '42', TOKEN: null },
        inputVariables: { DAY: '7', ...GIVEN },
      }),
    ]);
    expect(keptOf(run)).not.toContain(SECRET);
  });

  test.each([1, 100])(
    'is one request more for %i items, and none if it is not wanted',
    async (n) => {
      const ids = await endedRuns(n);
      for (const operation of ['jobRun.get', 'jobRun.wait']) {
        const without = await requestsOf(() => got(ids, {}, operation));
        let json: Awaited<ReturnType<typeof got>> = [];
        const more = await requestsOf(async () => {
          json = await got(ids, { includeVariables: true }, operation);
        });
        expect(more).toBe(without + 1);
        expect(json.map(({ variables }) => variables)).toEqual(ids.map((_, i) => ({ N: `${i}` })));
      }
    },
  );

  test('is put out of a run that failed, too, by both ways out', async () => {
    const outputVariables = [set('ROWS', '42')];
    const parameters = { jobId: byId(addJob('Import', { outcome: 'FAILED', outputVariables })) };
    const variables = { variables: { ROWS: '42' }, inputVariables: { REGION: 'eu-central' } };
    const options = { ...include, onFailure: 'output' };
    const [item] = await performed(sandbox(), 'job.runAndWait', { ...parameters, options });
    expect(item).toMatchObject({ succeeded: false, lastLogLines: [], ...variables });
    const { outputs } = await perform(
      sandbox(),
      'job.runAndWait',
      { ...parameters, options: include },
      { settings: { onError: 'continueErrorOutput' } },
    );
    expect(outputs[1]?.[0]?.json).toMatchObject({ errorCode: 'RUN_FAILED', ...variables });
  });

  test('has hostile names and long values as they fit into an item', async () => {
    const names = [...HOSTILE_NAMES, 'FINE'];
    const outputVariables = [
      ...names.map((name) => set(name, name)),
      set('LONG', 'x'.repeat(200_000)),
    ];
    const [item] = await performed(sandbox(), 'job.runAndWait', {
      jobId: byId(addJob('Import', { outputVariables })),
      options: include,
    });
    const left = names.filter((name) => name !== '__proto__');
    expect(Object.keys(item?.variables ?? {}).sort()).toEqual(left.sort());
    expect(item?.variablesLeftOut).toBe(2);
    expect(({} as Record<string, unknown>).FINE).toBeUndefined();
  });
});

describe("a pipeline's run", () => {
  const EXPECTED = {
    variables: { First_job: { ROWS: '42', TOKEN: null }, Second_job: { DONE: 'yes' } },
    inputVariables: { First_job: GIVEN, Second_job: { ...GIVEN, ROWS: '42', TOKEN: null } },
  };

  test.each([1, 100])('has them by job, %i items in a request more', async (count) => {
    addVariables();
    const items = Array.from({ length: count }, () => ({ json: { id: addPipeline() } }));
    const parameters = { pipelineId: byId('={{ $json.id }}'), options: include };
    const json = await performed(sandbox(), 'pipeline.runAndWait', parameters, { items });
    expect(json).toHaveLength(count);
    expect(json[0]).toMatchObject(EXPECTED);
    const ids = json.map(({ id }) => ({ json: { id } }));
    for (const operation of ['pipelineRun.get', 'pipelineRun.wait']) {
      const ask = async (options: object) => {
        sandbox().stats.reset();
        const asked = { runId: '={{ $json.id }}', options };
        const read = await performed(sandbox(), operation, asked, { items: ids });
        return { read, requests: sandbox().stats.byOperation.pipelineInstance ?? 0 };
      };
      const [without, withThem] = [await ask({}), await ask({ includeVariables: true })];
      expect(withThem.requests).toBe(without.requests + 1);
      expect(without.read[0]).not.toHaveProperty('variables');
      expect(Object.keys(withThem.read.at(-1)?.variables ?? {})).toHaveLength(2);
    }
  });

  test('passes none on if it is not set to', async () => {
    const parameters = { pipelineId: byId(addPipeline(sandbox(), false)), options: include };
    const [item] = await performed(sandbox(), 'pipeline.runAndWait', parameters);
    expect(item?.inputVariables).toMatchObject({ Second_job: { REGION: 'eu-central' } });
    expect(JSON.stringify(item?.inputVariables)).not.toContain('ROWS');
  });
});

describe('older platforms', () => {
  test('that have variables, but no aliases in runs, have them by the alias of the job', async () => {
    const older = await startSandbox({ seedRuns: false, generation: 'middle' });
    try {
      const parameters = { pipelineId: byId(addPipeline(older)), options: include };
      const [item] = await performed(older, 'pipeline.runAndWait', parameters);
      expect(item?.variables).toMatchObject({ Second_job: { DONE: 'yes' } });
      expect(item?.inputVariables).toMatchObject({ Second_job: { ROWS: '42' } });
    } finally {
      await older.close();
    }
  });

  test.each([true, false])(
    'without variables lose no run: schema shown %s',
    async (introspection) => {
      const older = await startSandbox({ seedRuns: false, generation: 'early', introspection });
      try {
        const jobId = addJob('Import', {}, older);
        const parameters = { jobId: byId(jobId), options: include };
        const [item] = await performed(older, 'job.runAndWait', parameters);
        expect(item).toMatchObject({ succeeded: true, variables: null, inputVariables: null });
        expect(item?.variablesError).toMatch(
          /^The variables could not be read: This platform cannot return the variables of runs: /,
        );
        expect(older.store.runsOfJob(jobId)).toHaveLength(1);
      } finally {
        await older.close();
      }
    },
  );
});

describe('an accident while they are read', () => {
  const ACCIDENTS: Accident[] = [
    { kind: 'status', status: 500, times: 99 },
    { kind: 'resetBefore', times: 99 },
    { kind: 'html', times: 99 },
    { kind: 'badJson', times: 99 },
    { kind: 'errors', times: 99, errors: [{ message: 'No rights', path: ['jobInstance'] }] },
    { kind: 'hang', times: 99 },
  ];

  test.each(ACCIDENTS)(
    'loses no run: $kind',
    async (accident) => {
      const jobId = addJob('Import', { outputVariables: [set('A', '1')] });
      // What is read before: the schema, and the run at its end.
      await got(await endedRuns(1), {});
      const polls = await requestsOf(() =>
        performed(sandbox(), 'job.runAndWait', {
          jobId: byId(jobId),
          options: { pollInterval: 1 },
        }),
      );
      sandbox().accidents.add({ ...accident, operation: 'jobInstance', skip: polls });
      const parameters = { jobId: byId(jobId), options: include };
      const [item] = await performed(sandbox(), 'job.runAndWait', parameters);
      expect(item).toMatchObject({ succeeded: true, variables: null, inputVariables: null });
      expect(item?.variablesError).toMatch(/^The variables could not be read: /);
      if (accident.kind === 'hang')
        expect(item?.variablesError).toMatch(/did not respond in time$/);
      expect(sandbox().store.runsOfJob(jobId)).toHaveLength(2);
    },
    60_000,
  );

  test('that lasts is given as the reason; what has arrived by then is there', async () => {
    const ids = await endedRuns(101);
    const client = connectPlatform(sandbox().credentials);
    await client.jobRuns.readVariablesOfRuns(ids.slice(0, 1));
    sandbox().accidents.add({ kind: 'hang', operation: 'jobInstance', skip: 1 });
    const noneAfter = AbortSignal.timeout(1_000);
    const reads = [...(await client.jobRuns.readVariablesOfRuns(ids, { noneAfter })).values()];
    const failures = reads.flatMap((read) => ('failure' in read ? [read.failure] : []));
    expect([1, 100]).toContain(failures.length);
    const { host } = new URL(sandbox().baseUrl);
    expect(new Set(failures.map(({ message }) => message))).toEqual(
      new Set([`${host} did not respond in time`]),
    );
    expect(failures[0]?.hint).toBe('Read them later with "Get" and "Include Variables".');
  });

  test('of one run of many leaves the others theirs', async () => {
    const ids = await endedRuns(100);
    const asked = [...ids, '00000000-0000-4000-8000-00000000dead'];
    const client = connectPlatform(sandbox().credentials);
    const reads = await client.jobRuns.readVariablesOfRuns(asked);
    expect([...reads.keys()].sort()).toEqual([...asked].sort());
    const failed = [...reads].filter(([, read]) => 'failure' in read);
    expect(failed.map(([id]) => id)).toEqual(asked.slice(-1));
  });
});

test.each([1, 100])('a cancel ends the reading of %i at once', async (count) => {
  const ids = await endedRuns(count);
  sandbox().accidents.add({ kind: 'hang', operation: 'jobInstance', skip: 1, times: 9 });
  sandbox().stats.reset();
  const { result, cancel } = await startNode(
    {
      parameters: {
        resource: 'jobRun',
        operation: 'get',
        runId: '={{ $json.id }}',
        options: { includeVariables: true },
      },
    },
    { dataPlatformApi: sandbox().credentials },
    ids.map((id) => ({ id })),
  );
  while ((sandbox().stats.byOperation.jobInstance ?? 0) < 2) await pause(10);
  const cancelledAt = Date.now();
  cancel();
  await result;
  expect(Date.now() - cancelledAt).toBeLessThan(2_000);
});
