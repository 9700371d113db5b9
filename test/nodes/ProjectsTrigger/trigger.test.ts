import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, JOB_IDS, PIPELINE_IDS, PROJECT_IDS } from '../../../sandbox';
import { pipelineOf } from '../../operations/onSandbox';
import { findSchemaMismatches } from '../../support/descriptions/outputSchema';
import { loadOptions } from '../../support/engine/loadOptions';
import { retryAtOnce } from '../../support/retryAtOnce';
import { byId, performed } from '../Projects/support';
import {
  chosenJobs,
  HOUR_MS,
  MINUTE_MS,
  projectsTrigger,
  RUN_EVENTS,
  watchedSandbox,
} from './support';

describe('runs', () => {
  retryAtOnce();
  const { clock, sandbox, poll, addJob, run } = watchedSandbox({ events: RUN_EVENTS });

  const FAILED = { events: ['runFailed'] };
  const SUCCEEDED = { events: ['runSucceeded'] };
  const runAll = (...jobIds: string[]) => {
    const ids = jobIds.map(run);
    clock.now += MINUTE_MS;
    return ids;
  };
  const jobIdsOf = (json: IDataObject[]) => json.map(({ jobId }) => jobId);

  test.each([
    ['one project', 101, 1],
    ['all projects', 30, 2],
  ])(
    '%s: %i jobs take %i requests a poll, one more for 100 runs with an event',
    async (...given) => {
      const [of, count, requests] = given;
      const parameters = of === 'all projects' ? { projectId: byId('') } : {};
      const jobs = Array.from({ length: count }, (_, n) => {
        const { id } = sandbox.store.addProject({ name: `Project ${n}` });
        return addJob({}, of === 'all projects' ? { projectId: id } : {});
      });
      const first = await poll({}, parameters);
      runAll(...jobs);
      sandbox.stats.reset();
      const second = await poll(first.staticData, parameters);
      expect(second.json).toHaveLength(2 * count);
      expect(new Set(jobIdsOf(second.json))).toEqual(new Set(jobs));
      expect(sandbox.stats.requests).toBe(requests + Math.ceil(count / 100));
      sandbox.stats.reset();
      expect((await poll(second.staticData, parameters)).items).toBeUndefined();
      expect(sandbox.stats.requests).toBe(requests);
    },
  );

  const APP = { resource: 'app', events: ['appFailed'] };
  const EMPTY_STATE = { watched: 'all', latestMs: 0, states: [], missing: [] };

  test.each([
    ['of another version', { job: { version: 9, ...EMPTY_STATE } }, {}, true],
    ['of another version, of apps', { app: { version: 9, ...EMPTY_STATE } }, APP, true],
    ['of jobs without their states', { job: { version: 1 } }, {}, true],
    ['of jobs that is a number', { job: 7 }, {}, true],
    ['that is a text', 'text', {}, false],
    ['of apps, which the node watched before', { app: EMPTY_STATE }, {}, false],
  ])(
    'a state %s starts over, and the log says if it is lost',
    async (_of, state, parameters, isLost) => {
      const polled = await poll({ state } as IDataObject, parameters);
      expect(polled.items).toBeUndefined();
      const lost =
        'Trigger: The saved state of the trigger cannot be read. The trigger starts over.';
      expect(polled.warnings).toEqual(isLost ? [lost] : []);
      expect((await poll(polled.staticData, parameters)).warnings).toEqual([]);
    },
  );

  test('what can be chosen is listed without a project, too, each with its project', async () => {
    const list = async (projectId: string, more: object = {}) =>
      await loadOptions({
        ...projectsTrigger(sandbox, { projectId: byId(projectId), ...more }),
        method: 'listWatchable',
      });
    const all = await list('');
    expect(all.slice(0, 2).map(({ value }) => value)).toEqual(['jobs', 'pipelines']);
    expect(all).toContainEqual({
      name: 'Energy Forecast / Train grid load model (job)',
      value: `job:${JOB_IDS.gridLoadModel}`,
    });
    expect(all).toContainEqual({
      name: expect.stringMatching(/^Retail Analytics \/ .* \(pipeline\)$/),
      value: `pipeline:${PIPELINE_IDS.dailySales}`,
    });
    const ofJobs = all.filter(({ value }) => String(value).startsWith('job:'));
    expect(ofJobs).toHaveLength(sandbox.store.jobs().length);
    const ofOne = (await list(PROJECT_IDS.retail)).map(({ name }) => name);
    expect(ofOne.some((name) => name.includes(' / '))).toBe(false);
    const ids = sandbox.store.apps.list(PROJECT_IDS.retail).map(({ id }) => id);
    const apps = await list(PROJECT_IDS.retail, { resource: 'app' });
    expect(apps.map(({ value }) => value).sort()).toEqual(ids.sort());
  });

  test.each(['job', 'pipeline'] as const)(
    'an event is what "Get" gives, and its name: %s',
    async (resource) => {
      const jobId = addJob({ outcome: 'FAILED' });
      const pipelineId = pipelineOf(sandbox, jobId);
      const { staticData, items, staticDataChanged } = await poll({}, { ids: [`${resource}s`] });
      expect([items, staticDataChanged]).toEqual([undefined, true]);
      const runId = resource === 'job' ? run(jobId) : sandbox.store.pipelines.start(pipelineId)?.id;
      clock.now += MINUTE_MS;
      const { json } = await poll(staticData, { ids: [`${resource}s`], ...FAILED });
      const [got] = await performed(sandbox, `${resource}Run.get`, { runId });
      expect(Object.keys(json[0] ?? {})[0]).toBe('event');
      const { id, ...others } = got ?? {};
      const text = expect.stringMatching(/^\S+ failed.*run 1.*\. http.*\/project\//);
      expect(json).toEqual([{ event: 'runFailed', text, runId: id, ...others }]);
    },
  );

  test.each([
    ['gone a moment later', { kind: 'status', status: 404 }, undefined],
    ['not returned in the time of a poll', { kind: 'hang' }, 1_000],
  ] as const)(
    'of a run that is %s, its event is reported with what was seen of it',
    async (_what, fault, budgetMs) => {
      const { staticData } = await poll({});
      const [id] = runAll(addJob({ outcome: 'FAILED' }));
      sandbox.faults.add({ ...fault, operation: 'jobInstance', times: 9 });
      const { json } = await poll(
        staticData,
        { ...FAILED, options: { logLines: 0 } },
        { budgetMs },
      );
      expect(json).toEqual([
        expect.objectContaining({
          event: 'runFailed',
          runId: id,
          jobName: 'Watched',
          succeeded: false,
        }),
      ]);
    },
  );

  test('if a run cannot be read for a moment, the poll fails and the next one reports all of it', async () => {
    const { staticData } = await poll({});
    const [runId] = runAll(addJob({ outcome: 'FAILED' }));
    sandbox.faults.add({ kind: 'resetBefore', operation: 'jobInstance', times: 9 });
    await expect(poll(staticData, FAILED)).rejects.toThrow(/The connection to \S+ broke/);
    sandbox.faults.clear();
    const { json } = await poll(staticData, FAILED);
    expect(json).toEqual([expect.objectContaining({ runId, version: { number: 1 } })]);
  });

  test('of a job that comes later, with many runs from before, only the new ones are read and reported', async () => {
    runAll(addJob());
    const first = await poll({});
    const late = addJob();
    for (let n = 0; n < 250; n++)
      sandbox.store.startRun(late, { requestedAt: clock.now - HOUR_MS + n });
    const ids = runAll(...Array.from({ length: 7 }, () => late));
    sandbox.stats.reset();
    const { json, staticData } = await poll(first.staticData);
    expect(json.map(({ runId }) => runId).sort()).toEqual([...ids, ...ids].sort());
    expect(sandbox.stats.byOperation.job).toBe(1);
    const [id] = runAll(late);
    const second = await poll(staticData);
    expect(second.json.map((given) => [given.event, given.runId])).toEqual([
      ['runStarted', id],
      ['runSucceeded', id],
    ]);
    // It had ended when it was read.
    expect(second.json[0]?.text).toMatch(/^\S+ has started \(RUNNING, run \d+\)\. http/);
  });

  test('a choice of jobs is watched alone; one that is added begins then', async () => {
    const [a, b] = [addJob(), addJob()];
    let { staticData } = await poll({}, chosenJobs(a));
    for (const { started, ids, seen } of [
      { started: [a, b], ids: [a], seen: a },
      { started: [a], ids: [a, b], seen: a },
      { started: [b], ids: [b, a], seen: b },
    ]) {
      runAll(...started);
      const polled = await poll(staticData, { ...chosenJobs(...ids), ...SUCCEEDED });
      expect(jobIdsOf(polled.json)).toEqual([seen]);
      ({ staticData } = polled);
    }
  });

  test('in another project, nothing from before the change is reported', async () => {
    const inOther = addJob({}, { projectId: PROJECT_IDS.energy });
    const { staticData } = await poll({});
    runAll(inOther);
    const other = { projectId: byId(PROJECT_IDS.energy), ...SUCCEEDED };
    const changed = await poll(staticData, other);
    expect(changed.json).toEqual([]);
    runAll(inOther);
    expect(jobIdsOf((await poll(changed.staticData, other)).json)).toEqual([inOther]);
  });

  test('more runs are read at first, and none more when a deadline event is added', async () => {
    const chosen = chosenJobs(addJob());
    const both = { events: ['runFailed', 'scheduleMissed'] };
    const limits: unknown[] = [];
    let staticData: IDataObject = {};
    for (const events of [FAILED, FAILED, both, both]) {
      ({ staticData } = await poll(staticData, { ...chosen, ...events }));
      limits.push(/limit: ?(\d+)/.exec(sandbox.stats.recent.at(-1)?.body ?? '')?.[1]);
    }
    expect(limits).toEqual(['25', '5', '5', '5']);
  });

  test('failures from before the event "Recovered" was added count, though they were reported', async () => {
    const job = addJob({ outcome: 'FAILED' });
    const both = { events: ['runFailed', 'recovered'] };
    let { staticData } = await poll({}, FAILED);
    runAll(job, job);
    for (const parameters of [FAILED, both]) ({ staticData } = await poll(staticData, parameters));
    sandbox.store.setScript(job, { outcome: 'SUCCEEDED' });
    runAll(job);
    const { json } = await poll(staticData, both);
    const text = expect.stringContaining('It failed or was late 2 times since ');
    expect(json).toEqual([expect.objectContaining({ event: 'recovered', failures: 2, text })]);
  });

  test('"Fetch Test Event" returns the latest event that really happened and leaves the state alone', async () => {
    await expect(poll({}, {}, { mode: 'manual' })).rejects.toMatchObject({
      message: 'No matching event was found',
      description: expect.stringContaining('"Run Failed"'),
    });
    const jobId = addJob({ outcome: 'FAILED' });
    runAll(jobId);
    const [id] = runAll(jobId);
    const manual = await poll({}, FAILED, { mode: 'manual' });
    expect(manual.json).toEqual([expect.objectContaining({ event: 'runFailed', runId: id })]);
    expect(manual.staticData).toEqual({});
  });

  const ELSEWHERE = `https://elsewhere.example/projects/platform/1/project/${PROJECT_IDS.retail}`;
  const NO_EVENT =
    '"Events" is empty. Choose at least one of: notSucceededInTime, recovered, runFailed, runStarted, runStopped, runSucceeded, runTooLong, scheduleMissed';

  test.each([
    [{ events: [] }, NO_EVENT],
    [{ projectId: byId('={{ undefined }}') }, 'No project is selected'],
    [
      { projectId: { __rl: true, mode: 'url', value: ELSEWHERE } },
      `The address does not belong to this platform: ${ELSEWHERE}`,
    ],
    [{ ids: ['seven'] }, '"seven" is neither a job nor a pipeline'],
    [{ ids: ['job:seven'] }, '"seven" is not a valid job ID'],
    [{ ids: ['pipelines', 'pipeline:'] }, 'No pipeline is selected'],
  ])('what cannot be watched is refused in words: %j', async (parameters, message) => {
    await expect(poll({}, parameters)).rejects.toMatchObject({ message });
  });

  test.each([
    ['run', { events: ['runFailed', 'notSucceededInTime'], deadline: 'age', deadlineHours: 0.01 }],
    ['app', { events: ['appStarted'] }],
  ])('with Simplify, an event of a %s has the same important fields', async (resource, more) => {
    const parameters = { resource, ...more };
    const first = await poll({}, parameters);
    run(addJob({ outcome: 'FAILED' }));
    sandbox.store.apps.begin(APP_IDS.salesDashboard, 'STARTING');
    clock.now += HOUR_MS;
    const whole = await poll({ ...first.staticData }, parameters);
    const simple = await poll({ ...first.staticData }, { ...parameters, simplify: true });
    expect(whole.json.length).toBeGreaterThan(0);
    expect(simple.json).toHaveLength(whole.json.length);
    simple.json.forEach((event, index) => {
      expect(whole.json[index]).toMatchObject(event);
      expect(event).toHaveProperty('url');
      expect(Object.keys(event)).not.toContain('resources');
      expect(Object.keys(event).length).toBeLessThan(16);
    });
  });
});

describe('jobs and pipelines', () => {
  const START = Date.parse('2026-11-23T10:00:00Z');
  const defaults = { events: ['runFailed'], ids: [] };
  const { clock, sandbox, poll, addJob, run } = watchedSandbox(defaults, () => START);

  const addPipeline = (seconds: number) =>
    pipelineOf(sandbox, addJob({ outcome: 'FAILED', durationSeconds: seconds }, { name: 'Part' }));
  const start = (pipelineId: string) => sandbox.store.pipelines.start(pipelineId)?.id;
  const failAll = (jobIds: string[], pipelineIds: string[]) => {
    const ids = [...jobIds.map(run), ...pipelineIds.map(start)];
    clock.now += HOUR_MS;
    return ids;
  };
  const addFailing = (seconds: number) => addJob({ outcome: 'FAILED', durationSeconds: seconds });

  test('events of jobs and pipelines come in the order of their times, and each once', async () => {
    const jobs = [addFailing(10), addFailing(300)];
    const pipeline = addPipeline(60);
    const { staticData } = await poll({});
    const [first, last, whole] = failAll(jobs, [pipeline]);
    const second = await poll(staticData);
    // The job of the pipeline fails, and so the pipeline: two events.
    const part = expect.objectContaining({ jobName: 'Part', pipelineInstanceId: whole });
    expect(second.json).toEqual([
      expect.objectContaining({ runId: first, pipelineInstanceId: null }),
      part,
      expect.objectContaining({ runId: whole, pipelineId: pipeline }),
      expect.objectContaining({ runId: last }),
    ]);
    expect((await poll(second.staticData)).items).toBeUndefined();
  });

  test('pipelines that are added begin then, and jobs lose nothing', async () => {
    const [job, pipeline] = [addFailing(10), addPipeline(60)];
    const ids = [`job:${job}`];
    const first = await poll({}, { ids });
    const [run1] = failAll([job], [pipeline]);
    const both = { ids: [...ids, 'pipelines'] };
    const second = await poll(first.staticData, both);
    expect(second.json.map(({ runId }) => runId)).toEqual([run1]);
    const [, whole] = failAll([], [pipeline]).concat(failAll([], [pipeline]));
    const third = await poll(second.staticData, both);
    expect(third.json).toHaveLength(2);
    expect(third.json.at(-1)).toMatchObject({ runId: whole });
  });

  test('all pipelines and one job: no event of another job', async () => {
    const [job, other, pipeline] = [addFailing(10), addFailing(10), addPipeline(60)];
    const parameters = { ids: ['pipelines', `job:${job}`] };
    const { staticData } = await poll({}, parameters);
    const [mine, , whole] = failAll([job, other], [pipeline]);
    const { json } = await poll(staticData, parameters);
    expect(json.map(({ runId }) => runId)).toEqual([mine, whole]);
  });

  test('deadlines of both: what is late, and the first success after it', async () => {
    const parameters = { events: ['scheduleMissed', 'recovered'], gracePeriodMinutes: 15 };
    const job = addJob({ outcome: 'FAILED' });
    const pipeline = pipelineOf(sandbox, job);
    const first = await poll({}, parameters);
    failAll([], [pipeline]);
    const second = await poll(first.staticData, parameters);
    sandbox.store.setScript(job, { outcome: 'SUCCEEDED' });
    start(pipeline);
    clock.now += HOUR_MS;
    const { json } = await poll(second.staticData, parameters);
    expect(json.filter(({ event }) => event === 'recovered')).toMatchObject([
      { jobId: job, failures: 1 },
      { pipelineId: pipeline, failures: 1 },
    ]);
  });

  test('"Fetch Test Event" returns the newest of either kind, and an example only without one', async () => {
    const manual = async (events: string[]) =>
      (await poll({}, { events }, { mode: 'manual' })).json.map(({ event, jobId, pipelineId }) => [
        event,
        jobId ?? pipelineId,
      ]);
    const [job, pipeline] = [addFailing(10), pipelineOf(sandbox, addJob())];
    failAll([job], []);
    failAll([], [pipeline]);
    expect(await manual(['runFailed', 'scheduleMissed'])).toEqual([['runFailed', job]]);
    expect(await manual(['scheduleMissed'])).toEqual([['scheduleMissed', pipeline]]);
    expect(await manual(['runFailed', 'runSucceeded'])).toEqual([['runSucceeded', pipeline]]);
    failAll([job], []);
    expect(await manual(['runFailed', 'runSucceeded'])).toEqual([['runFailed', job]]);
    expect(await manual(['scheduleMissed'])).toEqual([['scheduleMissed', job]]);
  });

  test('if the platform is down when pipelines are added, events of both since then are returned', async () => {
    const [job, pipeline] = [addFailing(10), addPipeline(60)];
    const first = await poll({}, { ids: ['jobs'] });
    // No poll has seen the second job.
    const [early, ofNew] = failAll([job, addFailing(10)], [pipeline]);
    sandbox.faults.add({ kind: 'status', operation: 'jobs', status: 502, times: 8 });
    const published = await poll(first.staticData, {}, { isActivation: true });
    expect(published.warnings).toEqual([expect.stringContaining('the first poll failed')]);
    sandbox.faults.clear();
    clock.now += MINUTE_MS;
    const whole = start(pipeline);
    clock.now += HOUR_MS;
    const { json } = await poll(published.staticData, {});
    const ofRun = (id?: string) => json.filter(({ runId }) => runId === id);
    expect([early, ofNew, whole].map((id) => ofRun(id).length)).toEqual([1, 1, 1]);
    expect(json.filter(({ pipelineId }) => pipelineId === pipeline)).toHaveLength(1);
  });

  describe.each([
    ['pipelines', 'project', 'jobs', 'All Jobs'],
    ['jobs', 'jobs', 'pipelines', 'All Pipelines'],
  ])('a login that may not read %s', (refused, operation, others, choice) => {
    const errors = [
      { message: 'Access is denied', path: [operation], extensions: { code: 'FORBIDDEN' } },
    ];
    const refuse = () =>
      sandbox.faults.add({ kind: 'errors', operation, errors, data: null, times: 99 });
    const expected = {
      message: expect.stringMatching(`^The ${refused} cannot be read: .*Access is denied`),
      description: expect.stringMatching(
        `^To watch only ${others}, choose only "${choice}" in "Job and Pipeline Names or IDs"`,
      ),
      failure: { cause: 'configuration-invalid' },
    };

    test('cannot publish the workflow, and learns which choice works', async () => {
      refuse();
      await expect(poll({})).rejects.toMatchObject(expected);
      await expect(poll({}, {}, { mode: 'manual' })).rejects.toMatchObject(expected);
      expect((await poll({}, { ids: [others] })).items).toBeUndefined();
    });

    test('learns it at a later poll, and loses no event', async () => {
      const [job, pipeline] = [addFailing(10), addPipeline(60)];
      const { staticData } = await poll({});
      const [ofJob, ofPipeline] = failAll([job], [pipeline]);
      const before = structuredClone(staticData);
      refuse();
      await expect(poll(staticData)).rejects.toMatchObject(expected);
      expect(staticData).toEqual(before);
      const { json } = await poll(staticData, { ids: [others] });
      const runIds = json.map(({ runId }) => runId);
      expect(runIds).toContain(others === 'jobs' ? ofJob : ofPipeline);
    });

    test('and chose some of the others is told to remove these', async () => {
      const id = others === 'jobs' ? `job:${addFailing(10)}` : `pipeline:${addPipeline(60)}`;
      refuse();
      const description = expect.stringContaining(`remove the ${refused} in`);
      await expect(poll({}, { ids: [id, refused] })).rejects.toMatchObject({ description });
    });
  });
});

describe('logs and variables', () => {
  const { clock, sandbox, poll, ...watched } = watchedSandbox({
    events: ['runSucceeded', 'runFailed'],
  });
  const addJob = (n: number, outcome = 'FAILED') =>
    watched.addJob(
      {
        outcome,
        logLines: ['first', 'second', `${n}`].map((value) => ({ stream: 'STDOUT', value })),
        outputVariables: [{ key: 'N', value: `${n}`, isPassword: false }],
      },
      { name: `Job ${n}` },
    );
  const runAll = (jobIds: string[]) => {
    jobIds.forEach(watched.run);
    clock.now += MINUTE_MS;
  };

  describe.each([
    {
      what: 'the last lines of their logs',
      options: { logLines: 2 },
      fields: ['lastLogLines', 'logError'] as const,
      valueOf: (n: string): unknown => ['second', n],
      ofPipeline: ['second', '7'] as unknown,
      // How long the logs are, and the lines.
      requests: 2,
      leftOut: { lastLogLines: [], logError: expect.stringMatching(/more than 200 runs failed/) },
    },
    {
      what: 'variables',
      options: { includeVariables: true },
      fields: ['variables', 'variablesError'] as const,
      valueOf: (n: string) => ({ N: n }),
      ofPipeline: { Job_7: { N: '7' } },
      requests: 1,
      leftOut: {
        variables: null,
        variablesError:
          'The variables were not read: more than 200 runs had events since the last poll',
      },
    },
  ])('events of runs that failed, with $what', ({ options, fields, ...expected }) => {
    const [field, errorField] = fields;

    test.each([1, 201])('%i of them share requests; more than 200 have none', async (count) => {
      const { staticData } = await poll({});
      runAll(Array.from({ length: count }, (_, n) => addJob(n)));
      const requestsOf = async (parameters: object) => {
        sandbox.stats.reset();
        const { json } = await poll(structuredClone(staticData), parameters);
        return { json, requests: sandbox.stats.requests };
      };
      const without = await requestsOf({});
      expect(without.json[0]).not.toHaveProperty(field);
      const { json, requests } = await requestsOf({ options });
      expect(json).toHaveLength(count);
      expect(json.flatMap((item) => findSchemaMismatches('ProjectsTrigger', '', item))).toEqual([]);
      const isRead = ({ [errorField]: error }: (typeof json)[number]) => error === undefined;
      const read = json.filter(isRead);
      expect(read).toHaveLength(Math.min(count, 200));
      expect(read.map(({ [field]: value }) => value)).toEqual(
        read.map(({ jobName }) => expected.valueOf(String(jobName).slice('Job '.length))),
      );
      expect(requests).toBe(without.requests + expected.requests * Math.ceil(read.length / 100));
      const left = json.filter((item) => !isRead(item));
      expect(left).toMatchObject(left.map(() => expected.leftOut));
    });

    test("a pipeline's run has those of its job", async () => {
      const pipelineId = pipelineOf(sandbox, addJob(7));
      const { staticData } = await poll({}, { ids: ['pipelines'] });
      sandbox.store.pipelines.start(pipelineId);
      clock.now += MINUTE_MS;
      const { json } = await poll(staticData, { ids: ['pipelines'], options });
      expect(json).toMatchObject([{ event: 'runFailed', [field]: expected.ofPipeline }]);
    });
  });

  test('a pipeline that failed because a job was stopped has no log lines, and no error', async () => {
    const pipelineId = pipelineOf(sandbox, addJob(7));
    const { staticData } = await poll({}, { ids: ['pipelines'] });
    const { id = '' } = sandbox.store.pipelines.start(pipelineId) ?? {};
    for (const jobRun of sandbox.store.runsOfPipelineRun(id)) sandbox.store.stopRun(jobRun.id);
    clock.now += MINUTE_MS;
    const options = { logLines: 2 };
    const { json } = await poll(staticData, { ids: ['pipelines'], options });
    expect(json).toMatchObject([{ event: 'runFailed', lastLogLines: [] }]);
    expect(json[0]).not.toHaveProperty('logError');
  });

  test('a run that succeeded has its variables, and no log', async () => {
    const { staticData } = await poll({});
    runAll([addJob(1, 'SUCCEEDED')]);
    const { json } = await poll(staticData, { options: { logLines: 2, includeVariables: true } });
    expect(json).toMatchObject([{ event: 'runSucceeded', variables: { N: '1' } }]);
    expect(json[0]).not.toHaveProperty('lastLogLines');
  });

  test.each([{}, { logLines: 0 }])('no log is read with the options %j', async (options) => {
    const { staticData } = await poll({});
    runAll([addJob(1)]);
    const { json } = await poll(staticData, { options });
    expect(json).toMatchObject([{ event: 'runFailed' }]);
    expect(json[0]).not.toHaveProperty('lastLogLines');
  });

  const UNREAD = expect.stringMatching(/could not be read: .*No rights/) as unknown;

  test.each([
    ['filteredLogs', 0, { lastLogLines: [], logError: UNREAD, variables: { N: '1' } }],
    ['countFilteredLogs', 0, { lastLogLines: ['second', '1'], variables: { N: '1' } }],
    ['jobInstance', 1, { variables: null, inputVariables: null, variablesError: UNREAD }],
  ])('what cannot be read beside it loses no event: %s', async (operation, skip, fields) => {
    const { staticData } = await poll({});
    runAll([addJob(1)]);
    const errors = [{ message: 'No rights', path: [operation] }];
    sandbox.faults.add({ kind: 'errors', operation, errors, skip, times: 9 });
    const { json } = await poll(staticData, { options: { logLines: 2, includeVariables: true } });
    expect(json).toMatchObject([{ event: 'runFailed', ...fields }]);
  });
});

describe('odd responses', () => {
  const JOBS = [1, 2].map((n) => `6f1d2c3b-0000-4000-8000-00000000000${n}`) as [string, string];

  const ends = (json: IDataObject[]) =>
    json.filter(({ event }) => event === 'runSucceeded').map(({ runId }) => runId);

  describe.each(['recent', 'middle'] as const)(
    'a chosen job that was deleted: %s',
    (generation) => {
      const trigger = watchedSandbox({ events: RUN_EVENTS }, undefined, { generation });
      const { clock, sandbox, poll, addJob } = trigger;
      const run = (jobId: string) => {
        const id = trigger.run(jobId);
        clock.now += MINUTE_MS;
        return id;
      };

      test('is left out and reported once; the other one goes on, and it, too, when it is back', async () => {
        const ids = [addJob(), addJob()] as [string, string];
        const first = await poll({}, chosenJobs(...ids));
        sandbox.store.deleteJob(ids[0]);
        const other = run(ids[1]);
        const second = await poll(first.staticData, chosenJobs(...ids));
        expect(ends(second.json)).toEqual([other]);
        expect(second.warnings).toEqual([expect.stringMatching(`has no job ${ids[0]}`)]);
        const third = await poll(second.staticData, chosenJobs(...ids));
        expect([third.items, third.warnings]).toEqual([undefined, []]);

        addJob({}, { id: ids[0] });
        const again = run(ids[0]);
        expect(ends((await poll(third.staticData, chosenJobs(...ids))).json)).toEqual([again]);
      });

      test('for one poll repeats no event', async () => {
        const id = addJob();
        const ids = [id];
        const first = await poll({}, chosenJobs(...ids));
        run(id);
        const second = await poll(first.staticData, chosenJobs(...ids));
        expect(second.json).toHaveLength(2);
        const errors = [{ message: `Job ${id} does not exist`, extensions: { code: 'NOT_FOUND' } }];
        sandbox.faults.add({ kind: 'errors', operation: 'job', errors, times: 9 });
        const third = await poll(second.staticData, chosenJobs(...ids));
        expect(third.warnings).toEqual([expect.stringMatching(`has no job ${id}`)]);
        sandbox.faults.clear();
        expect((await poll(third.staticData, chosenJobs(...ids))).items).toBeUndefined();
      });
    },
  );

  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  const succeeded = (number: unknown, id = `run-${String(number)}`) => ({
    id,
    number,
    status: 'SUCCEEDED',
    startTime: at(Number(number) || 1),
    endTime: at((Number(number) || 1) + 1),
  });
  const job = (id: string, ...instances: unknown[]) => ({ id, name: id, instances });

  describe('a list of jobs', () => {
    const { sandbox, poll } = watchedSandbox({ events: RUN_EVENTS });

    const pollOf = async (jobs: object[], staticData: IDataObject = {}) => {
      const fault = { kind: 'errors', operation: 'jobs', errors: undefined, times: 99 } as const;
      sandbox.faults.add({ ...fault, data: { jobs } });
      return await poll(staticData).finally(() => sandbox.faults.clear());
    };
    const [first, second] = [job(JOBS[0]), job(JOBS[1])];
    const done = job(JOBS[0], succeeded(1));
    let staticData: IDataObject;
    beforeEach(async () => {
      ({ staticData } = await pollOf([first, second]));
    });

    test('of a platform whose runs have no numbers is refused', async () => {
      await sandbox.restart({ schemaChanges: { without: ['JobInstance.number'], instead: '' } });
      await expect(poll({})).rejects.toThrow('cannot distinguish new runs of jobs from old ones');
    });

    const NUMBERS = ['seven', null, {}, 1.5];

    test.each(NUMBERS)('with the run %j repeats no event and hides none', async (number) => {
      const odd = succeeded(number, 'odd');
      const one = await pollOf([job(JOBS[0], odd, succeeded(1)), second], staticData);
      expect(ends(one.json)).toEqual(['run-1']);
      const same = await pollOf([job(JOBS[0], odd, succeeded(1)), second], one.staticData);
      expect(same.items).toBeUndefined();
      const more = job(JOBS[0], succeeded(2), odd, succeeded(1));
      expect(ends((await pollOf([more, second], same.staticData)).json)).toEqual(['run-2']);
      const activated = await pollOf([job(JOBS[0], odd, succeeded(1))]);
      expect(ends((await pollOf([more], activated.staticData)).json)).toEqual(['run-2']);
    });

    test('with a run without times has its event at the time of its status', async () => {
      const history = { currentStatus: { status: 'FAILED', recordAt: at(9) } };
      const jobs = [
        job(JOBS[0], { id: 'untimed', number: 1, history }),
        job(JOBS[1], succeeded(2)),
      ];
      const { json } = await pollOf(jobs, staticData);
      expect(json.map(({ runId }) => runId)).toEqual(['run-2', 'run-2', 'untimed']);
    });

    const LACKS = [{ id: null }, { instances: null }, { instances: {} }];

    test.each(LACKS)('with %j in a job fails the poll, and the next one goes on', async (lacks) => {
      const polled = pollOf([{ ...done, ...lacks }, second], staticData);
      await expect(polled).rejects.toThrow('The platform returned only some of the runs');
      expect(ends((await pollOf([done, second], staticData)).json)).toEqual(['run-1']);
    });

    test('that has the same page for ever is not asked for ever', async () => {
      const page = Array.from({ length: 25 }, (_, n) => succeeded(1_000 - n));
      sandbox.stats.reset();
      const { json } = await pollOf([job(JOBS[0], ...page), second], staticData);
      expect(new Set(ends(json)).size).toBe(25);
      expect(sandbox.stats.requests).toBeLessThan(8);
    });

    test('that comes too late ends the poll in words, and the next one reports all', async () => {
      sandbox.faults.add({ kind: 'hang', operation: 'jobs', times: 9 });
      await expect(poll(staticData, {}, { budgetMs: 400 })).rejects.toMatchObject({
        message: 'The poll takes too long: n8n’s limit is 0.4 seconds',
      });
      sandbox.faults.clear();
      expect(ends((await pollOf([done, second], staticData)).json)).toEqual(['run-1']);
    });
  });
});

describe('the time of a poll', () => {
  /** Pages of 100 runs, each after so long: more than there is time for. */
  const [RUNS, LATENCY_MS] = [1_500, 500];

  const { clock, poll, addJob, run } = watchedSandbox({ events: ['runSucceeded'] }, undefined, {
    latencyMs: LATENCY_MS,
  });
  const startRuns = (job: string, count: number) =>
    Array.from({ length: count }, () => {
      clock.now += 1_000;
      return run(job);
    });

  test('a poll ends within its time; the next ones continue where it stopped, until each run was returned once', async () => {
    clock.now -= RUNS * 2_000;
    const script = { durationSeconds: 1 };
    const busy = addJob(script, { name: 'Busy' });
    const quiet = Array.from({ length: 20 }, (_, n) => addJob(script, { name: `Job ${n}` }));
    let { staticData } = await poll({});
    const ofBusy = startRuns(busy, RUNS);
    // Later than what is left to the next poll.
    const ofQuiet = quiet.flatMap((job) => startRuns(job, 1));
    clock.now += 10_000;

    const isOfQuiet = ({ runId }: IDataObject) => ofQuiet.includes(runId as string);
    const seen: IDataObject[] = [];
    let polls = 0;
    for (let isUnfinished = true; isUnfinished; polls++) {
      const polled = await poll(staticData, {}, { budgetMs: 6_000 });
      ({ staticData } = polled);
      isUnfinished = polled.warnings.length > 0;
      if (isUnfinished)
        expect(polled.warnings).toEqual([
          expect.stringMatching(/the next poll will read some new runs of 1 job: Busy\. If/),
        ]);
      if (polls === 0) expect(polled.json.filter(isOfQuiet)).toHaveLength(ofQuiet.length);
      seen.push(...polled.json);
    }
    expect(polls).toBeGreaterThan(1);
    expect(seen.filter((run) => !isOfQuiet(run)).map(({ runId }) => runId)).toEqual(ofBusy);
    expect(seen).toHaveLength(RUNS + ofQuiet.length);
    expect((await poll(staticData, {}, { budgetMs: 60_000 })).items).toBeUndefined();
  }, 60_000);
});
