import { startSandbox, type Sandbox } from '../../../../sandbox';
import { addNode, loadPackage } from '../../../../harness/engine/nodeTypes';
import { PROJECTS_NODE, runNode } from '../../../../harness/engine/runWorkflow';

const TOOL = `${PROJECTS_NODE}Tool`;

let sandbox: Sandbox;
let projectId: string;
beforeAll(async () => {
  const { nodeTypes } = await loadPackage();
  addNode(TOOL, nodeTypes.getByName(PROJECTS_NODE) as never);
  sandbox = await startSandbox({ seedRuns: false });
  projectId = sandbox.store.addProject({ name: 'Big' }).id;
  for (let n = 0; n < 60; n++) sandbox.store.addJob({ name: `Job ${n}`, projectId });
});
afterAll(() => sandbox.close());

const jobs = (more: object) => ({
  resource: 'job',
  operation: 'getAll',
  projectId: { __rl: true, mode: 'id', value: projectId },
  ...more,
});
const call = async (parameters: object, type = TOOL, items: object[] = [{}]) =>
  (
    await runNode(
      { type, parameters: parameters as never },
      { dataPlatformApi: sandbox.credentials },
      items as never,
    )
  ).json;

test('50 entries are given unless asked for more, and it is said how many were left out', async () => {
  const short = await call(jobs({}));
  expect(short).toHaveLength(51);
  expect(short.at(-1)).toEqual({
    note: '10 more were left out: the limit is 50. Increase the limit to get more.',
  });
  expect(await call(jobs({ limit: 60 }))).toHaveLength(60);
  expect(await call(jobs({ limit: 59 }))).toHaveLength(60);
  expect(await call(jobs({ returnAll: true }))).toHaveLength(60);
  expect(await call(jobs({}), PROJECTS_NODE)).toHaveLength(50);
});

test('of 100 items, each reports what was left out of its own list', async () => {
  const json = await call(jobs({ limit: 2 }), TOOL, Array(100).fill({}));
  expect(json).toHaveLength(300);
  expect(json.filter(({ note }) => String(note).startsWith('58 more'))).toHaveLength(100);
});

test('where no more is read than was asked for, it is said that there may be more', async () => {
  const { id } = sandbox.store.addJob({
    name: 'Often',
    script: { queueSeconds: 0, durationSeconds: 0 },
  });
  for (let n = 0; n < 3; n++) sandbox.store.startRun(id);
  const runs = {
    resource: 'jobRun',
    operation: 'getAll',
    jobId: { __rl: true, mode: 'id', value: id },
  };
  expect((await call({ ...runs, limit: 2 })).at(-1)).toEqual({
    note: 'There may be more: the limit is 2. Increase the limit to get more.',
  });
  expect(await call({ ...runs, limit: 4 })).toHaveLength(3);
});

test('an operation without a limit gives at most 50 items', async () => {
  const parameters = {
    resource: 'graphql',
    operation: 'callOperation',
    rootField: { __rl: true, mode: 'id', value: 'query.jobs' },
    arguments: { mappingMode: 'defineBelow', value: { projectId } },
  };
  expect(await call(parameters, PROJECTS_NODE)).toHaveLength(60);
  const json = await call(parameters);
  expect(json).toHaveLength(51);
  expect(json.at(-1)).toEqual({
    note: '10 more were left out: a tool returns up to 50 items. Request fewer.',
  });
});

test('objects lie at most two levels deep, and nothing of them is lost', async () => {
  const query = `{ projects { id jobs { id technology { id } project { id name } } } }`;
  const asked = { resource: 'graphql', operation: 'executeQuery', query };
  const depthOf = (value: unknown): number =>
    typeof value !== 'object' || value === null
      ? 0
      : Array.isArray(value)
        ? Math.max(0, ...value.map(depthOf))
        : 1 + Math.max(0, ...Object.values(value).map(depthOf));
  const [people] = await call(asked, PROJECTS_NODE);
  const [agent] = await call(asked);
  const lists = (agent?.projects as Array<{ jobs: unknown[] }>).map(({ jobs }) => jobs);
  const cut = lists.filter((list) => list.length > 50);
  expect(cut.map((list) => [list.length, list.at(-1)])).toEqual([[51, '10 more were left out']]);
  expect(depthOf(people)).toBeGreaterThan(3);
  expect(depthOf(agent)).toBeLessThanOrEqual(3);
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  for (const { jobs } of people?.projects as Array<{ jobs: unknown[] }>) {
    if (jobs.length > 50) jobs.splice(50, jobs.length, '10 more were left out');
  }
  expect(leaves(agent)).toEqual(leaves(people).filter((leaf) => leaf !== null));
});

test('a text is cut where it is longer than a file that can be read as text', async () => {
  const { id } = sandbox.store.addJob({ name: 'Talks', description: 'x'.repeat(300_000) });
  const parameters = {
    resource: 'job',
    operation: 'get',
    jobId: { __rl: true, mode: 'id', value: id },
  };
  const [job] = await call(parameters);
  const shown = 256 * 1024 - 3;
  expect(job?.description).toBe(
    `${'x'.repeat(shown)}… (${300_000 - shown} more characters were left out)`,
  );
  expect((await call(parameters, PROJECTS_NODE))[0]?.description).toHaveLength(300_000);
});

test('of a log, an agent gets one text of the last lines', async () => {
  const lines = [...Array.from({ length: 200 }, (_, n) => `line ${n}`), 'ValueError: no column'];
  const logLines = lines.map((value) => ({ stream: 'STDOUT' as const, value }));
  const script = { queueSeconds: 0, durationSeconds: 0, logLines };
  const { id } = sandbox.store.addJob({ name: 'Talks', script });
  const run = sandbox.store.startRun(id, { requestedAt: Date.now() - 10_000 });
  const parameters = { resource: 'jobRun', operation: 'getLogs', runId: run?.id };
  expect(await call(parameters)).toEqual([
    { text: lines.slice(-50).join('\n'), lines: 50, isCut: true, runId: run?.id },
  ]);
  expect(await call({ ...parameters, lines: 'all' })).toEqual([
    { text: lines.join('\n'), lines: 201, isCut: false, runId: run?.id },
  ]);
});

test('of a log with endless lines, an agent gets as much of its end as it can read', async () => {
  const values = ['start', 'y'.repeat(90_000), 'x'.repeat(90_000), 'end'];
  const logLines = values.map((value) => ({ stream: 'STDOUT' as const, value }));
  const script = { queueSeconds: 0, durationSeconds: 0, logLines };
  const { id } = sandbox.store.addJob({ name: 'Talks', script });
  const run = sandbox.store.startRun(id, { requestedAt: Date.now() - 10_000 });
  const parameters = { resource: 'jobRun', operation: 'getLogs', runId: run?.id };
  expect(await call(parameters)).toEqual([
    { text: `${'x'.repeat(90_000)}\nend`, lines: 2, isCut: true, runId: run?.id },
  ]);
});

test('what the platform reports beside a change that it made is reported to an agent, too', async () => {
  const data = { createProject: { id: projectId, name: 'Reported' } };
  const errors = [{ message: 'The audit log is full', path: ['createProject', 'name'] }];
  sandbox.accidents.add({ kind: 'errors', operation: 'createProject', errors, data });
  const json = await call({ resource: 'project', operation: 'create', name: 'Reported' });
  expect(json[0]).toMatchObject({ id: projectId });
  expect(json.at(-1)?.note).toMatch(
    /^The change was made, but with errors\. .*The audit log is full/,
  );
});
