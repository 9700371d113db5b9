import { readBinary } from '../../../support/engine/binaryData';
import { createTool } from '../../../support/engine/callTool';
import { byId, perform, performed } from '../support';
import { NO_SUCH_ID } from '../../../support/ids';
import type { RunScript } from '../../../../sandbox/runs/script';
import { sandboxForEachTest } from '../../../support/testSandbox';

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

const sandbox = sandboxForEachTest({ seed: false });

interface MadeRun {
  /** Minutes. */
  ago: number;
  seconds?: number | null;
  queueSeconds?: number;
  outcome?: RunScript['outcome'];
}

function addJob(projectId: string, name: string, runs: readonly MadeRun[] = [], more = {}): string {
  const { id } = sandbox.store.addJob({ projectId, name, createdAt: 0, ...more });
  const now = Date.now();
  const oldestFirst = [...runs].sort((a, b) => b.ago - a.ago);
  for (const { ago, seconds = 60, queueSeconds = 2, outcome = 'SUCCEEDED' } of oldestFirst) {
    const script = { queueSeconds, durationSeconds: seconds, outcome };
    sandbox.store.startRun(id, { requestedAt: now - ago * MINUTE_MS, script });
  }
  return id;
}

const addProject = (name: string) => sandbox.store.addProject({ name }).id;
const ofProject = (projectId: string) => ({ scope: 'one', projectId: byId(projectId) });

const every = (minutes: number, count: number, more: Partial<MadeRun> = {}): MadeRun[] =>
  Array.from({ length: count }, (_, n) => ({ ago: (n + 1) * minutes, ...more }));

const reportOf = async (parameters: object) =>
  await performed(sandbox, 'project.getReport', parameters);

const named = (items: Awaited<ReturnType<typeof reportOf>>, name: string) =>
  items.find((item) => item.name === name);

test('a report needs no reason of the platform for a failed run', async () => {
  const projectId = addProject('Sales');
  addJob(projectId, 'Import', [{ ago: 5, outcome: 'FAILED' }]);
  sandbox.faults.add({ kind: 'status', status: 500, operation: 'jobInstance', times: 99 });
  const items = await reportOf({ ...ofProject(projectId), include: 'jobs' });
  expect(items[0]).toMatchObject({ name: 'Import', state: 'failing', failed: 1 });
});

test('a report fails if the runs of a job cannot be read', async () => {
  const projectId = addProject('Sales');
  addJob(projectId, 'Import', every(HOUR, 4));
  const errors = [{ message: 'No right to read runs', path: ['job'] }];
  sandbox.faults.add({ kind: 'errors', operation: 'job', errors, times: 99 });
  const parameters = { ...ofProject(projectId), include: 'jobs' };
  const { error } = await perform(sandbox, 'project.getReport', parameters);
  expect(error?.message).toContain('No right to read runs');
});

test('reports of each job how it ran, and of all together', async () => {
  const projectId = addProject('Sales');
  addJob(projectId, 'Import', [
    { ago: 5, outcome: 'FAILED', seconds: 200 },
    { ago: 6, outcome: 'KILLED', seconds: 1 },
    { ago: 7, outcome: 'SKIPPED' },
    { ago: 8, seconds: null },
    ...every(HOUR, 4, { seconds: 100, queueSeconds: 30 }),
    ...every(HOUR, 3, { seconds: 50 }).map((run) => ({ ...run, ago: run.ago + DAY })),
  ]);
  addJob(projectId, 'Idle');
  const items = await reportOf({ ...ofProject(projectId), include: 'jobs' });
  expect(items).toHaveLength(3);
  expect(items[0]).toMatchObject({
    kind: 'job',
    name: 'Import',
    projectName: 'Sales',
    projectId,
    state: 'failing',
    runs: 8,
    succeeded: 4,
    failed: 1,
    stopped: 1,
    skipped: 1,
    running: 1,
    successRate: 0.6667,
    medianSeconds: 100,
    p95Seconds: 100,
    change: { runs: 5, failed: 1, medianSeconds: 50 },
    missedSchedules: null,
    isCut: false,
    lastRun: { number: expect.any(Number), status: 'FAILED', succeeded: false },
  });
  expect(items[1]).toMatchObject({
    name: 'Idle',
    state: 'idle',
    runs: 0,
    successRate: null,
    lastRun: null,
    lastSuccess: null,
  });
  expect(items[2]).toMatchObject({
    kind: 'total',
    summary:
      '2 jobs, 1 needs attention: Import (failing). 8 runs: 4 succeeded, 1 failed, 1 stopped, 1 skipped, 1 running.',
    projects: 1,
    jobs: 2,
    pipelines: 0,
    runs: 8,
    needAttention: 1,
    states: { failing: 1, idle: 1, ok: 0, late: 0, unreliable: 0, slow: 0, running: 0, unknown: 0 },
  });
});

test('several projects, all of them, and pipelines beside jobs', async () => {
  const [one, two, three] = ['One', 'Two', 'Three'].map(addProject) as [string, string, string];
  const jobs = [one, two, three].map((projectId) => addJob(projectId, `Job of ${projectId}`));
  const node = { id: NO_SUCH_ID, jobId: jobs[0] ?? '', position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  sandbox.store.pipelines.add({ projectId: one, name: 'Nightly', graph });
  const projectsIn = (items: Awaited<ReturnType<typeof reportOf>>) =>
    items.flatMap(({ kind, projectName }) => (kind === 'total' ? [] : [`${kind} ${projectName}`]));
  const pair = { scope: 'several', projectIds: [one, two] };
  const several = await reportOf({ ...pair, include: 'both' });
  expect(projectsIn(several)).toEqual(['job One', 'pipeline One', 'job Two']);
  const all = await reportOf({ scope: 'all', include: 'jobs' });
  expect(projectsIn(all)).toEqual(['job One', 'job Three', 'job Two']);
  expect(all.at(-1)).toMatchObject({ projects: 3, jobs: 3 });
  const pipelines = await reportOf({
    ...ofProject(three),
    scope: '={{ "all" }}',
    include: 'pipelines',
  });
  expect(projectsIn(pipelines)).toEqual(['pipeline One']);
});

test('why the last run failed is in the words of the platform', async () => {
  const projectId = addProject('Broken');
  const script = { outcome: 'FAILED' as const, outcomeDetails: 'Exit code 6', durationSeconds: 0 };
  const id = addJob(projectId, 'Load');
  sandbox.store.startRun(id, {
    requestedAt: Date.now() - HOUR,
    script: { ...script, queueSeconds: 0 },
  });
  const [item] = await reportOf({ ...ofProject(projectId), include: 'jobs' });
  expect(item?.reason).toMatch(/^The last run failed after 0 s: Exit code 6 \(/);
});

test('a page is one file, with links to the jobs', async () => {
  const projectId = addProject('Sales & <b>more</b>');
  addJob(projectId, '<script>alert("x")</script>', every(3 * HOUR, 5));
  const parameters = { ...ofProject(projectId), include: 'jobs' };
  const [item] = await reportOf(parameters);
  const page = { ...parameters, output: 'page', binaryPropertyName: 'page' };
  const { outputs, json } = await perform(sandbox, 'project.getReport', page);
  expect(json).toMatchObject([{ kind: 'total', runs: 5 }]);
  const file = outputs[0]?.[0]?.binary?.page;
  expect(file).toMatchObject({ mimeType: 'text/html', fileName: 'report.html' });
  const html = (await readBinary(file?.id)).toString();
  const [asText] = await reportOf({ ...parameters, output: 'html' });
  expect(asText).toMatchObject({ kind: 'total', html: expect.stringContaining('</html>') });
  const leadsTo = `${sandbox.baseUrl}/projects/platform/1/project/${projectId}/job/`;
  expect(html).toContain(`href="${leadsTo}`);
  expect(html.replaceAll(leadsTo, '')).not.toMatch(/<script|https?:|<b>/);
  expect(html).toContain(`${item?.runs} runs: ${item?.succeeded} succeeded`);
});

test('an agent is given one short text', async () => {
  const projectId = addProject('Sales');
  addJob(projectId, 'Import', [{ ago: 5, outcome: 'FAILED', seconds: 10 }]);
  for (let n = 0; n < 30; n++) addJob(projectId, `Fine ${n}`, every(HOUR, 2));
  const report = { resource: 'project', operation: 'getReport' };
  const parameters = { ...report, scope: 'all', output: 'page' };
  const tool = await createTool({ parameters }, { dataPlatformApi: { ...sandbox.credentials } });
  const text = await tool({});
  expect(text).toContain(
    '31 jobs, 1 needs attention: Import (failing). 61 runs: 60 succeeded, 1 failed.',
  );
  expect(text).toContain('Import: The last run failed after 10 s');
  expect(text.length).toBeLessThan(300);
});

test('what goes from the platform halfway is left out', async () => {
  const [kept, gone] = ['Kept', 'Gone'].map(addProject) as [string, string];
  addJob(kept, 'Stays', every(HOUR, 3));
  const leaving = addJob(gone, 'Leaves', every(HOUR, 3));
  // The list of jobs has it, and later requests do not find it.
  const list = sandbox.store.jobs.bind(sandbox.store);
  sandbox.store.jobs = (filter) => {
    const listed = list(filter);
    if (filter?.projectId === gone) sandbox.store.deleteJob(leaving);
    return listed;
  };
  const items = await reportOf({ scope: 'all', include: 'jobs' });
  expect(items.map(({ name }) => name)).toEqual(['Stays', undefined]);
  expect(items.at(-1)).toMatchObject({ jobs: 1 });
});

test('a run that was due on a quiet date of its schedule is not missed', async () => {
  const projectId = addProject('Sales');
  const [hour] = new Date(Date.now() - 100 * MINUTE_MS).toISOString().slice(11).split(':');
  const cronScheduling = `0 ${hour} * * *`;
  const settings = { isScheduled: true, cronScheduling, scheduleTimezone: 'UTC' };
  for (let n = 0; n < 10; n++) addJob(projectId, `Job ${n}`, [{ ago: 8 * DAY }], { settings });
  const parameters = { ...ofProject(projectId), include: 'jobs' };
  const countOf = async (quietDates?: string) => {
    sandbox.stats.reset();
    const options = quietDates === undefined ? {} : { options: { quietDates } };
    const items = await reportOf({ ...parameters, period: 'last7Days', ...options });
    const { missedSchedules, state } = named(items, 'Job 7') ?? {};
    return [missedSchedules, state, items.at(-1)?.missedSchedules, sandbox.stats.requests];
  };
  const dateOf = (days: number) =>
    new Date(Date.now() - 100 * MINUTE_MS - days * DAY * MINUTE_MS).toISOString().slice(0, 10);
  // The first report also logs in and reads the schema.
  await countOf();
  const [missed, state, total, requests] = await countOf();
  expect([missed, state, total]).toEqual([7, 'late', 70]);
  expect(await countOf(`${dateOf(2)}..${dateOf(0)}`)).toEqual([4, 'late', 40, requests]);
  expect(await countOf(`${dateOf(9)} to ${dateOf(0)}`)).toEqual([0, 'idle', 0, requests]);
});

test('a schedule that cannot be read is named, and what has it is neither well nor idle', async () => {
  const projectId = addProject('Sales');
  const isScheduled = true;
  const odd = { isScheduled, cronScheduling: '0 0 31 2 *', scheduleTimezone: 'UTC' };
  addJob(projectId, 'Odd', [], { settings: odd });
  addJob(projectId, 'Odd and well', every(HOUR, 5), { settings: odd });
  const parameters = { ...ofProject(projectId), include: 'jobs' };
  const items = await reportOf(parameters);
  const scheduleProblem = '"0 0 31 2 *" is not a cron expression with five fields, or is never due';
  const unread = { scheduleProblem, missedSchedules: null };
  expect(named(items, 'Odd')).toMatchObject({ ...unread, state: 'unknown' });
  expect(named(items, 'Odd and well')).toMatchObject({ ...unread, state: 'unknown' });
  const message = '2 schedules cannot be read, so missed runs are unknown: Odd, Odd and well.';
  const totals = { unreadableSchedules: 2, summary: expect.stringContaining(message) };
  expect(items.at(-1)).toMatchObject(totals);
  const { outputs, run } = await perform(sandbox, 'project.getReport', {
    ...parameters,
    output: 'page',
  });
  expect(run.data.resultData.runData.Node?.[0]?.hints).toMatchObject([{ message }]);
  const html = (await readBinary(outputs[0]?.[0]?.binary?.data?.id)).toString();
  expect(html.match(/The schedule cannot be read: &quot;0 0 31 2 \*/g)).toHaveLength(2);
  expect(html).toContain('Schedule cannot be read (2)');
  expect(html).not.toContain('All is well');
});

test('names the events of an iCalendar file that do not count, in a hint', async () => {
  const event = 'BEGIN:VEVENT\nSUMMARY:Team meeting\nDTSTART:20261225T100000Z\nEND:VEVENT';
  const { run } = await perform(sandbox, 'project.getReport', {
    ...ofProject(addProject('Sales')),
    options: { quietDates: `BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR` },
  });
  const message = /^Skipped 1 event of the iCalendar file .*: "Team meeting"\. Only whole days/;
  const hints = run.data.resultData.runData.Node?.[0]?.hints;
  expect(hints).toMatchObject([{ message: expect.stringMatching(message) }]);
});

test.each([
  [{ options: { quietDates: 'tomorrow' } }, '"tomorrow" is not a date or range of dates'],
  [{ scope: 'several' }, '"Project Names or IDs" is empty'],
])('%j is refused before any request', async (wrong, message) => {
  const parameters = { ...ofProject(addProject('Sales')), ...wrong };
  const { error } = await perform(sandbox, 'project.getReport', parameters);
  expect(error?.message).toContain(message);
  expect(sandbox.stats.requests).toBe(0);
});

describe('apps', () => {
  const technologyId = '40000000-0000-4000-8000-000000000001';
  const addApp = (projectId: string, name: string) =>
    sandbox.store.apps.add({ projectId, technologyId, name }).id;
  const ago = (minutes: number) => Date.now() - minutes * MINUTE_MS;

  test('how they are, since when, and how often they were started again', async () => {
    const projectId = addProject('Sales');
    const [up, down] = [addApp(projectId, 'Up'), addApp(projectId, 'Broken & down')];
    for (const name of ['Never ran', 'Idle', 'Off']) addApp(projectId, name);
    sandbox.store.apps.begin(up, 'STARTING', ago(3 * DAY));
    for (const minutes of [50, 40, 30]) sandbox.store.apps.begin(up, 'RESTARTING', ago(minutes));
    const statusReason = 'No space left';
    const script = { startSeconds: 0, outcome: 'FAILED', outcomeDetails: statusReason } as const;
    sandbox.store.apps.setScript(down, script);
    const failedMs = ago(20);
    sandbox.store.apps.begin(down, 'STARTING', failedMs);
    sandbox.store.apps.begin(down, 'STARTING', failedMs + MINUTE_MS);
    const parameters = { ...ofProject(projectId), options: { includeApps: true } };
    const items = await reportOf(parameters);
    expect(items.map(({ kind, name }) => `${kind} ${name ?? ''}`)).toEqual([
      'app Broken & down',
      'app Idle',
      'app Never ran',
      'app Off',
      'app Up',
      'total ',
    ]);
    expect(items[0]).toMatchObject({
      state: 'down',
      status: 'FAILED',
      statusReason,
      since: new Date(failedMs).toISOString(),
      restarts: 0,
      projectName: 'Sales',
      url: expect.stringContaining(`/app/${down}`),
    });
    expect(items[1]).toMatchObject({ state: 'stopped', restarts: 0 });
    expect(items[4]).toMatchObject({ state: 'up', since: expect.any(String), restarts: 3 });
    expect(items[5]).toMatchObject({
      apps: 5,
      appsDown: 1,
      summary: expect.stringContaining('5 apps, 1 down: Broken & down.'),
    });
    const page = await perform(sandbox, 'project.getReport', { ...parameters, output: 'page' });
    const html = (await readBinary(page.outputs[0]?.[0]?.binary?.data?.id)).toString();
    expect(html).toContain('Apps (5)');
    expect(html).toMatch(/Broken &amp; down<.*down since .*No space left/);
    expect(html).toMatch(/Up<.*up since .*3 restarts/);
    expect(html).not.toContain(' 0 restarts');
  });
});
