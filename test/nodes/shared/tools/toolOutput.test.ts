import type { INodeExecutionData } from 'n8n-workflow';
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
const call = async (
  name: string,
  parameters: object,
  { type = `${PROJECTS_NODE}Tool`, count = 1 } = {},
) => {
  const items = Array.from({ length: count }, () => ({ json: {} }));
  return (await perform(sandbox, name, parameters, { items, settings: { type } })).json;
};

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

  test('has its own note for each of 100 items, and none for people', async () => {
    const jobs = { projectId: byId(projectId) };
    const json = await call('job.getAll', { ...jobs, limit: 2 }, { count: 100 });
    expect([json.length, json.filter(({ note }) => note).length]).toEqual([300, 100]);
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

describe('an output', () => {
  const given = (output: INodeExecutionData[], fields: object[] = []) => {
    const parameters = { boolean: () => false, number: () => 2 };
    return toolOutput(() => parameters as never, fields as never, output);
  };

  test('has no note of a limit if an item failed', () => {
    const failed = { json: {}, error: new Error('no') as never, pairedItem: { item: 0 } };
    const output = [{ json: {}, pairedItem: { item: 0 } }, failed];
    expect(given(output, [{ name: 'returnAll' }])).toHaveLength(2);
  });

  test('has a note behind the items of its own input', () => {
    const ofFirst = Array.from({ length: 51 }, (_, n) => ({
      json: { n },
      pairedItem: { item: 0 },
    }));
    const others = [{ json: { n: 'second' }, pairedItem: { item: 1 } }, { json: { n: 'third' } }];
    const items = given([...ofFirst, ...others]);
    // What is paired with nothing is of the first input.
    expect(
      items.slice(50).map(({ json, pairedItem }) => [json.n ?? json.note, pairedItem]),
    ).toEqual([
      ['2 more were left out: a tool returns up to 50 items. Request fewer.', { item: 0 }],
      ['second', { item: 1 }],
    ]);
  });
});
