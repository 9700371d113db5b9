import { PROJECTS_NODE, runNode, type WorkflowRun } from '../../../support/engine/runWorkflow';
import {
  READ_NODE_TYPE,
  REVERSE_NODE_TYPE,
  START_NODE_TYPE,
  type StartItem,
} from '../../../support/engine/helperNodes';
import { packageOf } from '../../../platform/projectFiles/support';
import { byId, perform } from '../support';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside({ seedRuns: false });

const project = (operation: string, more: object = {}) =>
  ({ resource: 'project', operation, ...more }) as never;
const credentials = () => ({ dataPlatformApi: { ...sandbox().credentials } });
const jsonFile = (fileName: string, text: string) => ({
  data: Buffer.from(text).toString('base64'),
  mimeType: 'application/json',
  fileName,
});

const hintsOf = ({ data }: WorkflowRun['run'], node = 'Node') =>
  (data.resultData.runData[node]?.[0]?.hints ?? []).map(({ message }) => message);

/** Projects of one job each. */
function addProjects(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { id } = sandbox().store.addProject({ name: `Dev ${index}` });
    const version = packageOf(sandbox(), `${index}\n`);
    sandbox().store.addJob({ projectId: id, name: 'Load', alias: `load_${index}`, version });
    return id;
  });
}

/** Runs a node after others, which must succeed. */
async function runChain(name: string, parameters: object, items: StartItem[], before: never[]) {
  const node = { parameters: project(name, parameters) };
  const run = await runNode(node, credentials(), { items, before });
  expect(run.error).toBeUndefined();
  return run;
}

test('Export → Validate → Plan → Deploy, of two projects', async () => {
  const items = addProjects(2).map((id) => {
    const to = sandbox().store.addProject({ name: 'Prod' }).id;
    return { json: { id, to } };
  });
  const target = {
    ...{ source: 'binary', target: 'project' },
    projectId: byId("={{ $('Start').item.json.to }}"),
  };
  const options = { approvedPlan: '={{ $json.fingerprint }}' };
  const { json, run } = await runChain('deploy', { ...target, options }, items, [
    project('export', { projectId: byId('={{ $json.id }}') }),
    project('validate'),
    project('plan', target),
  ]);
  const { runData } = run.data.resultData;
  const outputOf = (name: string) => runData[name]?.[0]?.data?.main?.[0] ?? [];
  const fileName = expect.stringMatching(/^(?!project).+\.zip$/) as string;
  const [files, size] = [expect.any(Number), expect.any(Number)] as number[];
  expect(outputOf('Before 2').map((item) => item.json)).toEqual(
    items.map(() => ({ fileName, files, size, valid: true, problems: [] })),
  );
  expect(outputOf('Before 3').filter(({ binary }) => binary)).toHaveLength(items.length);
  const verdict = 'The project is valid: 5 files.';
  expect(hintsOf(run, 'Before 2')).toEqual([`${verdict} ${verdict}`]);
  const planned = 'The plan for "Prod": 1 to create, 1 unchanged.';
  expect(hintsOf(run, 'Before 3')).toEqual([`${planned} ${planned}`]);
  const made = json.filter(({ kind, action }) => kind === 'summary' && action === 'created');
  expect(made).toHaveLength(items.length);
  for (const [index, { json: ofItem }] of items.entries()) {
    const jobs = sandbox().store.jobs({ projectId: ofItem.to });
    expect(jobs.map(({ alias }) => alias)).toEqual([`load_${index}`]);
  }
});

test('problems are one item each; the first one has all of them, and the file', async () => {
  const files = { 'project.json': { format: 1 }, 'jobs/a.json': { nme: 1, cateory: 'x' } };
  const items = Object.entries(files).map(([path, content]) => ({
    json: { path },
    file: { name: 'x', text: JSON.stringify(content) },
  }));
  const validate = { source: 'items', ifInvalid: 'return' };
  const { json, outputs, run } = await perform(sandbox(), 'project.validate', validate, { items });
  expect(json.length).toBeGreaterThan(1);
  const all = json.map(({ path, field, message }) => ({ path, field, message }));
  expect(json[0]).toEqual({ ...all[0], valid: false, problems: all });
  expect(json[1]).toEqual({ ...all[1], valid: false });
  expect(outputs[0]?.map(({ binary }) => Boolean(binary))).toEqual(all.map((_one, n) => n === 0));
  expect(hintsOf(run)).toEqual([`The files of the project have ${all.length} problems.`]);
  const failed = await perform(sandbox(), 'project.validate', { source: 'items' }, { items });
  expect(failed.error?.message).toBe(`The files of the project have ${all.length} problems`);
  expect(failed.error?.description).toContain(`jobs/a.json: ${all[0]?.message as string}`);
});

test.each([
  [1, '1 problem', 1, undefined],
  [
    7,
    '7 problems',
    5,
    ' And 2 more. To return all of them, set "If Invalid" to "Return the Problems".',
  ],
])('the error of Validate with %i problems says %s and names %i', async (...given) => {
  const [count, problems, named, more] = given;
  const names = Array.from({ length: count }, (_, index) => [`unknown${index}`, 1]);
  const text = JSON.stringify({ format: 1, ...Object.fromEntries(names) });
  const items = [{ json: { path: 'project.json' }, file: { name: 'x', text } }];
  const { error } = await perform(sandbox(), 'project.validate', { source: 'items' }, { items });
  expect(error?.message).toBe(`The files of the project have ${problems}`);
  expect(error?.description?.match(/has an unknown field/g)).toHaveLength(named);
  expect(/ And .*$/.exec(error?.description ?? '')?.[0]).toBe(more);
});

test('the hint of a plan names a category that stays as it is, and a name that exists twice', async () => {
  const { id } = sandbox().store.addProject({ name: 'Prod' });
  sandbox().store.addJob({ projectId: id, name: 'Load', alias: 'a', category: 'Processing' });
  const job = { name: 'Load', category: 'Nonsense', technology: { label: 'Python' } };
  const hints = async (...aliases: string[]) => {
    const files = { 'project.json': { format: 1 } };
    for (const alias of aliases)
      Object.assign(files, { [`jobs/${alias}.json`]: { ...job, alias } });
    const items = Object.entries(files).map(([path, content]) => ({
      json: { path },
      file: { name: 'x', text: JSON.stringify(content) },
    }));
    const parameters = { source: 'items', target: 'project', projectId: byId(id) };
    const { run } = await perform(sandbox(), 'project.plan', parameters, { items });
    return hintsOf(run);
  };
  const plan = 'The plan for "Prod"';
  const note = 'Note on the job "Load":';
  expect(await hints('a')).toEqual([
    `${plan} changes nothing: 2 unchanged. ${note} The target cannot change the category, so it stays as it is.`,
  ]);
  expect(await hints('a', 'b')).toEqual([
    `${plan}: 1 to create, 2 unchanged. ${note} The target cannot change the category, so it stays as it is. The output has 1 more note.`,
  ]);
});

describe('a plan of an earlier node', () => {
  const target = { target: 'project', projectId: byId("={{ $('Start').item.json.to }}") };
  /** Nodes that replace their items: one for each, one for all like an approval, and some without a link. */
  const each = { type: READ_NODE_TYPE, parameters: { value: 'approved' } };
  const reverse = { type: REVERSE_NODE_TYPE, parameters: {} };
  const other = (count: number) => {
    const items = Array.from({ length: count }, () => ({ json: { approved: true } }));
    return { type: START_NODE_TYPE, parameters: { items } };
  };
  const start = (count: number) =>
    addProjects(count).map((id) => {
      const to = sandbox().store.addProject({ name: 'Prod' }).id;
      return { json: { id, to } };
    });
  const exported = project('export', { projectId: byId('={{ $json.id }}') });
  const aliases = (projectId?: string) =>
    sandbox()
      .store.jobs({ projectId })
      .map(({ alias }) => alias);
  const planned = { planNode: 'Before 2' };
  const summaryOnly = { output: 'summary' };

  test.each([
    ['replaced each item', {}, [each]],
    ['replaced all items', summaryOnly, [other(1)]],
    ['replaced all items by several', summaryOnly, [other(2)]],
    ['put the summary last', {}, [reverse, each]],
  ])('is deployed once behind a node that %s', async (_what, output, replacing) => {
    const items = start(1);
    const before = [exported, project('plan', { ...target, ...output }), ...replacing] as never[];
    const { json } = await runChain('deploy', planned, items, before);
    expect(json.map(({ kind, action }) => [kind, action])).toEqual([
      ['summary', 'created'],
      ['project', 'unchanged'],
      ['job', 'created'],
    ]);
    expect(aliases(items[0]?.json.to)).toEqual(['load_0']);
  });

  test('is that of the item, with the target and the options of its node', async () => {
    const items = start(2);
    const description =
      "={{ JSON.stringify({ project: { description: $('Start').item.json.id } }) }}";
    for (const { json } of items) {
      sandbox().store.variables.add({ scope: 'PROJECT', entityId: json.id, name: 'ID', value: '' });
    }
    const values = [{ name: 'ID', value: "={{ $('Start').item.json.id }}" }];
    const options = { targetFile: description, variables: { values } };
    const plan = project('plan', { ...target, options });
    await runChain('deploy', planned, items, [exported, plan, each] as never[]);
    expect(items.map(({ json: { to } }) => aliases(to))).toEqual([['load_0'], ['load_1']]);
    for (const { json } of items) {
      const { store } = sandbox();
      expect(store.project(json.to)?.description).toBe(json.id);
      expect(store.variables.of('PROJECT', json.to)).toMatchObject([
        { name: 'ID', value: json.id },
      ]);
    }
  });

  test('of a new project creates the project under its name', async () => {
    const plan = project('plan', { target: 'newProject', name: 'Prod 2' });
    const before = [exported, plan, each] as never[];
    const { json } = await runChain('deploy', planned, start(1), before);
    expect(json[0]).toMatchObject({ kind: 'summary', action: 'created', name: 'Prod 2' });
    expect(aliases(sandbox().store.projectByName('Prod 2')?.id)).toEqual(['load_0']);
  });

  test('that no item comes from is not deployed, and a hint names its project', async () => {
    const items = start(2);
    const before = [exported, project('plan', { ...target, ...summaryOnly }), other(1)] as never[];
    const { run } = await runChain('deploy', planned, items, before);
    expect(hintsOf(run).join(' ')).toContain('because no input item comes from their plan: Prod');
    expect(items.map(({ json: { to } }) => aliases(to))).toEqual([['load_0'], []]);
  });

  test('is deployed behind a loop, those of all rounds', async () => {
    const items = start(2);
    const before = [exported, project('plan', target)] as never[];
    const node = { parameters: project('deploy', planned) };
    const more = { items, before, loopBefore: before.length };
    const { json, error } = await runNode(node, credentials(), more);
    expect(error).toBeUndefined();
    const made = json.filter(({ kind, action }) => kind === 'summary' && action === 'created');
    expect(made).toHaveLength(items.length);
    expect(items.map(({ json: { to } }) => aliases(to))).toEqual([['load_0'], ['load_1']]);
  });

  test('that failed for an item fails there, and the other item is deployed', async () => {
    const settings = { onError: 'continueRegularOutput' } as const;
    const items = start(2);
    const to = items[0]?.json.to;
    Object.assign(items[1]?.json ?? {}, { to: crypto.randomUUID() });
    const plan = { type: PROJECTS_NODE, parameters: project('plan', target), settings };
    const node = { parameters: project('deploy', planned), settings };
    const before = [exported, plan, each] as never[];
    const { json } = await runNode(node, credentials(), { items, before });
    expect(json.map(({ action, error }) => action ?? error)).toEqual([
      ...['created', 'unchanged', 'created'],
      '"Before 2" returned no plan that can be deployed for this item',
    ]);
    expect(aliases(to)).toEqual(['load_0']);
    expect(sandbox().stats.byOperation.createJob).toBe(1);
  });

  test('is not deployed if the target has changed since', async () => {
    const items = start(1);
    const change = { source: 'binary', ...target, options: {} };
    const before = [exported, project('plan', target), project('deploy', change), each] as never[];
    const node = { parameters: project('deploy', planned) };
    const { error } = await runNode(node, credentials(), { items, before });
    expect(error?.message).toMatch(/plan/);
    expect(sandbox().stats.byOperation.createJob).toBe(1);
  });

  test.each<[string, object, object, object, string, RegExp]>([
    ['of no node', {}, each, { source: 'binary' }, 'The item has no file in the field "data"', /^Connect this node directly.*The item has no files.* Or set "Source" to/],
    ['of an unknown node', {}, each, { planNode: 'Nope' }, 'No Plan node with the name "Nope" has run', /^In "Plan Node", enter the name/],
    ['of a node that plans nothing', {}, each, { planNode: 'Before 1' }, 'No Plan node with the name "Before 1" has run', /^In "Plan Node", enter the name/],
    ['of drift', { options: { driftOnly: true } }, each, {}, '"Before 2" returned no plan that can be deployed for this item', /Drift Only/],
    ['of another item', {}, other(3), {}, '"Before 2" returned 2 plans, but the item is not linked to any of them', /^Use a node/],
    ['with an option that reads its input', { options: { releaseNote: 'x', leaveOut: '={{ $json.id }}' } }, each, {}, '"options.leaveOut" of "Before 2" is an expression that reads the input of that node', /instead of \$json/],
  ])('%s is refused', async (_what, plan, replacing, fields, message, description) => {
    const node = { parameters: project('deploy', { ...target, ...planned, ...fields }) };
    const before = [exported, project('plan', { ...target, ...plan }), replacing] as never[];
    const { error } = await runNode(node, credentials(), { items: start(2), before });
    expect(error?.message).toBe(message);
    expect(error?.description).toMatch(description);
    expect(sandbox().stats.byOperation.createJob).toBeUndefined();
  }); // prettier-ignore
});

test('an item without the file in the field is told which fields have one', async () => {
  const binary = { zip: jsonFile('a', ''), other: jsonFile('b', '') };
  const { error } = await perform(sandbox(), 'project.validate', {}, { items: [{ binary }] });
  expect(error?.message).toBe('The item has no file in the field "data"');
  expect(error?.description).toContain('has a file: "zip", "other".');
});

test('without the file, a plan with changes does not count as nothing to deploy', async () => {
  const items = [{ json: { kind: 'job', action: 'create', fingerprint: 'f' } }];
  const target = { source: 'binary', target: 'newProject', name: 'Prod' };
  const { error } = await perform(sandbox(), 'project.deploy', target, { items });
  expect(error?.message).toMatch(/binary|file/i);
});

test('Validate needs no credential, and everything else does', async () => {
  const items = [
    { json: {}, binary: { data: jsonFile('project.json', '{"format":1,"description":"Retail"}') } },
  ];
  const files = { source: 'items', filePath: 'project.json' };
  const { json, error } = await runNode({ parameters: project('validate', files) }, {}, { items });
  expect(error).toBeUndefined();
  expect(json).toMatchObject([{ valid: true, problems: [] }]);
  const other = await runNode({ parameters: project('getAll') }, {});
  expect(other.error?.message).toMatch(/credential/i);
  expect(sandbox().stats.requests).toBe(0);
});

describe('the settings of a target', () => {
  const settings = { schedules: 'paused', project: { description: 'Production' } };
  const SETTINGS = JSON.stringify(settings);
  const target = (options: object) => ({ target: 'newProject', name: 'Prod', options });
  const deploy = async (options: object, items: StartItem[], source: object, before: never[]) => {
    const approved = target({ ...options, approvedPlan: '={{ $json.fingerprint }}' });
    // The output of Plan has the files as one ZIP file.
    const { json } = await runChain('deploy', { source: 'binary', ...approved }, items, [
      ...before,
      project('validate', source),
      project('plan', { ...source, ...target(options) }),
    ]);
    expect(json[0]?.action).toBe('created');
    return sandbox().store.projectByName('Prod')?.description;
  };
  const chain = async (options: object, output: 'zip' | 'files') => {
    const [id = ''] = addProjects(1);
    const source = { source: output === 'files' ? 'items' : 'binary' };
    const projectId = byId('={{ $json.id }}');
    const before = project('export', { projectId, output });
    return await deploy(options, [{ json: { id, settings } }], source, [before]);
  };

  test.each([
    ['zip', { targetFile: SETTINGS }],
    ['files', { targetFile: "={{ $('Start').first().json.settings }}" }],
  ] as const)('come as JSON, also an object (%s)', async (output, options) => {
    expect(await chain(options, output)).toBe('Production');
  });

  const planned = async (options: object) => {
    const files = { 'project.json': '{"format":1,"description":"d"}', 'variables.json': '[]' };
    const items = Object.entries(files).map(([name, text], index) => ({
      json: { path: name, target: { project: { description: `${index}` } } },
      file: { name, text },
    }));
    const parameters = { source: 'items', ...target(options) };
    return (await perform(sandbox(), 'project.plan', parameters, { items })).error?.message;
  };

  test.each([
    [{ targetFile: '{"jobs":{"lod":{}}}' }, /Target File.*names the job "lod"/],
    [{ targetFile: '{' }, /Target File, line 1, is not JSON/],
    [{ targetFile: '={{ $json.missing }}' }, '"Target File" is empty'],
    [{ targetFile: 'prod' }, 'The files do not include the target file targets/prod.json'],
  ])('that cannot be used are refused: %j', async (options, message) => {
    expect(await planned(options)).toMatch(message);
  });

  test('are the same for the files of all items', async () => {
    expect(await planned({ targetFile: '={{ $json.target }}' })).toBe(
      'Item 0 has the target "Prod (JSON of item 0)", but item 1 has the target "Prod (JSON of item 1)"',
    );
    expect(await planned({ targetFile: '={{ $json.path }}' })).toBe(
      'Item 0 has the target "Prod (project.json)", but item 1 has the target "Prod (variables.json)"',
    );
  });
});
