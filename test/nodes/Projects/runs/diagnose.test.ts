import { nodeAsTool } from '../../../../harness/engine/callTool';
import { startNode } from '../../../../harness/engine/runWorkflow';
import { startSandbox, type LogLine, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import type { PipelineGraph } from '../../../../sandbox/runs/graph';
import type { RunScript } from '../../../../sandbox/runs/script';
import { sampleOfTable } from '../../../support/cases';
import { uuid } from '../../../support/ids';
import { perform, performed } from '../support';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function start(options: SandboxOptions) {
  sandbox = await startSandbox({ seed: false, ...options });
}

/** What was asked about runs: without the login and the schema, which many share. */
const requests = () =>
  sandbox.stats.recent.filter(
    ({ operation }) => operation !== 'authenticate' && operation !== '__schema',
  ).length;

const diagnose = async (runId: string | undefined, kind = 'jobRun') => {
  const [report] = await performed(sandbox, `${kind}.diagnose`, { runId });
  return report;
};

const HOUR_MS = 3_600_000;
const lines = (...values: string[]): LogLine[] =>
  values.map((value, index) => ({ stream: index === 0 ? 'STDOUT' : 'STDERR', value }));
const variables = (values: Record<string, string>): LogLine[] =>
  Object.entries(values).map(([name, value]) => ({
    stream: 'ENVVARS_STDOUT',
    value: `${name}=${value}`,
  }));

/** A job that succeeded six times, hour by hour, each time in 40 s. */
function goodJob(more: Parameters<Sandbox['store']['addJob']>[0] = {}, logLines: LogLine[] = []) {
  const { store } = sandbox;
  const { id } = store.addJob({
    name: 'Load orders',
    script: { queueSeconds: 0, durationSeconds: 40 },
    version: {
      commandLine: 'python load.py',
      dockerInfo: { image: 'load:1', dockerCredentialsId: null },
    },
    ...more,
  });
  for (let hour = 10; hour >= 5; hour--) {
    const own = variables({ RUN: `${hour}` });
    runOf(id, hour, {
      outcome: 'SUCCEEDED',
      logLines: [...logLines, ...(logLines.length ? own : [])],
    });
  }
  return id;
}

function runOf(jobId: string, hoursAgo: number, script: Partial<RunScript>): string {
  const requestedAt = Date.now() - hoursAgo * HOUR_MS;
  return sandbox.store.startRun(jobId, { requestedAt, script })?.id ?? '';
}

function failedRun(details: string | null, logLines: LogLine[] = [], jobId = goodJob()): string {
  return runOf(jobId, 1, { outcome: 'FAILED', outcomeDetails: details, logLines });
}

const EXIT_1 = 'The container exited with code 1';
const python = (error: string) =>
  lines(
    'Loading orders',
    'Traceback (most recent call last):',
    '  File "load.py", line 7, in <module>',
    error,
  );

/** What the platform says of a failed run, the lines of its log, and the cause that is named. */
const REPORTED: Array<[cause: string, details: string, log: LogLine[]]> = [
  ['exitCode', 'The container exited with code 3', python('ValueError: bad date')],
  ['exitCode', 'The container exited with code 137', lines('Loading')],
  // An error after one that was overcome.
  ['exitCode', EXIT_1, lines('Connection refused, trying again', 'Connected', 'ValueError: bad')],
  ['missingFile', EXIT_1, python("FileNotFoundError: [Errno 2] No such file or directory: '/a'")],
  ['outOfMemory', 'The container ran out of memory', lines('Loading')],
  ['outOfMemory', 'Code 137', lines('Loading', 'java.lang.OutOfMemoryError: Java heap space')],
  ['imageNotFound', 'Failed to pull image "registry.example/load:9": manifest unknown', []],
  ['imageNotFound', 'InvalidImageName: "load::1"', []],
  ['scheduling', '0/12 nodes are available: 12 Insufficient memory', []],
  ['scheduling', 'The pod was evicted: its node was low on disk', []],
  ['diskFull', EXIT_1, python('OSError: [Errno 28] No space left on device')],
  ['missingModule', EXIT_1, python("ModuleNotFoundError: No module named 'pandas'")],
  ['missingVariable', EXIT_1, lines('Loading', 'load.sh: line 3: API_URL: unbound variable')],
  [
    'missingVariable',
    EXIT_1,
    [...python('    url = os.environ["API_URL"]'), ...lines('', "KeyError: 'API_URL'")],
  ],
  ['missingCommand', 'Code 127', lines('', 'sh: spark-submit: command not found')],
  ['connectionFailed', EXIT_1, python('ConnectionError: connection refused by db:5432')],
  ['accessDenied', EXIT_1, python("PermissionError: [Errno 13] Permission denied: '/data'")],
  ['timeout', 'The run was ended: deadline exceeded', []],
  ['timeout', EXIT_1, python('TimeoutError: no response within 30 s')],
];

const BAD_DATE = python('ValueError: bad date');

type Play = () => string;

/** Failures as a platform and a job's log show them. */
const PLAYED: Array<[name: string, cause: string, play: Play]> = [
  ...REPORTED.map(([cause, details, log]): [string, string, Play] => [
    [details, log.at(-1)?.value].filter(Boolean).join(' / '),
    cause,
    () => failedRun(details, log),
  ]),
  [
    'a person who stopped it',
    'stopped',
    () => {
      const runId = runOf(goodJob(), 0, { durationSeconds: null, killSeconds: 0 });
      sandbox.store.stopRun(runId, 'ana');
      return runId;
    },
  ],
  [
    'a new version',
    'newVersion',
    () => {
      const jobId = goodJob();
      sandbox.store.addJobVersion(jobId, { commandLine: 'python load.py --fast' }, 'ana');
      return failedRun(EXIT_1, BAD_DATE, jobId);
    },
  ],
  [
    'a version that is newer than the failures',
    'exitCode',
    () => {
      const jobId = goodJob();
      runOf(jobId, 3, { outcome: 'FAILED' });
      sandbox.store.addJobVersion(jobId, { commandLine: 'python load.py --safe' }, 'ana');
      return failedRun(EXIT_1, BAD_DATE, jobId);
    },
  ],
  [
    'a changed variable',
    'changedVariable',
    () => {
      const jobId = goodJob({}, variables({ API_URL: 'https://one.example', PASS: 'hidden-1' }));
      const now = variables({ API_URL: 'https://two.example', PASS: 'hidden-1', RUN: '1' });
      return failedRun(EXIT_1, [...now, ...BAD_DATE], jobId);
    },
  ],
  [
    'a variable that each run has another value of',
    'exitCode',
    () => {
      const jobId = goodJob({}, variables({ API_URL: 'https://one.example' }));
      const now = variables({ API_URL: 'https://one.example', RUN: 'hidden-1' });
      return failedRun(EXIT_1, [...now, ...BAD_DATE], jobId);
    },
  ],
  ['nothing that is known', 'unknown', () => failedRun(null)],
  ['a success', 'succeeded', () => runOf(goodJob(), 1, { outcome: 'SUCCEEDED' })],
  ['a run that goes on', 'stillRunning', () => runOf(goodJob(), 0, { durationSeconds: null })],
];

const GENERATIONS = ['early', 'middle', 'recent'] as const;
const CASES_ON = sampleOfTable(PLAYED, GENERATIONS);

describe.each(GENERATIONS)('on a platform that is %s', (generation) => {
  beforeEach(() => start({ generation }));

  test.each(CASES_ON.get(generation) ?? [])('%s is named %s', async (_name, cause, play) => {
    const runId = play();
    sandbox.stats.reset();
    const report = await diagnose(runId);
    expect(report).toMatchObject({ cause });
    expect(report?.text).toMatch(/^Load orders \(run [78]\) /);
    expect(JSON.stringify(report)).not.toMatch(/hidden-1|one\.example|two\.example/);
    // Login and schema, and at most 12 about the run.
    expect(sandbox.stats.requests).toBeLessThanOrEqual(12);
  });
});

describe('today', () => {
  beforeEach(() => start({}));

  test('a failure is reported with all that is known of it', async () => {
    const { store } = sandbox;
    const jobId = goodJob();
    store.addJobVersion(
      jobId,
      {
        commandLine: 'python load.py --fast',
        dockerInfo: { image: 'load:2', dockerCredentialsId: null },
      },
      'ana',
    );
    runOf(jobId, 3, { outcome: 'FAILED', outcomeDetails: EXIT_1 });
    runOf(jobId, 2, { outcome: 'KILLED' });
    const noise = (count: number) => Array.from({ length: count }, (_, n) => `row ${n}`);
    const runId = failedRun(
      EXIT_1,
      lines(
        ...noise(1_500),
        'ERROR: no such file or directory: a.csv',
        ...noise(1_500),
        'FATAL: giving up',
        ...noise(20),
      ),
      jobId,
    );
    const report = await diagnose(runId);
    expect(report).toMatchObject({
      // The error in the middle of a long log is not read.
      cause: 'newVersion',
      reason: EXIT_1,
      failedJob: { jobId, jobName: 'Load orders', runId, number: 9, status: 'FAILED' },
      path: [],
      failuresInARow: 2,
      usualSeconds: 40,
      url: `${sandbox.baseUrl}/projects/platform/1/project/${store.job(jobId)?.projectId}/job/${jobId}/instances/${runId}`,
      changesSinceLastSuccess: [
        { field: 'version.number', change: 'changed', from: '1', to: '2' },
        { field: 'version.creator', change: 'changed', from: 'sandbox', to: 'ana' },
        { field: 'version.commandLine', from: 'python load.py', to: 'python load.py --fast' },
        { field: 'effectiveDockerImage', from: 'load:1', to: 'load:2' },
      ],
    });
    expect(Date.parse(String(report?.failingSince))).toBeCloseTo(Date.now() - 3 * HOUR_MS, -5);
    expect((report?.logExcerpt as object[]).length).toBe(11);
    expect((report?.logExcerpt as object[])[5]).toEqual({
      index: 3001,
      stream: 'STDERR',
      value: 'FATAL: giving up',
      looksLikeError: true,
    });
    expect(report?.text).toMatch(
      /^Load orders \(run 9\) failed after 40 s: it began to fail with a new version\. A run usually takes 40 s\.\nThe platform says: The container exited with code 1\nLog \(STDERR\): FATAL: giving up\n2 failures in a row, since .*\nChanged since the last success \(run 6, .*\): version.number from 1 to 2; .*\nhttp:.*$/,
    );
  });

  test('a job that has always failed, with a long log, takes twelve requests at most', async () => {
    const { store } = sandbox;
    const { id } = store.addJob({ name: 'Load', script: { queueSeconds: 0, durationSeconds: 1 } });
    const noise = Array.from({ length: 6_000 }, (_, n) => `row ${n}`);
    const last = store.together(() => {
      for (let n = 1_300; n > 1; n--) runOf(id, n, { outcome: 'FAILED' });
      return failedRun(EXIT_1, lines(...noise, 'ERROR: permission denied'), id);
    });
    const report = await diagnose(last);
    expect(report).toMatchObject({ cause: 'accessDenied', usualSeconds: null });
    expect(Number(report?.failuresInARow)).toBeGreaterThanOrEqual(1_000);
    expect(report?.text).toMatch(/At least 1,\d+ failures in a row/);
    expect(requests()).toBeLessThanOrEqual(12);
  });

  test('a platform that counts wrong and returns short pages is asked no more often', async () => {
    const noise = Array.from({ length: 3_000 }, (_, n) => `row ${n}`);
    const jobId = goodJob({}, variables({ A: '1' }));
    const runId = failedRun(EXIT_1, [...variables({ A: '2' }), ...lines(...noise)], jobId);
    const kind = 'errors';
    sandbox.accidents.add({
      kind,
      operation: 'countFilteredLogs',
      data: { countFilteredLogs: 9e6 },
      errors: [],
    });
    await performed(sandbox, 'jobRun.diagnose', { runId });
    expect(requests()).toBeLessThanOrEqual(12);
  });

  test('what started a run is compared, and nothing is said of what is not known', async () => {
    const jobId = goodJob();
    const script = { outcome: 'FAILED' } as const;
    const requestedAt = Date.now() - HOUR_MS;
    const run = sandbox.store.startRun(jobId, { requestedAt, cause: 'SCHEDULED', script });
    const report = await diagnose(run?.id);
    expect(report?.changesSinceLastSuccess).toEqual([
      { field: 'trigger', change: 'changed', from: 'MANUAL_JOB', to: 'CRON_JOB' },
    ]);
    const same = await diagnose(failedRun(null));
    expect(same?.text).toContain('Nothing is known to have changed since the last success (run 6,');
    const { id } = sandbox.store.addJob({ name: 'Never', script: { queueSeconds: 0 } });
    const never = await diagnose(failedRun(null, [], id));
    expect(never).toMatchObject({ changesSinceLastSuccess: null, failuresInARow: 1 });
    expect(never?.text).toContain('No run before it succeeded');
    const errors = [{ message: 'Not allowed', path: ['job'] }];
    sandbox.accidents.add({ kind: 'errors', operation: 'job', errors, times: 9 });
    const unread = await diagnose(failedRun(null));
    expect(unread).toMatchObject({ failuresInARow: null, failingSince: null, url: null });
    expect(unread?.text).not.toMatch(/succe|changed/);
  });

  test('what cannot be read is named, and the rest is reported', async () => {
    const runId = failedRun('The container ran out of memory', lines('Loading'));
    const errors = [{ message: 'Not allowed', path: ['filteredLogs'] }];
    sandbox.accidents.add({ kind: 'errors', operation: 'filteredLogs', errors, times: 9 });
    const report = await diagnose(runId);
    expect(report).toMatchObject({ cause: 'outOfMemory', logExcerpt: [], usualSeconds: 40 });
    expect(report?.text).toMatch(/Not read: the log \(.*Not allowed/);
  });

  test('30 items get each their own report, and one that does not exist fails alone', async () => {
    const runs = Array.from({ length: 30 }, (_, n) =>
      failedRun(EXIT_1, lines('Loading', `load: row ${n}: no such file or directory`)),
    );
    const items = runs.with(7, uuid(7)).map((runId) => ({ json: { runId } }));
    const settings = { onError: 'continueRegularOutput' } as const;
    const parameters = { runId: '={{ $json.runId }}' };
    const { json } = await perform(sandbox, 'jobRun.diagnose', parameters, { items, settings });
    expect(json[7]).toMatchObject({ errorCode: 'NOT_FOUND' });
    for (const [n, report] of json.entries()) {
      if (n !== 7)
        expect(report).toMatchObject({ cause: 'missingFile', failedJob: { runId: runs[n] } });
      if (n !== 7) expect(report.text).toContain(`load: row ${n}: no such file`);
    }
    // Ten at a time share what can be shared; a log of its own each.
    expect(requests()).toBeLessThanOrEqual(210);
  }, 60_000);

  test('a cancel ends it', async () => {
    const runs = Array.from({ length: 30 }, () => failedRun(EXIT_1, lines('Loading')));
    sandbox.accidents.add({ kind: 'hang', operation: 'filteredLogs', times: 100 });
    const parameters = { resource: 'jobRun', operation: 'diagnose', runId: '={{ $json.runId }}' };
    const { result, cancel } = await startNode(
      { parameters },
      { dataPlatformApi: { ...sandbox.credentials } },
      runs.map((runId) => ({ runId })),
    );
    while (!sandbox.stats.byOperation.filteredLogs)
      await new Promise((done) => setTimeout(done, 5));
    const cancelledAt = Date.now();
    cancel();
    const { run } = await result;
    expect(Date.now() - cancelledAt).toBeLessThan(5_000);
    expect(run.status).toBe('canceled');
    expect(sandbox.stats.byOperation.jobInstance).toBeLessThan(10);
  }, 30_000);

  test('an agent is given the text alone', async () => {
    const jobId = goodJob();
    const runId = failedRun('The container exited with code 137', python('MemoryError'), jobId);
    const parameters = { resource: 'jobRun', operation: 'diagnose', runId };
    const tool = await nodeAsTool({ parameters }, { dataPlatformApi: { ...sandbox.credentials } });
    const text = JSON.parse(await tool({})) as unknown;
    expect(text).toEqual([
      {
        text: expect.stringMatching(/^Load orders \(run 7\) failed .*ran out of memory/) as unknown,
      },
    ]);
  });
});

/** Extract → condition → Load, or Report if it is not met; Merge comes after both. */
function pipelineOf(
  condition: PipelineGraph['conditionNodes'][number]['condition'],
  loads: Partial<RunScript>,
  merges: Partial<RunScript> = {},
) {
  const { store } = sandbox;
  const script = { queueSeconds: 0, durationSeconds: 1 };
  const jobs = ['Extract', 'Report', 'Load', 'Merge'].map((name) => store.addJob({ name, script }));
  const [extract, report, load, merge] = jobs.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ];
  const node = (index: number) => ({ id: uuid(900 + index), position: null });
  const to = (...indexes: number[]) => indexes.map((index) => node(index).id);
  const graph: PipelineGraph = {
    jobNodes: [
      { ...node(1), jobId: extract, nextNodes: to(2) },
      { ...node(3), jobId: report, nextNodes: to(5) },
      { ...node(4), jobId: load, nextNodes: to(5) },
      { ...node(5), jobId: merge, nextNodes: [] },
    ],
    conditionNodes: [{ ...node(2), condition, nextNodesSuccess: to(4), nextNodesFailure: to(3) }],
  };
  const { projectId } = jobs[0] as { projectId: string };
  const pipelineId = store.pipelines.add({ name: 'Nightly', projectId, graph }).id;
  const run = (hoursAgo: number) =>
    store.pipelines.start(pipelineId, { requestedAt: Date.now() - hoursAgo * HOUR_MS })?.id ?? '';
  for (const hoursAgo of [5, 4, 3, 2]) run(hoursAgo);
  store.setScript(load, loads);
  store.setScript(merge, merges);
  const runId = run(1);
  const runOfJob = (wanted: string) =>
    store.runsOfPipelineRun(runId).find(({ jobId }) => jobId === wanted)?.id;
  return { runId, load, merge, pipelineId, runOfJob };
}

const FAILS = {
  outcome: 'FAILED',
  outcomeDetails: EXIT_1,
  logLines: python('FileNotFoundError: a.csv'),
} as const;

describe.each(['middle', 'recent'] as const)('pipelines on a platform that is %s', (generation) => {
  beforeEach(() => start({ generation }));

  test('the first failed job and the way there are reported', async () => {
    const { runId, load } = pipelineOf('AllSuccess', FAILS);
    const report = await diagnose(runId, 'pipelineRun');
    expect(report).toMatchObject({
      cause: 'missingFile',
      reason: EXIT_1,
      failedJob: { jobId: load, jobName: 'Load', number: 5, status: 'FAILED' },
      path: [
        { kind: 'job', name: 'Extract', status: 'SUCCEEDED', isMet: null },
        { kind: 'condition', name: 'AllSuccess', isMet: true },
        { kind: 'job', name: 'Load', status: 'FAILED', isMet: null },
      ],
      failuresInARow: 1,
    });
    expect(report?.text).toMatch(/^Nightly \(run 5\) failed after .*: a file is missing/);
    expect(report?.text).toContain(
      'Extract (SUCCEEDED) → condition AllSuccess (met) → Load (FAILED)',
    );
    expect(requests()).toBeLessThanOrEqual(12);
  });

  test('a job that a condition did not lead to', async () => {
    const { runId, load, runOfJob } = pipelineOf({ expression: 'false' }, {});
    const report = await diagnose(runOfJob(load));
    expect(report).toMatchObject({
      cause: 'conditionNotMet',
      path: [
        { name: 'Extract' },
        { name: 'false', isMet: false },
        { name: 'Load', status: 'SKIPPED' },
      ],
      logExcerpt: [{ value: 'Evaluating false' }, { value: 'Result: false' }],
    });
    expect(report?.text).toMatch(
      /Load \(run 5\) was skipped.*: the condition false did not lead on/,
    );
    expect(requests()).toBeLessThanOrEqual(12);
    const whole = await diagnose(runId, 'pipelineRun');
    expect(whole).toMatchObject({ cause: 'succeeded', failedJob: null, failuresInARow: 0 });
  });

  test('of several ways, the one that was open; to what was skipped, the one that a failure closed', async () => {
    const merged = pipelineOf('AllSuccess', {}, FAILS);
    const report = await diagnose(merged.runId, 'pipelineRun');
    const names = (path: unknown) => (path as { name: string }[]).map(({ name }) => name);
    expect(names(report?.path)).toEqual(['Extract', 'AllSuccess', 'Load', 'Merge']);
    const { runOfJob, merge } = pipelineOf('AllSuccess', FAILS);
    const skipped = await diagnose(runOfJob(merge));
    expect(skipped).toMatchObject({ cause: 'earlierJobFailed' });
    expect(names(skipped?.path)).toEqual(['Extract', 'AllSuccess', 'Load', 'Merge']);
  });

  test('a pipeline that was stopped', async () => {
    const { pipelineId, load } = pipelineOf('AllSuccess', {});
    sandbox.store.setScript(load, { durationSeconds: null, killSeconds: 0 });
    const run = sandbox.store.pipelines.start(pipelineId, { requestedAt: Date.now() - 60_000 });
    sandbox.store.pipelines.stop(run?.id ?? '', 'ana');
    const report = await diagnose(run?.id, 'pipelineRun');
    expect(report).toMatchObject({
      cause: 'stopped',
      failedJob: { jobName: 'Load', status: 'KILLED' },
    });
    expect(report?.text).toMatch(/^Nightly \(run 6\) was stopped after .* by ana\./);
  });
});

test('on older platforms, a pipeline is a row of jobs', async () => {
  await start({ generation: 'early' });
  const { store } = sandbox;
  const names = ['Extract', 'Load', 'Report'];
  const script = { queueSeconds: 0, durationSeconds: 1 };
  const jobs = names.map((name) =>
    store.addJob({ name, script: { ...script, ...(name === 'Load' && FAILS) } }),
  );
  const jobNodes = jobs.map(({ id }, n) => {
    const nextNodes = n < 2 ? [uuid(n + 1)] : [];
    return { id: uuid(n), jobId: id, position: null, nextNodes };
  });
  const { projectId } = jobs[0] as { projectId: string };
  const { id } = store.pipelines.add({
    name: 'Row',
    projectId,
    graph: { jobNodes, conditionNodes: [] },
  });
  const run = store.pipelines.start(id, { requestedAt: Date.now() - HOUR_MS });
  const report = await diagnose(run?.id, 'pipelineRun');
  expect(report).toMatchObject({
    cause: 'missingFile',
    failedJob: { jobName: 'Load' },
    path: [
      { name: 'Extract', status: 'SUCCEEDED' },
      { name: 'Load', status: 'FAILED' },
    ],
  });
  const skipped = store.runsOfPipelineRun(run?.id ?? '').at(-1);
  const later = await diagnose(skipped?.id);
  expect(later).toMatchObject({ cause: 'earlierJobFailed' });
});
