import { createTool } from '../../../support/engine/callTool';
import { startSandbox, type LogLine, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import type { PipelineGraph } from '../../../../sandbox/runs/graph';
import type { RunScript } from '../../../../sandbox/runs/script';
import { uuid } from '../../../support/ids';
import { untilTestEnds } from '../../../support/untilTestEnds';
import { byId, perform, performed } from '../support';

let sandbox: Sandbox;
async function start(options: SandboxOptions = {}) {
  sandbox = await untilTestEnds(startSandbox({ seed: false, ...options }));
}

/** What was asked about runs: without the login and the schema, which many share. */
const requests = () => {
  const isShared = (operation = '') => ['authenticate', '__schema'].includes(operation);
  return sandbox.stats.recent.filter(({ operation }) => !isShared(operation)).length;
};

const diagnose = async (runId: string | undefined, kind = 'jobRun') => {
  const [report] = await performed(sandbox, `${kind}.diagnose`, { runId });
  return report;
};

test('the latest failed run of a job is found, if there is one', async () => {
  await start();
  const jobId = goodJob();
  const latest = async () => {
    const parameters = { runFrom: 'latestFailed', jobId: byId(jobId) };
    return await perform(sandbox, 'jobRun.diagnose', parameters);
  };
  expect((await latest()).error?.message).toBe('The job has no failed run');
  const runs = [2, 1].map((hours) => runOf(jobId, hours, { outcome: 'FAILED' }));
  runOf(jobId, 0, { outcome: 'SUCCEEDED' });
  expect((await latest()).json).toMatchObject([{ failedJob: { runId: runs[1] } }]);
});

const HOUR_MS = 3_600_000;
const lines = (...values: string[]): LogLine[] =>
  values.map((value, index) => ({ stream: index === 0 ? 'STDOUT' : 'STDERR', value }));
const variables = (values: Record<string, string>): LogLine[] =>
  Object.entries(values).map((entry) => ({ stream: 'ENVVARS_STDOUT', value: entry.join('=') }));

function goodJob(logLines: LogLine[] = []) {
  const dockerInfo = { image: 'load:1', dockerCredentialsId: null };
  const { id } = sandbox.store.addJob({
    name: 'Load orders',
    script: { queueSeconds: 0, durationSeconds: 40 },
    version: { commandLine: 'python load.py', dockerInfo },
  });
  for (let hour = 10; hour >= 5; hour--) {
    const own = logLines.length > 0 ? variables({ RUN: `${hour}` }) : [];
    runOf(id, hour, { outcome: 'SUCCEEDED', logLines: [...logLines, ...own] });
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
const TRACEBACK = ['Traceback (most recent call last):', '  File "load.py", line 7, in <module>'];
const python = (error: string) => lines('Loading orders', ...TRACEBACK, error);
const BAD_DATE = python('ValueError: bad date');

function failedWithCommand(commandLine: string, failedBefore: boolean): string {
  const jobId = goodJob();
  if (failedBefore) runOf(jobId, 3, { outcome: 'FAILED' });
  sandbox.store.addJobVersion(jobId, { commandLine }, 'ana');
  return failedRun(EXIT_1, BAD_DATE, jobId);
}

function failedWithVariables(before: Record<string, string>, now: Record<string, string>) {
  return failedRun(EXIT_1, [...variables(now), ...BAD_DATE], goodJob(variables(before)));
}

function stoppedRun(): string {
  const runId = runOf(goodJob(), 0, { durationSeconds: null, killSeconds: 0 });
  sandbox.store.stopRun(runId, 'ana');
  return runId;
}

const FILE = "FileNotFoundError: [Errno 2] No such file or directory: '/a'";
const KEY = [...python('    url = os.environ["API_URL"]'), ...lines('', "KeyError: 'API_URL'")];
const HEAP = lines('Loading', 'java.lang.OutOfMemoryError: Java heap space');
const OVERCOME = lines('Connection refused, trying again', 'Connected', 'ValueError: bad date');
const ONE = { API_URL: 'https://one.example', PASS: 'hidden-1' };
const TWO = { API_URL: 'https://two.example', PASS: 'hidden-1' };

/** Failures as a platform and a job's log show them, by the cause that is named. */
const PLAYED: Array<[cause: string, play: () => string]> = [
  ['exitCode', () => failedRun('The container exited with code 3', BAD_DATE)],
  ['exitCode', () => failedRun('The container exited with code 137', lines('Loading'))],
  ['exitCode', () => failedRun(EXIT_1, OVERCOME)],
  ['missingFile', () => failedRun(EXIT_1, python(FILE))],
  ['missingFile', () => failedRun(EXIT_1, lines('PermissionError: denied', FILE))],
  ['outOfMemory', () => failedRun('The container ran out of memory', lines('Loading'))],
  ['outOfMemory', () => failedRun('The container exited with code 137', HEAP)],
  // The last error only passes another one on.
  ['outOfMemory', () => failedRun(EXIT_1, lines('MemoryError', 'RuntimeError: the load failed'))],
  ['imageNotFound', () => failedRun('Failed to pull image "load:9": manifest unknown')],
  ['imageNotFound', () => failedRun('InvalidImageName: "load::1"')],
  ['scheduling', () => failedRun('0/12 nodes are available: 12 Insufficient memory')],
  ['scheduling', () => failedRun('The pod was evicted: its node was low on disk')],
  ['diskFull', () => failedRun(EXIT_1, python('OSError: [Errno 28] No space left on device'))],
  ['missingModule', () => failedRun(EXIT_1, python("No module named 'pandas'"))],
  ['missingVariable', () => failedRun(EXIT_1, lines('', 'load.sh: API_URL: unbound variable'))],
  ['missingVariable', () => failedRun(EXIT_1, KEY)],
  ['missingCommand', () => failedRun('Code 127', lines('', 'sh: spark: command not found'))],
  ['connectionFailed', () => failedRun(EXIT_1, python('connection refused by db:5432'))],
  ['accessDenied', () => failedRun(EXIT_1, python("Permission denied: '/data'"))],
  ['timeout', () => failedRun('The run was ended: deadline exceeded')],
  ['timeout', () => failedRun(EXIT_1, python('TimeoutError: no response within 30 s'))],
  ['stopped', stoppedRun],
  ['newVersion', () => failedWithCommand('python load.py --fast', false)],
  // The version is newer than the failures.
  ['exitCode', () => failedWithCommand('python load.py --safe', true)],
  ['changedVariable', () => failedWithVariables(ONE, TWO)],
  // The failed run has logged no variables.
  ['exitCode', () => failedRun(EXIT_1, BAD_DATE, goodJob(variables(ONE)))],
  // Each run has another value of it.
  ['exitCode', () => failedWithVariables(ONE, { ...ONE, RUN: 'hidden-1' })],
  ['unknown', () => failedRun(null)],
  ['succeeded', () => runOf(goodJob(), 1, { outcome: 'SUCCEEDED' })],
  ['stillRunning', () => runOf(goodJob(), 0, { durationSeconds: null })],
];

const OLD_AND_NEW = ['middle', 'recent'] as const;

test.each(OLD_AND_NEW)('the causes of failures, each of an item: %s', async (generation) => {
  await start({ generation });
  const items = PLAYED.map(([, play]) => ({ json: { runId: play() } }));
  const parameters = { runId: '={{ $json.runId }}' };
  const json = await performed(sandbox, 'jobRun.diagnose', parameters, { items });
  expect(json.map(({ cause }) => cause)).toEqual(PLAYED.map(([cause]) => cause));
  json.forEach(({ text, failedJob }, n) => {
    expect(text).toMatch(/^Load orders \(run [78]\) /);
    if (failedJob) expect(failedJob).toMatchObject(items[n]?.json ?? {});
  });
  expect(JSON.stringify(json)).not.toMatch(/hidden-1|one\.example|two\.example/);
  // Ten at a time share what can be shared; a log of its own each.
  expect(requests()).toBeLessThanOrEqual(7 * PLAYED.length);
});

describe('today', () => {
  beforeEach(async () => await start());

  test('a failure is reported with all that is known of it', async () => {
    const { store } = sandbox;
    const jobId = goodJob();
    const dockerInfo = { image: 'load:2', dockerCredentialsId: null };
    store.addJobVersion(jobId, { commandLine: 'python load.py --fast', dockerInfo }, 'ana');
    runOf(jobId, 3, { outcome: 'FAILED', outcomeDetails: EXIT_1 });
    runOf(jobId, 2, { outcome: 'KILLED' });
    const noise = (count: number) => Array.from({ length: count }, (_, n) => `row ${n}`);
    const unread = [...noise(1_500), 'ERROR: no such file or directory: a.csv', ...noise(1_500)];
    const log = lines(...unread, 'FATAL: giving up', ...noise(20));
    const runId = failedRun(EXIT_1, log, jobId);
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
    const excerpt = report?.logExcerpt as object[];
    expect(excerpt).toHaveLength(11);
    const error = { index: 3001, stream: 'STDERR', value: 'FATAL: giving up' };
    expect(excerpt[5]).toEqual({ ...error, looksLikeError: true });
    expect(report?.text).toMatch(
      /^Load orders \(run 9\) failed after 40 s: it began to fail with a new version\. A run usually takes 40 s\.\nThe platform says: The container exited with code 1\nLog \(STDERR\): FATAL: giving up\n2 failures in a row, since .*\nChanged since the last success \(run 6, .*\): version.number from 1 to 2; .*; effectiveDockerImage from load:1 to load:2\nhttp:.*$/,
    );
  });

  test('a summary names ten changes and counts the others', async () => {
    const given = (value: string) =>
      Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`NAME_${n}`, value]));
    const report = await diagnose(failedWithVariables(given('old'), given('new')));
    expect(report?.text).toMatch(/: (\S+ [^;\n]+; ){10}2 more$/m);
  });

  test('a job that has always failed, with a long log, takes twelve requests at most', async () => {
    const { store } = sandbox;
    const { id } = store.addJob({ name: 'Load', script: { queueSeconds: 0, durationSeconds: 1 } });
    const noise = Array.from({ length: 6_000 }, (_, n) => `row ${n}`);
    const last = store.inTransaction(() => {
      for (let n = 1_300; n > 1; n--) runOf(id, n, { outcome: 'FAILED' });
      return failedRun(EXIT_1, lines(...noise, 'ERROR: permission denied'), id);
    });
    const report = await diagnose(last);
    expect(report).toMatchObject({ cause: 'accessDenied', usualSeconds: null });
    expect(Number(report?.failuresInARow)).toBeGreaterThanOrEqual(1_000);
    expect(report?.text).toMatch(/At least 1,\d+ failures in a row/);
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
    expect(same?.text).toContain('No known change since the last success (run 6,');
    const { id } = sandbox.store.addJob({ name: 'Never', script: { queueSeconds: 0 } });
    const never = await diagnose(failedRun(null, [], id));
    expect(never).toMatchObject({ changesSinceLastSuccess: null, failuresInARow: 1 });
    expect(never?.text).toContain('No earlier run succeeded');
    const errors = [{ message: 'Not allowed', path: ['job'] }];
    sandbox.faults.add({ kind: 'errors', operation: 'job', errors, times: 9 });
    const unread = await diagnose(failedRun(null));
    expect(unread).toMatchObject({ failuresInARow: null, failingSince: null, url: null });
    expect(unread?.text).not.toMatch(/succe|changed/);
  });

  test('what cannot be read is named, and the rest is reported', async () => {
    const runId = failedRun('The container ran out of memory', lines('Loading'));
    const errors = [{ message: 'Not allowed', path: ['filteredLogs'] }];
    sandbox.faults.add({ kind: 'errors', operation: 'filteredLogs', errors, times: 9 });
    const report = await diagnose(runId);
    expect(report).toMatchObject({ cause: 'outOfMemory', logExcerpt: [], usualSeconds: 40 });
    expect(report?.text).toMatch(/Could not be read: the log \(.*Not allowed/);
  });

  test('earlier runs are unknown if the platform lists the job without the run', async () => {
    const jobId = goodJob();
    const runId = failedRun(EXIT_1, [], jobId);
    const history = { currentStatus: { status: 'SUCCEEDED', recordAt: new Date().toISOString() } };
    const instances = [{ id: uuid(1), number: 1, history }];
    // The name and the runs share a request.
    const data = { item0: { name: 'Load orders' }, item1: { instances } };
    sandbox.faults.add({ kind: 'errors', operation: 'job', errors: undefined, data });
    const report = await diagnose(runId);
    expect(report?.text).toMatch(/^Load orders \(run 7\) failed/);
    expect(report).toMatchObject({ failuresInARow: null, changesSinceLastSuccess: null });
  });

  test('an agent gets the most important fields', async () => {
    const runId = failedRun('The container exited with code 137', python('MemoryError'));
    const parameters = { resource: 'jobRun', operation: 'diagnose', runId };
    const tool = await createTool({ parameters }, { dataPlatformApi: sandbox.credentials });
    const text = expect.stringMatching(/^Load orders \(run 7\) failed .*ran out of memory/);
    const [simplified] = JSON.parse(await tool({})) as object[];
    expect(Object.keys(simplified ?? {})).toEqual(['text', 'cause', 'failingSince', 'url']);
    expect(simplified).toMatchObject({ text, cause: 'outOfMemory' });
  });
});

/**
 * Extract → condition → Load, or Report if it is not met; Merge comes after both. It ran well four times.
 * @param scripts by job, of its last run
 */
function pipelineOf(
  condition: PipelineGraph['conditionNodes'][number]['condition'],
  scripts: Record<string, Partial<RunScript>> = {},
) {
  const { store } = sandbox;
  const script = { queueSeconds: 0, durationSeconds: 1 };
  const next = { Extract: 'Check', Load: 'Merge', Report: 'Merge', Merge: undefined };
  const names = Object.keys(next);
  const jobs = names.map((name) => store.addJob({ name, script }));
  const idOf = (name: string) => jobs[names.indexOf(name)]?.id ?? '';
  // The condition is none of the jobs.
  const node = (name: string) => ({ id: uuid(900 + names.indexOf(name)), position: null });
  const jobNodes = Object.entries(next).map(([name, after]) => ({
    ...node(name),
    jobId: idOf(name),
    nextNodes: after ? [node(after).id] : [],
  }));
  const ways = { nextNodesSuccess: [node('Load').id], nextNodesFailure: [node('Report').id] };
  const graph = { jobNodes, conditionNodes: [{ ...node('Check'), condition, ...ways }] };
  const projectId = jobs[0]?.projectId ?? '';
  const pipelineId = store.pipelines.add({ name: 'Nightly', projectId, graph }).id;
  const run = (hoursAgo: number) =>
    store.pipelines.start(pipelineId, { requestedAt: Date.now() - hoursAgo * HOUR_MS })?.id ?? '';
  for (const hoursAgo of [5, 4, 3, 2]) run(hoursAgo);
  for (const [name, last] of Object.entries(scripts)) store.setScript(idOf(name), last);
  const runId = run(1);
  const runOfJob = (name: string) =>
    store.runsOfPipelineRun(runId).find(({ jobId }) => jobId === idOf(name))?.id;
  return { runId, idOf, runOfJob };
}

const FAILS = {
  outcome: 'FAILED',
  outcomeDetails: EXIT_1,
  logLines: python('FileNotFoundError: a.csv'),
} as const;

describe('pipelines', () => {
  const namesOf = (path: unknown) => (path as { name: string }[]).map(({ name }) => name);

  const GENERATIONS = ['middle', 'recent'] as const;

  test.each(GENERATIONS)('the first failed job, and the way there: %s', async (generation) => {
    await start({ generation });
    const { runId, idOf, runOfJob } = pipelineOf('AllSuccess', { Load: FAILS });
    const report = await diagnose(runId, 'pipelineRun');
    const path = [
      { kind: 'job', name: 'Extract', status: 'SUCCEEDED', isMet: null },
      { kind: 'condition', name: 'AllSuccess', isMet: true },
      { kind: 'job', name: 'Load', status: 'FAILED', isMet: null },
    ];
    expect(report).toMatchObject({
      cause: 'missingFile',
      reason: EXIT_1,
      failedJob: { jobId: idOf('Load'), jobName: 'Load', number: 5, status: 'FAILED' },
      path,
      failuresInARow: 1,
    });
    expect(report?.text).toContain(
      'Extract (SUCCEEDED) → condition AllSuccess (met) → Load (FAILED)',
    );
    expect(report?.text).toMatch(/^Nightly \(run 5\) failed after .*: a file is missing/);
    expect(requests()).toBeLessThanOrEqual(12);
    const later = await diagnose(runOfJob('Merge'));
    expect(later).toMatchObject({ cause: 'skipped', path: [] });
    expect(later?.text).toContain(`Diagnose the run of the pipeline to see why: ${runId}`);
  });

  test('a branch that a condition left out, and a failure behind the other one', async () => {
    await start();
    const well = pipelineOf({ expression: 'false' });
    const leftOut = await diagnose(well.runOfJob('Load'));
    expect(leftOut).toMatchObject({ cause: 'skipped', logExcerpt: [] });
    expect(leftOut?.text).toMatch(/^Load \(run 5\) was skipped[^:]*\.\nDiagnose/);
    const whole = await diagnose(well.runId, 'pipelineRun');
    expect(whole).toMatchObject({ cause: 'succeeded', failedJob: null, failuresInARow: 0 });
    expect(namesOf(whole?.path)).toEqual(['Extract', 'false', 'Report', 'Merge']);
    const failed = pipelineOf('AllSuccess', { Merge: FAILS });
    const { path } = (await diagnose(failed.runId, 'pipelineRun')) ?? {};
    // In order of time, without what was skipped.
    expect(namesOf(path)).toEqual(['Extract', 'AllSuccess', 'Load', 'Merge']);
  });

  test('a condition has its ID where the graph cannot be read', async () => {
    await start();
    const { runId } = pipelineOf({ expression: 'true' }, { Load: FAILS });
    const errors = [{ message: 'Not allowed', path: ['pipelineInstance'] }];
    const ofGraph = { operation: 'pipelineInstance', skip: 1, times: 9 };
    sandbox.faults.add({ kind: 'errors', errors, ...ofGraph });
    const report = await diagnose(runId, 'pipelineRun');
    expect(report?.path).toMatchObject([{}, { name: uuid(899), isMet: true }, {}]);
    expect(report?.text).toMatch(/Could not be read: the graph/);
  });

  test('a pipeline that was stopped', async () => {
    await start();
    const { runId } = pipelineOf('AllSuccess', { Load: { durationSeconds: null, killSeconds: 0 } });
    sandbox.store.pipelines.stop(runId, 'ana');
    const report = await diagnose(runId, 'pipelineRun');
    const failedJob = { jobName: 'Load', status: 'KILLED' };
    expect(report).toMatchObject({ cause: 'stopped', failedJob });
    expect(report?.text).toMatch(/^Nightly \(run 5\) was stopped after .* by ana\./);
  });
});

test.each([
  ['\u001b[1;31mValueError\u001b[0m: bad date', 'ValueError: bad date'],
  ['\u001b[31mcannot\u001b[0m read the date', 'cannot read the date'],
])('colors hide no error and are not shown; a log has them: %j', async (colored, shown) => {
  await start();
  const log = lines('WARN an error occurred, trying again', 'Connected', colored);
  const runId = failedRun(EXIT_1, log);
  const found = await diagnose(runId);
  expect(found?.text).toContain(`Log (STDERR): ${shown}`);
  expect(JSON.stringify(found)).not.toMatch(/u001b|\[0m/);
  const raw = await performed(sandbox, 'jobRun.getLogs', { runId });
  expect(JSON.stringify(raw)).toContain(JSON.stringify(colored).slice(1, -1));
});
