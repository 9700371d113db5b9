import { runNode } from '../../../support/engine/runWorkflow';
import type { StartItem } from '../../../support/engine/helperNodes';
import { byId, perform, performed } from '../support';
import { exportedItems, into } from './support';
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

test('rights alone are exported and deployed', async () => {
  const { store } = sandbox();
  const authorizedGroups = [{ name: 'analysts', role: 'ROLE_PROJECT_VIEWER' as const }];
  const [from, to] = [{ authorizedGroups }, {}].map(
    (settings, n) => store.addProject({ name: `Project ${n}`, settings }).id,
  ) as [string, string];
  const parameters = { output: 'files', include: ['rights'] };
  const items = await exportedItems(sandbox(), from, parameters);
  expect(items.map(({ json }) => json?.path)).toEqual(['project.json', 'rights.json']);
  const [, ...changes] = await performed(sandbox(), 'project.deploy', into(to), { items });
  expect(changes.map(({ kind, name, action }) => [kind, name, action])).toEqual([
    ['project', 'Project 1', 'unchanged'],
    ['right', 'analysts', 'created'],
  ]);
  expect(store.project(to)?.settings.authorizedGroups).toEqual(authorizedGroups);
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
  const SETTINGS = JSON.stringify(settings);
  const target = (options: object) => ({ target: 'newProject', name: 'Prod', options });
  const chain = async (options: object, output: 'zip' | 'files') => {
    const [id = ''] = addProjects(1);
    const source = output === 'files' ? { source: 'items' } : {};
    const approved = { ...options, approvedPlan: '={{ $json.fingerprint }}' };
    const { json, error } = await runNode(
      { parameters: project('deploy', target(approved)) },
      credentials(),
      {
        items: [{ json: { id, settings } }],
        before: [
          project('export', { projectId: byId('={{ $json.id }}'), output, exampleTarget: true }),
          project('validate', source),
          project('plan', { ...source, ...target(options) }),
        ],
      },
    );
    expect(error).toBeUndefined();
    expect(json[0]?.action).toBe('created');
    return sandbox().store.projectByName('Prod')?.description;
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
    const data = Buffer.from(SETTINGS).toString('base64');
    const production = { data, mimeType: 'application/json', fileName: 'prod.json' };
    const items = (await exportedItems(sandbox(), id)).map((item, index) => ({
      ...item,
      binary: { ...item.binary, ...(index === 0 && { production }) },
    }));
    const from = { source: 'items' };
    const parameters = target({ targetFrom: 'binary', targetFile: 'production' });
    const before = [project('validate', from), project('plan', { ...from, ...parameters })];
    const node = { parameters: project('deploy', parameters) };
    const { json, error } = await runNode(node, credentials(), { items, before });
    expect(error).toBeUndefined();
    expect(json[0]?.action).toBe('created');
    expect(sandbox().store.projectByName('Prod')?.description).toBe('Production');
  });

  const planned = async (options: object) => {
    const items = ['project.json', 'variables.json'].map((name, index) => ({
      json: { path: name, target: { project: { description: `${index}` } } },
      file: { name, text: name === 'project.json' ? '{"format":1,"description":"d"}' : '[]' },
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
  });
});
