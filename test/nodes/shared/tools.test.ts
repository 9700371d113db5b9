import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { RESOURCES } from '../../../nodes/outputs';
import { isTool, buildToolFailure, buildToolOutput } from '../../../nodes/shared/tools/toolOutput';
import { listDescribedOperations } from '../../support/descriptions/describedOperations';
import { createTool } from '../../support/engine/callTool';
import { PROJECTS_NODE } from '../../support/engine/runWorkflow';
import { NO_SUCH_ID } from '../../support/ids';
import { buildTestNode } from '../../support/buildTestNode';
import { sandboxForAllTests } from '../../support/testSandbox';
import { byId, perform } from '../Projects/support';

const sandbox = sandboxForAllTests({ seedRuns: false });
const TOOL = { type: `${PROJECTS_NODE}Tool` };

test('an agent reads a failure with its IDs and the end of the log in one text, people in two', async () => {
  const script = {
    ...{ queueSeconds: 0, durationSeconds: 1, outcome: 'FAILED' as const },
    outcomeDetails: 'container exited with code 6',
    logLines: [{ stream: 'STDERR' as const, value: 'no such station' }],
  };
  const { id: jobId } = sandbox.store.addJob({ name: 'Import weather', script });
  const parameters = { jobId: byId(jobId), options: { pollInterval: 1 } };
  const message = 'Import weather failed after 1 s: container exited with code 6 (run 1)';
  const { error } = await perform(sandbox, 'job.runAndWait', parameters, { settings: TOOL });
  expect(error?.message.split('\n')[0]).toBe(`${message}.`);
  expect(error?.message).toContain(jobId);
  expect(error?.message).toContain(String(sandbox.store.runsOfJob(jobId)[0]?.id));
  expect(error?.message).toMatch(/The last lines of the log:\nno such station$/);
  const people = await perform(sandbox, 'job.runAndWait', parameters);
  expect(people.error?.message).toBe(message.replace('run 1', 'run 2'));
});

test('an agent reads what to do about a login, too, and never the password', async () => {
  const credentials = { ...sandbox.credentials, password: 'not-the-password' };
  const { error } = await perform({ credentials }, 'project.getAll', {}, { settings: TOOL });
  expect(error?.message).toMatch(/^The platform rejected the login "demo".*\n.*credential/s);
  expect(error?.message).not.toContain('not-the-password');
});

test('if the tool continues on fail, its item has the whole text', async () => {
  const settings = { ...TOOL, onError: 'continueRegularOutput' as const };
  const { json } = await perform(sandbox, 'job.run', { jobId: byId('Extract') }, { settings });
  expect(json[0]?.error ?? json[0]?.message).toMatch(
    /^There is no job with the name or ID "Extract"\.\nUse .*\n"Extract daily sales" in /,
  );
});

test.each([
  ['There is no job', 'Look.', 'There is no job.\nLook.'],
  ['There is no job', '', 'There is no job'],
  ['There is no job. Look.', 'Look.', 'There is no job. Look.'],
])('%j and %j are one text: %j', (message, description, text) => {
  const failure = new NodeOperationError(buildTestNode(), 'no', { description });
  failure.message = message;
  expect(buildToolFailure(failure).message).toBe(text);
  expect(buildToolFailure(failure).message).toBe(text);
});

test('n8n leaves an agent the code of a connection error and what to do', async () => {
  const dataPlatformApi = { ...sandbox.credentials, baseUrl: 'http://127.0.0.1:1' };
  const parameters = { resource: 'project', operation: 'getAll' };
  const tool = await createTool({ parameters }, { dataPlatformApi });
  await expect(tool({})).rejects.toThrow(
    /^Nothing responds at 127\.0\.0\.1:1\.\nCheck the host .*\(ECONNREFUSED: connect ECONNREFUSED /,
  );
});

test.each([
  [() => true, 'dataPlatformProjects', true],
  [() => false, 'dataPlatformProjects', false],
  [undefined, 'dataPlatformProjects', false],
  [() => false, 'dataPlatformProjectsTool', true],
  [undefined, 'dataPlatformProjectsTool', true],
])('of %p and the type %s, it is a tool: %s', (isToolExecution, type, expected) => {
  const execution = { isToolExecution, getNode: () => buildTestNode({ type }) };
  expect(isTool(execution as unknown as IExecuteFunctions)).toBe(expected);
});

const QUICK = { queueSeconds: 0, durationSeconds: 0 };
let projectId: string;
beforeAll(() => {
  projectId = sandbox.store.addProject({ name: 'Big' }).id;
  for (let n = 0; n < 60; n++) sandbox.store.addJob({ name: `Job ${n}`, projectId });
});

const call = async (name: string, parameters: object, { type = `${PROJECTS_NODE}Tool` } = {}) =>
  (await perform(sandbox, name, parameters, { items: [{ json: {} }], settings: { type } })).json;

describe('a list', () => {
  test.each([
    [{}, 'There may be more items. To get more than 50, increase the limit.', 51],
    [{ limit: 58 }, 'There may be more items. To get more than 58, increase the limit.', 59],
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
    note: '10 more items were left out, because this tool returns up to 50. Request fewer items.',
  });
});

test('of a log, an agent gets one text of its last lines', async () => {
  const lines = [...Array.from({ length: 200 }, (_, n) => `line ${n}`), 'ValueError: no column'];
  const logLines = lines.map((value) => ({ stream: 'STDOUT' as const, value }));
  const { id } = sandbox.store.addJob({ name: 'Talks', script: { ...QUICK, logLines } });
  const runId = sandbox.store.startRun(id, { requestedAt: Date.now() - 10_000 })?.id;
  expect(await call('jobRun.getLogs', { runId })).toEqual([
    { text: lines.slice(-50).join('\n'), lines: 50, isCut: true, runId },
  ]);
  expect(await call('jobRun.getLogs', { runId, lines: 'all' })).toEqual([
    { text: lines.join('\n'), lines: 201, isCut: false, runId },
  ]);
});

test('what the platform reports beside a change that it made comes last', async () => {
  const data = { createProject: { id: projectId, name: 'Reported' } };
  const errors = [{ message: 'The audit log is full', path: ['createProject', 'name'] }];
  sandbox.faults.add({ kind: 'errors', operation: 'createProject', errors, data });
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
  expect(buildToolOutput(parameters as never, undefined, [{ json: {} }, failed])).toHaveLength(2);
});

const OPERATIONS = Object.entries(RESOURCES).flatMap(([node, resources]) =>
  resources.flatMap((resource) =>
    resource.operations.map((operation) => {
      const name = `${resource.value}/${operation.value}`;
      const fields = Object.keys(operation.output ?? {});
      return { name: `${node} ${name}`, fields, simplified: operation.simplified };
    }),
  ),
);

/** Their items are of several kinds, with at most ten fields each. */
const OF_SEVERAL_KINDS = ['Projects project/plan', 'Projects project/deploy'];

describe('outputs of more than ten fields can be simplified', () => {
  const large = OPERATIONS.filter(
    ({ name, fields }) => fields.length > 10 && !OF_SEVERAL_KINDS.includes(name),
  );

  test.each(large)('$name', ({ simplified = [], fields }) => {
    const names = simplified.filter((name) => fields.includes(name));
    expect(names.length).toBeGreaterThan(2);
    expect(names.length).toBeLessThan(fields.length);
  });
});

// Operations share lists, and not each of them has all fields of its list.
test('each field of a simplified output is one of an output that has this list', () => {
  const unknown = OPERATIONS.flatMap(({ name, simplified = [] }) => {
    const sharing = OPERATIONS.filter((other) => other.simplified === simplified);
    const fields = new Set(sharing.flatMap((operation) => operation.fields));
    return simplified.filter((field) => !fields.has(field)).map((field) => `${name}: ${field}`);
  });
  expect(unknown).toEqual([]);
});

/** Outcome of an operation, or its request. */
const OUTCOMES = ['action', 'skipped', 'timedOut', 'variables'];

test('a simplified output says what was done', () => {
  // In a report, "skipped" is a number of runs.
  const silent = OPERATIONS.filter(({ name }) => name !== 'Projects project/getReport').filter(
    ({ fields, simplified = fields }) =>
      OUTCOMES.some((name) => fields.includes(name) && !simplified.includes(name)),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('a node shows Simplify, and its tool Fields to Return', () => {
  const runAndWait = listDescribedOperations().find(
    ({ name }) => name === 'Projects job.runAndWait',
  );
  const conditions = runAndWait?.fields.map(({ name, displayOptions: { show, hide } = {} }) => [
    name,
    show?.['@tool'] ?? hide?.['@tool']?.map((is) => !is),
  ]);
  expect(conditions?.slice(-4)).toEqual([
    ['simplify', [false]],
    ['toolOutput', [true]],
    ['outputFields', [true]],
    ['options', undefined],
  ]);
});

describe('of 100 jobs', () => {
  const TOOL = `${PROJECTS_NODE}Tool`;
  const sandbox = sandboxForAllTests({ seedRuns: false });
  let ids: string[];
  beforeAll(() => {
    const { id: projectId } = sandbox.store.addProject({ name: 'Big' });
    const names = Array.from({ length: 100 }, (_, n) => `Job ${n}`);
    ids = names.map((name) => sandbox.store.addJob({ name, projectId }).id);
  });

  const get = async (more: object, type = PROJECTS_NODE, items = ids.map((id) => ({ id }))) => {
    const { json } = await perform(
      sandbox,
      'job.get',
      { jobId: byId('={{ $json.id }}'), ...more },
      {
        items: items.map((item) => ({ json: item })),
        settings: { type, onError: 'continueRegularOutput' },
      },
    );
    return json;
  };

  test('all fields by default, and the same in their order when simplified', async () => {
    const [whole, simple] = [await get({}), await get({ simplify: true })];
    expect(Object.keys(whole[0] ?? {}).length).toBeGreaterThan(15);
    expect(simple).toHaveLength(100);
    simple.forEach((job, n) => {
      expect(Object.keys(job).slice(0, 2)).toEqual(['name', 'id']);
      expect(Object.keys(job).length).toBeLessThan(12);
      expect(whole[n]).toMatchObject(job);
    });
  });

  test('each item says for itself', async () => {
    const items = ids.map((id, n) => ({ id, isSimple: n % 2 === 0 }));
    const jobs = await get({ simplify: '={{ $json.isSimple }}' }, PROJECTS_NODE, items);
    jobs.forEach((job, n) => expect('resources' in job).toBe(n % 2 === 1));
  });

  test('a failed item keeps its error, without a note on its fields', async () => {
    const items = [{ id: ids[0] ?? '' }, { id: NO_SUCH_ID }];
    const [job, failed] = await get({ simplify: true }, PROJECTS_NODE, items);
    expect(job).toMatchObject({ name: 'Job 0' });
    expect(failed).toMatchObject({ errorCode: 'NOT_FOUND', jobId: NO_SUCH_ID });
    const selection = { toolOutput: 'selected', outputFields: 'name' };
    expect(await get(selection, TOOL, items.slice(1))).toEqual([{ error: expect.any(String) }]);
  });

  test('an agent gets all, the simplified or the selected fields', async () => {
    const one = [{ id: ids[0] ?? '' }];
    const [raw] = await get({ toolOutput: 'raw' }, TOOL, one);
    const [simple] = await get({}, TOOL, one);
    const selection = {
      toolOutput: 'selected',
      outputFields: 'status , name,, __proto__, category',
    };
    expect(Object.keys(raw ?? {}).length).toBeGreaterThan(Object.keys(simple ?? {}).length);
    expect(Object.keys(simple ?? {}).slice(0, 2)).toEqual(['name', 'id']);
    expect(await get(selection, TOOL, one)).toEqual([
      { name: 'Job 0', category: raw?.category },
      { note: 'The output has no field status, __proto__' },
    ]);
  });

  test('an unknown choice of the output is refused before a change', async () => {
    const more = { operation: 'run', toolOutput: 'all' };
    const [failed] = await get(more, TOOL, [{ id: ids[0] ?? '' }]);
    expect(failed?.error).toContain('"Fields to Return"');
    expect(sandbox.stats.byOperation.runJob).toBeUndefined();
  });

  test('fields may be selected by a list', async () => {
    const more = { toolOutput: 'selected', outputFields: '={{ ["id", "name"] }}' };
    const [id = ''] = ids;
    expect(await get(more, TOOL, [{ id }])).toEqual([{ id, name: 'Job 0' }]);
  });

  test.each([
    ['no selected fields', { toolOutput: 'selected' }, TOOL, { toolOutput: 'raw' }],
    ["the node's field for its tool", { simplify: false }, TOOL, {}],
    ["the tool's field for its node", { toolOutput: 'simplified' }, PROJECTS_NODE, {}],
  ])('%s: as if it was not given', async (_what, more, type, same) => {
    const one = [{ id: ids[0] ?? '' }];
    expect(await get(more, type, one)).toEqual(await get(same, type, one));
  });
});
