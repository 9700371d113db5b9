import type { IDataObject } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { sandboxForAllTests } from '../../../support/testSandbox';
import type { StartItem } from '../../../support/engine/helperNodes';
import { buildPlanTexts } from '../../../../nodes/Projects/resources/project/planText';
import { without } from '../../../../platform/common/text/names';
import { GitHost } from '../../../support/gitHost';
import { filesOf } from '../../../platform/projectFiles/support';
import { readyMadeNode, written } from '../../readyMade';
import { performed } from '../support';

const ROOT = path.join(__dirname, '../../../..');
const EXAMPLE = path.join(ROOT, 'docs/examples/first-project');

const sandbox = sandboxForAllTests({ seedRuns: false });
let host: GitHost;
let folder: string;
let items: StartItem[];
beforeAll(async () => {
  host = await GitHost.start(EXAMPLE);
  folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  const fromPath = path.join(folder, 'shop.zip');
  await writeFile(fromPath, host.archive());
  items = [{ file: { name: 'shop.zip', mimeType: 'application/zip', fromPath } }];
});
afterAll(async () => {
  await Promise.all([host.close(), rm(folder, { recursive: true })]);
});

const WORKFLOW = 'deploy-from-pull-requests.json';
const parametersOf = (name: string): Record<string, unknown> =>
  readyMadeNode(WORKFLOW, name).parameters;

/** Evaluates the first field of an Edit Fields node of the example workflow for the first item. */
async function writtenBy(name: string, given: IDataObject[]) {
  const { assignments } = parametersOf(name).assignments as { assignments: [{ value: string }] };
  const [first] = await written([{ name: 'value', value: assignments[0].value }], given);
  return String(first?.value);
}

const password = { values: [{ name: 'DATABASE_PASSWORD', value: 'change-me' }] };

const into = (name: string, options: object = {}) => ({
  source: 'binary',
  target: 'newProject',
  name,
  options: { variables: password, ...options },
});

const actionsOf = (json: IDataObject[]) => [...new Set(json.map(({ action }) => action))];

const actual = async (name: string) => {
  const { id = '' } = sandbox.store.projectByName(name) ?? {};
  const files = await filesOf(sandbox, id);
  return (file: string) => JSON.parse(String(files.get(file))) as Record<string, unknown>;
};

test.each([
  ['staging', '100', 'debug', false, 1024],
  ['production', '5000', 'info', true, 4096],
])('they make the project of %s as docs/first-project.md says', async (targetFile, ...wanted) => {
  const [batch, level, isScheduled, memory] = wanted;
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
    { name: 'DATABASE_URL', value: `postgres://${targetFile}.example/shop` },
  ]);
  expect(file('pipelines/nightly.json')).toMatchObject({ isScheduled });
  expect(file('jobs/load_orders.json')).toMatchObject({
    resources: { memory: { limit: memory } },
    variables: [{ name: 'LOG_LEVEL', value: level }],
  });
  const again = await performed(sandbox, 'project.plan', target, { items });
  expect(actionsOf(again)).toEqual(['unchanged']);
});

test('a part of them is deployed by globs', async () => {
  const target = into('Shop part', { select: 'jobs/load_*, variables/DATABASE_*' });
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
  const text = await writtenBy('Write plan', plan);
  expect(text).toContain('- create pipeline `Nightly`');
  expect(text).toContain('variable `LOG_LEVEL` set to `info`');
  const fingerprint = /A merge deploys plan `([0-9a-f]{64})`\.$/.exec(text)?.[1];
  expect(fingerprint).toBe(plan[0]?.fingerprint);
  const comments = ['Nice', text.replace(/[0-9a-f]{64}/, 'a'.repeat(64)), text, 'Merge it'];
  const approvedIn = async (bodies: string[]) =>
    await writtenBy(
      'Find approved plan',
      bodies.map((body) => ({ body })),
    );
  const found = await approvedIn(comments);
  expect(found).toBe(fingerprint);
  expect(await approvedIn(['Nice'])).toBe('none was approved');

  const deploy = without(parametersOf('Deploy approved plan'), 'resource', 'operation');
  const options = { ...(deploy.options as object), approvedPlan: found, releaseNote: 'x' };
  const done = await performed(sandbox, 'project.deploy', { ...deploy, options }, { items });
  expect(await writtenBy('Write result', done)).toContain('- created job `Load orders`');
  const [job] = sandbox.store.jobs({ projectId: String(done[0]?.projectId) });
  expect(sandbox.store.jobVersion(job?.id ?? '', 1)?.details.releaseNote).toBe('x');
  const failure = { error: 'It failed', errorDescription: 'Try again.' };
  expect(await writtenBy('Write failure', [failure])).toBe(
    '### Not deployed\n\nIt failed\n\nTry again.',
  );
});

test('no ready-made workflow needs Code, and each text is written once', () => {
  const folder = path.join(ROOT, 'workflows');
  for (const file of readdirSync(folder)) {
    expect(readFileSync(path.join(folder, file), 'utf8')).not.toContain('n8n-nodes-base.code');
  }
  const names = ['Write plan', 'Write result', 'Write failure', 'Find approved plan'];
  for (const name of names) {
    expect(readyMadeNode(WORKFLOW, name)).toMatchObject({ executeOnce: true });
  }
});

test('a plan that blocks has no fingerprint that a merge could approve', async () => {
  const summary = { kind: 'summary', action: 'blocked', text: 'Shop: 1 blocked.' };
  const text = await writtenBy('Write plan', [{ ...summary, fingerprint: 'f'.repeat(64) }]);
  expect(text).toContain('**Blocked**');
  expect(text).not.toContain('ffff');
});

test('names and values cannot break the list of a comment, nor make it too long', () => {
  const summary = { name: '`a`\n# b', reason: '1 to create.' };
  const change = {
    action: 'update',
    kind: 'job',
    name: '| `x` @all\n\n# h',
    changes: [{ field: 'f', from: null, to: '`|`\n' + 'y'.repeat(1_000) }],
  };
  const markdown = (...given: Parameters<typeof buildPlanTexts>) =>
    buildPlanTexts(...given).markdown;
  const { html } = buildPlanTexts(summary, [{ ...change, name: '<script>' }]);
  expect(html).toContain('<li>update job <b>&lt;script&gt;</b>: ');
  expect(markdown(summary, [change, { ...change, action: 'unchanged' }])).toBe(
    `\`'a' # b\`: 1 to create.\n\n- update job \`| 'x' @all # h\`: \`f\` set to \`'|' ${'y'.repeat(195)}…\``,
  );
  const named = ['alias', 'value', 'variables.DAY', 'valued'];
  const made = named.map((field) => ({ field, from: null, to: 'v' }));
  expect(markdown(summary, [{ ...change, action: 'create', changes: made }])).toMatch(
    /# h`: `value` set to `v`, variable `DAY` set to `v`$/,
  );
  const fields = Array.from({ length: 25 }, (_, n) => ({ field: `f${n}`, from: 1, to: 2 }));
  expect(markdown(summary, [{ ...change, changes: fields, reason: 'Why' }])).toMatch(
    /: `f0` from `1` to `2`, .*`f19` from `1` to `2`, 5 more\. Reason: `Why`$/,
  );
  const many = markdown(summary, Array<typeof change>(5_000).fill(change));
  expect(many.length).toBeLessThan(51_000);
  expect(many).toMatch(/\n- … \d+ more$/);
  expect(markdown(summary, [])).toBe("`'a' # b`: 1 to create.");
});
