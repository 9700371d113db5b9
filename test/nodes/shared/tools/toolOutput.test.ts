import { toolOutput } from '../../../../nodes/shared/tools/toolOutput';
import { PROJECTS_NODE } from '../../../support/engine/runWorkflow';
import { sandboxForAllTests } from '../../../support/testSandbox';
import { byId, perform } from '../../Projects/support';

const QUICK = { queueSeconds: 0, durationSeconds: 0 };

const sandbox = sandboxForAllTests({ seedRuns: false });
let projectId: string;
beforeAll(() => {
  projectId = sandbox.store.addProject({ name: 'Big' }).id;
  for (let n = 0; n < 60; n++) sandbox.store.addJob({ name: `Job ${n}`, projectId });
});

/** The output of an operation, as an agent calls it. */
const call = async (name: string, parameters: object, { type = `${PROJECTS_NODE}Tool` } = {}) =>
  (await perform(sandbox, name, parameters, { items: [{ json: {} }], settings: { type } })).json;

describe('a list', () => {
  const MORE = 'Increase the limit to get more.';

  test.each([
    [{}, `There may be more: the limit is 50. ${MORE}`, 51],
    [{ limit: 58 }, `There may be more: the limit is 58. ${MORE}`, 59],
    [{ limit: 61 }, undefined, 60],
    [{ returnAll: true }, undefined, 60],
  ])('of %j has a note that there may be more: %s', async (more, note, length) => {
    const json = await call('job.getAll', { projectId: byId(projectId), ...more });
    expect([json.length, json.at(-1)?.note]).toEqual([length, note]);
  });

  test('has no note for people', async () => {
    const jobs = { projectId: byId(projectId) };
    expect(await call('job.getAll', jobs, { type: PROJECTS_NODE })).toHaveLength(50);
  });
});

test('an operation without a limit gives at most 50 items', async () => {
  const parameters = {
    rootField: byId('query.jobs'),
    arguments: { mappingMode: 'defineBelow', value: { projectId } },
  };
  const ofPeople = await call('graphql.callOperation', parameters, { type: PROJECTS_NODE });
  expect(ofPeople).toHaveLength(60);
  const json = await call('graphql.callOperation', parameters);
  expect(json).toHaveLength(51);
  expect(json.at(-1)).toEqual({
    note: '10 more were left out: a tool returns up to 50 items. Request fewer.',
  });
});

test('of a log, an agent gets one text of its last lines, as much as it can read', async () => {
  const runOf = (values: string[]) => {
    const logLines = values.map((value) => ({ stream: 'STDOUT' as const, value }));
    const { id } = sandbox.store.addJob({ name: 'Talks', script: { ...QUICK, logLines } });
    return sandbox.store.startRun(id, { requestedAt: Date.now() - 10_000 })?.id;
  };
  const lines = [...Array.from({ length: 200 }, (_, n) => `line ${n}`), 'ValueError: no column'];
  const runId = runOf(lines);
  expect(await call('jobRun.getLogs', { runId })).toEqual([
    { text: lines.slice(-50).join('\n'), lines: 50, isCut: true, runId },
  ]);
  expect(await call('jobRun.getLogs', { runId, lines: 'all' })).toEqual([
    { text: lines.join('\n'), lines: 201, isCut: false, runId },
  ]);
  const endless = ['start', 'y'.repeat(90_000), 'x'.repeat(90_000), 'end'];
  const endlessId = runOf(endless);
  expect(await call('jobRun.getLogs', { runId: endlessId })).toEqual([
    { text: endless.slice(2).join('\n'), lines: 2, isCut: true, runId: endlessId },
  ]);
});

test('what the platform reports beside a change that it made comes last', async () => {
  const data = { createProject: { id: projectId, name: 'Reported' } };
  const errors = [{ message: 'The audit log is full', path: ['createProject', 'name'] }];
  sandbox.accidents.add({ kind: 'errors', operation: 'createProject', errors, data });
  const json = await call('project.create', { name: 'Reported' });
  expect(json[0]).toMatchObject({ id: projectId });
  expect(json.at(-1)?.note).toMatch(
    /^The change was made, but with errors\. .*The audit log is full/,
  );
});

test('an output has no note of a limit if an item failed', () => {
  const fields = [{ name: 'returnAll' }];
  const parameters = { fields, boolean: () => false, number: () => 2 };
  const failed = { json: {}, error: new Error('no') as never };
  expect(toolOutput(parameters as never, undefined, [{ json: {} }, failed])).toHaveLength(2);
});
