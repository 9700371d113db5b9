import { runNode } from '../../../support/engine/runWorkflow';
import type { StartItem } from '../../../support/engine/helperNodes';
import { packageOf } from '../../../platform/projectFiles/support';
import { byId, perform } from '../support';
import { exportedItems } from './support';
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

/** Projects of one job each. */
function addProjects(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { id } = sandbox().store.addProject({ name: `Dev ${index}` });
    const version = packageOf(sandbox(), `${index}\n`);
    sandbox().store.addJob({ projectId: id, name: 'Load', alias: `load_${index}`, version });
    return id;
  });
}

/** Runs a node behind others, which must succeed. */
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
  const target = { projectId: byId("={{ $('Start').item.json.to }}") };
  const options = { approvedPlan: '={{ $json.fingerprint }}' };
  const { json, run } = await runChain('deploy', { ...target, options }, items, [
    project('export', { projectId: byId('={{ $json.id }}') }),
    project('validate'),
    project('plan', target),
  ]);
  const { runData } = run.data.resultData;
  const outputOf = (name: string) => runData[name]?.[0]?.data?.main?.[0] ?? [];
  const fileName = expect.stringMatching(/zip$/) as string;
  const [files, size] = [expect.any(Number), expect.any(Number)] as number[];
  expect(outputOf('Before 2').map((item) => item.json)).toEqual(
    items.map(() => ({ fileName, files, size, valid: true, problems: [] })),
  );
  expect(outputOf('Before 3').filter(({ binary }) => binary)).toHaveLength(items.length);
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
  const validate = { source: 'items' };
  const { json, outputs } = await perform(sandbox(), 'project.validate', validate, { items });
  expect(json.length).toBeGreaterThan(1);
  const all = json.map(({ path, field, message }) => ({ path, field, message }));
  expect(json[0]).toEqual({ ...all[0], valid: false, problems: all });
  expect(json[1]).toEqual({ ...all[1], valid: false });
  expect(outputs[0]?.map(({ binary }) => Boolean(binary))).toEqual(all.map((_one, n) => n === 0));
});

test('without the file, a plan with changes does not count as nothing to deploy', async () => {
  const items = [{ json: { kind: 'job', action: 'create', fingerprint: 'f' } }];
  const target = { target: 'newProject', name: 'Prod' };
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
    const { json } = await runChain('deploy', approved, items, [
      ...before,
      project('validate', source),
      project('plan', { ...source, ...target(options) }),
    ]);
    expect(json[0]?.action).toBe('created');
    return sandbox().store.projectByName('Prod')?.description;
  };
  const chain = async (options: object, output: 'zip' | 'files') => {
    const [id = ''] = addProjects(1);
    const source = output === 'files' ? { source: 'items' } : {};
    const projectId = byId('={{ $json.id }}');
    const before = project('export', { projectId, output, exampleTarget: true });
    return await deploy(options, [{ json: { id, settings } }], source, [before]);
  };

  test.each([
    ['zip', { targetFile: SETTINGS }],
    ['files', { targetFrom: 'json', targetFile: "={{ $('Start').first().json.settings }}" }],
  ] as const)('come as JSON, also an object (%s)', async (output, options) => {
    expect(await chain(options, output)).toBe('Production');
  });

  test('stand in a file that Export adds to start from', async () => {
    await chain({ targetFile: 'example' }, 'zip');
  });

  test('come in a second binary field', async () => {
    const [id = ''] = addProjects(1);
    const production = jsonFile('prod.json', SETTINGS);
    const items = (await exportedItems(sandbox(), id)).map((item, index) => ({
      ...item,
      binary: { ...item.binary, ...(index === 0 && { production }) },
    }));
    const options = { targetFrom: 'binary', targetFile: 'production' };
    expect(await deploy(options, items, { source: 'items' }, [])).toBe('Production');
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
    [{ targetFrom: 'json', targetFile: ' ' }, 'The option "Target File" is empty'],
    [{ targetFrom: 'binary' }, 'The option "Target File" is empty'],
    [{ targetFrom: 'json', targetFile: '{"jobs":{"lod":{}}}' }, /Target File.*names the job "lod"/],
    [{ targetFrom: 'json', targetFile: '{' }, /Target File, line 1, is not JSON/],
    [{ targetFrom: 'binary', targetFile: 'prod' }, /'prod'|"prod"/],
  ])('that cannot be used are refused: %j', async (options, message) => {
    expect(await planned(options)).toMatch(message);
  });

  test('are the same for the files of all items', async () => {
    expect(await planned({ targetFrom: 'json', targetFile: '={{ $json.target }}' })).toBe(
      'Item 0 has the target "Prod (JSON of item 0)", but item 1 has the target "Prod (JSON of item 1)"',
    );
    expect(await planned({ targetFrom: 'files', targetFile: '={{ $json.path }}' })).toBe(
      'Item 0 has the target "Prod (project.json)", but item 1 has the target "Prod (variables.json)"',
    );
  });
});
