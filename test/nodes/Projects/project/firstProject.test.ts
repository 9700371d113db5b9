import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import type { StartItem } from '../../../../harness/engine/helperNodes';
import { without } from '../../../../platform/text/names';
import { GitHost } from '../../../support/gitHost';
import { filesOf } from '../../../platform/projectFiles/support';
import { performed } from '../support';

const ROOT = path.join(__dirname, '../../../..');
const EXAMPLE = path.join(ROOT, 'docs/examples/first-project');

let sandbox: Sandbox;
let host: GitHost;
let folder: string;
let items: StartItem[];
beforeAll(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  host = await GitHost.start(EXAMPLE);
  folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  const fromPath = path.join(folder, 'shop.zip');
  await writeFile(fromPath, host.archive());
  items = [{ file: { name: 'shop.zip', mimeType: 'application/zip', fromPath } }];
});
afterAll(async () => {
  await Promise.all([sandbox.close(), host.close(), rm(folder, { recursive: true })]);
});

interface WorkflowNode {
  name: string;
  parameters: Record<string, unknown> & { jsCode?: string };
}

const { nodes } = JSON.parse(
  readFileSync(path.join(ROOT, 'workflows/deploy-from-pull-requests.json'), 'utf8'),
) as { nodes: WorkflowNode[] };

/** The parameters of a node of the ready-made workflow. */
function parametersOf(name: string) {
  const found = nodes.find((node) => node.name === name);
  if (!found) throw new Error(`There is no node ${name}`);
  return found.parameters;
}

/** What a Code node of the ready-made workflow makes of items. */
function writtenBy(name: string, given: readonly object[]): string {
  const { jsCode = '' } = parametersOf(name);
  // As n8n does with it.
  const run = new Function('$input', jsCode) as (input: object) => [{ json: { text: string } }];
  return run({ all: () => given.map((json) => ({ json })) })[0].json.text;
}

const password = { values: [{ name: 'DATABASE_PASSWORD', value: 'change-me' }] };

const into = (name: string, options: object = {}) => ({
  target: 'newProject',
  name,
  options: { variables: password, ...options },
});

const actionsOf = (json: object[]) => [
  ...new Set(json.map((item) => (item as { action: string }).action)),
];

const actual = async (name: string) => {
  const { id = '' } = sandbox.store.projectByName(name) ?? {};
  const files = await filesOf(sandbox, id);
  return (file: string) => JSON.parse(String(files.get(file))) as Record<string, unknown>;
};

test('the files of the docs are valid, with each of their targets', async () => {
  expect(await performed(sandbox, 'project.validate', {}, { items })).toMatchObject([
    { valid: true, problems: [] },
  ]);
});

test.each([
  {
    targetFile: 'staging',
    url: 'postgres://staging.example/shop',
    batch: '100',
    level: 'debug',
    isScheduled: false,
    memory: 1024,
  },
  {
    targetFile: 'production',
    url: 'postgres://production.example/shop',
    batch: '5000',
    level: 'info',
    isScheduled: true,
    memory: 4096,
  },
])('they make the project of $targetFile as docs/first-project.md says', async (wanted) => {
  const { targetFile, url, batch, level, isScheduled, memory } = wanted;
  const name = `Shop ${targetFile}`;
  const target = into(name, { targetFile });
  const [summary] = await performed(sandbox, 'project.plan', target, { items });
  expect(summary).toMatchObject({ kind: 'summary', action: 'create', counts: { create: 7 } });
  expect(sandbox.store.projectByName(name)).toBeUndefined();

  const deployed = await performed(sandbox, 'project.deploy', target, { items });
  expect(actionsOf(deployed)).toEqual(['created']);
  const file = await actual(name);
  expect(file('variables.json')).toMatchObject([
    { name: 'BATCH_SIZE', value: batch },
    { name: 'DATABASE_PASSWORD', isPassword: true },
    { name: 'DATABASE_URL', value: url },
  ]);
  expect(file('pipelines/nightly.json')).toMatchObject({ isScheduled });
  expect(file('jobs/load_orders.json')).toMatchObject({
    resources: { memory: { limit: memory } },
    variables: [{ name: 'LOG_LEVEL', value: level }],
  });
  expect(actionsOf(await performed(sandbox, 'project.plan', target, { items }))).toEqual([
    'unchanged',
  ]);
});

test('a part of them is deployed by globs', async () => {
  const target = into('Shop part', { select: 'jobs/{load,save}_*, variables/DATABASE_*' });
  const deployed = await performed(sandbox, 'project.deploy', target, { items });
  expect(deployed.map(({ kind, name }) => [kind, name])).toEqual([
    ['summary', 'Shop part'],
    ['project', 'Shop part'],
    ['variable', 'DATABASE_PASSWORD'],
    ['variable', 'DATABASE_URL'],
    ['job', 'Load orders'],
  ]);
});

test('the nodes of the ready-made workflow plan and deploy them, and write what they do', async () => {
  const { resource, operation, ...planned } = parametersOf('Plan');
  expect([resource, operation]).toEqual(['project', 'plan']);
  const plan = await performed(sandbox, 'project.plan', planned, { items });
  const text = writtenBy('Write plan', plan);
  expect(text).toContain('| create | pipeline | `Nightly` |');
  expect(text).toContain('`variables.LOG_LEVEL`: `info`');
  const fingerprint = /A merge deploys plan `([0-9a-f]{64})`\.$/.exec(text)?.[1];
  expect(fingerprint).toBe(plan[0]?.fingerprint);

  const deploy = without(parametersOf('Deploy approved plan'), 'resource', 'operation');
  const options = { ...(deploy.options as object), approvedPlan: fingerprint, releaseNote: 'x' };
  const done = await performed(sandbox, 'project.deploy', { ...deploy, options }, { items });
  expect(writtenBy('Write result', done)).toContain('- created: job `Load orders`');
});

test('a plan that blocks has no fingerprint that a merge could approve', () => {
  const summary = { kind: 'summary', name: 'Shop', reason: '1 blocked.', counts: { blocked: 1 } };
  const change = { action: 'blocked', kind: 'job', name: 'a', changes: [], reason: 'No.' };
  const text = writtenBy('Write plan', [{ ...summary, fingerprint: 'f'.repeat(64) }, change]);
  expect(text).toContain('**Blocked**');
  expect(text).not.toContain('ffff');
});

test('names and values cannot break the table of a comment', () => {
  const summary = { name: 'a|b', reason: '1 to create.', counts: { blocked: 0 }, fingerprint: 'f' };
  const change = {
    action: 'create',
    kind: 'job',
    name: '| `x` @all\n\n# h',
    changes: [{ field: 'f', from: null, to: '`|`\n' + 'y'.repeat(1_000) }],
  };
  const lines = writtenBy('Write plan', [summary, change]).split('\n');
  const row = lines.find((line) => line.startsWith('| create'));
  expect(row).toBe(
    `| create | job | \`\\| 'x' @all # h\` | \`f\`: \`'\\|' ${'y'.repeat(194)}…\` |`,
  );
});
