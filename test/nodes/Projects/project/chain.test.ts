import { runNode } from '../../../../harness/engine/runWorkflow';
import type { StartItem } from '../../../../harness/engine/helperNodes';
import { byId, perform } from '../support';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside({ seedRuns: false });

const project = (operation: string, more: object = {}) =>
  ({ resource: 'project', operation, ...more }) as never;
const credentials = () => ({ dataPlatformApi: { ...sandbox().credentials } });

/** Projects of one job each. */
function addProjects(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { id } = sandbox().store.addProject({ name: `Dev ${index}` });
    const file = { name: 'main.py', size: 2, sha256: '' };
    file.sha256 = sandbox().store.packages.add(Buffer.from(`${index}\n`));
    sandbox().store.addJob({
      projectId: id,
      name: 'Load',
      alias: `load_${index}`,
      version: { packageInfo: file },
    });
    return id;
  });
}

const jobsOf = (projectId: string) =>
  sandbox()
    .store.jobs({ projectId })
    .map(({ alias }) => alias);

test('Export → Validate → Plan → Deploy, of two projects', async () => {
  const count = 2;
  const items = addProjects(count).map((id) => {
    const to = sandbox().store.addProject({ name: 'Prod' }).id;
    return { json: { id, to } };
  });
  const target = { projectId: byId("={{ $('Start').item.json.to }}") };
  const { json, error, run } = await runNode(
    {
      parameters: project('deploy', {
        ...target,
        options: { approvedPlan: '={{ $json.fingerprint }}' },
      }),
    },
    credentials(),
    {
      items,
      before: [
        project('export', { projectId: byId('={{ $json.id }}') }),
        project('validate'),
        project('plan', target),
      ],
    },
  );
  expect(error).toBeUndefined();
  const { runData } = run.data.resultData;
  const outputOf = (name: string) => runData[name]?.[0]?.data?.main?.[0] ?? [];
  expect(outputOf('Before 2').map((item) => item.json)).toEqual(
    items.map(() => ({
      fileName: expect.stringMatching(/zip$/) as string,
      files: expect.any(Number) as number,
      size: expect.any(Number) as number,
      valid: true,
      problems: [],
    })),
  );
  expect(outputOf('Before 3').filter(({ binary }) => binary)).toHaveLength(count);
  const made = json.filter(({ kind, action }) => kind === 'summary' && action === 'created');
  expect(made).toHaveLength(count);
  for (const [index, { json: ofItem }] of items.entries()) {
    expect(jobsOf(ofItem.to)).toEqual([`load_${index}`]);
  }
});

test('problems are one item each; the first one has all of them, and the file', async () => {
  const text = (path: string, content: object): StartItem => ({
    json: { path },
    file: { name: 'x', text: JSON.stringify(content) },
  });
  const items = [
    text('project.json', { format: 1 }),
    text('jobs/a.json', { nme: 1, cateory: 'x' }),
  ];
  const { json, outputs, error } = await perform(
    sandbox(),
    'project.validate',
    { source: 'items' },
    { items },
  );
  expect(error).toBeUndefined();
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
  const data = Buffer.from('{"format":1,"description":"Retail"}').toString('base64');
  const items = [
    {
      json: {},
      binary: { data: { data, mimeType: 'application/json', fileName: 'project.json' } },
    },
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
  const chain = async (options: object, output: 'zip' | 'files', item: object = {}) => {
    const [id = ''] = addProjects(1);
    const target = { target: 'newProject', name: 'Prod', options };
    const source = output === 'files' ? { source: 'items' } : {};
    const { json, error } = await runNode(
      {
        parameters: project('deploy', {
          ...target,
          options: { ...options, approvedPlan: '={{ $json.fingerprint }}' },
        }),
      },
      credentials(),
      {
        items: [{ json: { id, settings, ...item } }],
        before: [
          project('export', { projectId: byId('={{ $json.id }}'), output, exampleTarget: true }),
          project('validate', source),
          project('plan', { ...source, ...target }),
        ],
      },
    );
    const made = sandbox().store.projectByName('Prod');
    return { summary: json[0], error, description: made?.description };
  };
  const SETTINGS = JSON.stringify(settings);

  test.each([
    ['zip', SETTINGS],
    ['files', "={{ $('Start').first().json.settings }}"],
  ] as const)('come as JSON, also an object (%s)', async (output, targetFile) => {
    const { summary, error, description } = await chain({ targetFrom: 'json', targetFile }, output);
    expect(error).toBeUndefined();
    expect([summary?.action, description]).toEqual(['created', 'Production']);
  });

  test('are JSON without "Target File From", too', async () => {
    const { error, description } = await chain({ targetFile: SETTINGS }, 'zip');
    expect([error, description]).toEqual([undefined, 'Production']);
  });

  test('stand in a file that Export adds to start from', async () => {
    const { error, summary } = await chain({ targetFile: 'example' }, 'zip');
    expect(error).toBeUndefined();
    expect(summary?.action).toBe('created');
  });

  test.each(['zip', 'items'] as const)('come in a second binary field (%s)', async (source) => {
    const [id = ''] = addProjects(1);
    const output = source === 'items' ? 'files' : 'zip';
    const { outputs } = await perform(sandbox(), 'project.export', { projectId: byId(id), output });
    const data = Buffer.from(SETTINGS).toString('base64');
    const production = { data, mimeType: 'application/json', fileName: 'prod.json' };
    const items = (outputs[0] ?? []).map(({ json, binary }, index) => ({
      json,
      binary: { ...binary, ...(index === 0 && { production }) },
    }));
    const options = { targetFrom: 'binary', targetFile: 'production' };
    const target = { target: 'newProject', name: 'Prod', options };
    const from = { source: source === 'items' ? 'items' : 'binary' };
    const { json, error } = await runNode(
      { parameters: project('deploy', target) },
      credentials(),
      {
        items,
        before: [project('validate', from), project('plan', { ...from, ...target })],
      },
    );
    expect(error).toBeUndefined();
    expect(json[0]?.action).toBe('created');
    expect(sandbox().store.projectByName('Prod')?.description).toBe('Production');
  });

  test.each([
    [{ targetFrom: 'json', targetFile: ' ' }, 'The option "Target File" is empty'],
    [{ targetFrom: 'binary' }, 'The option "Target File" is empty'],
    [{ targetFrom: 'json', targetFile: '{"jobs":{"lod":{}}}' }, /Target File.*names the job "lod"/],
    [{ targetFrom: 'json', targetFile: '{' }, /Target File, line 1, is not JSON/],
    [{ targetFrom: 'binary', targetFile: 'prod' }, /'prod'|"prod"/],
  ])('that cannot be used stop before anything is sent: %j', async (options, message) => {
    const { error, description } = await chain(options, 'zip');
    expect(error?.message).toMatch(message);
    expect(description).toBeUndefined();
  });

  test('are the same for the files of all items', async () => {
    const items = ['project.json', 'variables.json'].map((name, index) => ({
      json: { path: name, target: { project: { description: `${index}` } } },
      file: { name, text: name === 'project.json' ? '{"format":1,"description":"d"}' : '[]' },
    }));
    const options = { targetFrom: 'json', targetFile: '={{ $json.target }}' };
    const parameters = { source: 'items', target: 'newProject', name: 'Prod', options };
    const { error } = await perform(sandbox(), 'project.plan', parameters, { items });
    expect(error?.message).toBe(
      'Item 0 has the target "Prod (JSON of item 0)", but item 1 has the target "Prod (JSON of item 1)"',
    );
  });
});
