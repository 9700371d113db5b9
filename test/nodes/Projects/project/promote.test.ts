import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { addCredentials, fillProject } from '../../../support/randomProject';
import { perform, performed, byId } from '../support';
import type { WorkflowRun } from '../../../../harness/engine/runWorkflow';
import type { StartItem } from '../../../../harness/engine/helperNodes';

let dev: Sandbox;
let prod: Sandbox;
let from: string;
let to: string;
let passwords: string[];
beforeEach(async () => {
  [dev, prod] = await Promise.all([
    startSandbox({ seedRuns: false }),
    startSandbox({ seedRuns: false }),
  ]);
  from = dev.store.addProject({ name: 'Dev' }).id;
  passwords = fillProject(dev, from, 9);
  to = prod.store.addProject({ name: 'Prod' }).id;
  addCredentials(prod, to);
});
afterEach(async () => await Promise.all([dev.close(), prod.close()]));

const variables = () => ({
  values: passwords.map((name) => ({ name, value: `the password ${name}` })),
});

/** The binary data that a run put out, as items for another one. */
function itemsOf({ outputs: [items = []] }: WorkflowRun): StartItem[] {
  return items.map(({ json, binary }) => ({ json, binary }));
}

async function exported(sandbox: Sandbox, projectId: string, more: object = {}) {
  const run = await perform(sandbox, 'project.export', { projectId: byId(projectId), ...more });
  expect(run.error).toBeUndefined();
  return run;
}

const into = (projectId: string, options: object = {}) => ({
  target: 'project',
  projectId: byId(projectId),
  options: { variables: variables(), ...options },
});

const actionsOf = (json: WorkflowRun['json']) => [...new Set(json.map(({ action }) => action))];

test.each(['binary', 'items'])(
  'a project goes from dev to prod as %s, and only once',
  async (source) => {
    const output = source === 'binary' ? 'zip' : 'files';
    const items = itemsOf(await exported(dev, from, { output }));
    const target = { source, ...into(to) };

    const planned = await performed(prod, 'project.plan', target, { items });
    expect(actionsOf(planned)).toEqual(expect.arrayContaining(['create']));
    expect(prod.store.jobs({ projectId: to })).toEqual([]);

    const deployed = await performed(prod, 'project.deploy', target, { items });
    expect(deployed.length).toBe(planned.length);
    expect(prod.store.jobs({ projectId: to }).length).toBe(
      dev.store.jobs({ projectId: from }).length,
    );

    const before = { ...prod.stats.byOperation };
    const again = await performed(prod, 'project.deploy', target, { items });
    expect(actionsOf(again)).toEqual(['unchanged']);
    expect(prod.stats.byOperation.createJob).toBe(before.createJob);
    expect(prod.stats.byOperation.saveEnvironmentVariable).toBe(before.saveEnvironmentVariable);
    expect(actionsOf(await performed(prod, 'project.plan', target, { items }))).toEqual([
      'unchanged',
    ]);
  },
);

test('a new project is created by its name, and used by the next deploy', async () => {
  dev.store.addJob({
    projectId: from,
    name: 'From an image',
    version: {
      dockerInfo: {
        image: 'registry.example.com/etl:1',
        dockerCredentialsId: dev.store.dockerCredentials.of(from)[0]?.id ?? null,
      },
    },
  });
  const items = itemsOf(await exported(dev, from));
  prod.store.deleteProject(to);
  const target = { target: 'newProject', name: 'Made here', options: { variables: variables() } };
  const { error } = await perform(prod, 'project.deploy', target, { items });
  // Its images need a login that a new project does not have.
  expect(error?.message).toMatch(/cannot be deployed; nothing was changed/);
  expect(error?.description).toContain('Docker credential');
  expect(prod.store.projectByName('Made here')).toBeUndefined();

  const plain = dev.store.addProject({ name: 'Plain' }).id;
  dev.store.addJob({ projectId: plain, name: 'Load', alias: 'load' });
  const simple = itemsOf(await exported(dev, plain));
  const onlyTarget = { ...target, options: {} };
  const deployed = await performed(prod, 'project.deploy', onlyTarget, { items: simple });
  expect(deployed.map(({ kind, action }) => [kind, action])).toEqual([
    ['summary', 'created'],
    ['project', 'created'],
    ['job', 'created'],
  ]);
  const again = await performed(prod, 'project.deploy', onlyTarget, { items: simple });
  expect(actionsOf(again)).toEqual(['unchanged']);
  expect(prod.store.projects().filter(({ name }) => name === 'Made here')).toHaveLength(1);
});

test('only the plan that was approved is carried out', async () => {
  const items = itemsOf(await exported(dev, from));
  const [first] = await performed(prod, 'project.plan', into(to), { items });
  const approvedPlan = String(first?.fingerprint);
  prod.store.addJob({ projectId: to, name: 'Somebody else was here' });
  const { error } = await perform(prod, 'project.deploy', into(to, { approvedPlan }), { items });
  expect(error?.message).toBe('The approved plan is not the current plan');
  expect(prod.stats.byOperation.createJob).toBeUndefined();

  const [now] = await performed(prod, 'project.plan', into(to), { items });
  const approved = into(to, { approvedPlan: String(now?.fingerprint) });
  const deployed = await performed(prod, 'project.deploy', approved, { items });
  expect(actionsOf(deployed)).toContain('created');
});

test('no secret is in the files, in outputs, or in what n8n keeps of an error', async () => {
  const secret = randomUUID();
  const options = { variables: { values: passwords.map((name) => ({ name, value: secret })) } };
  const run = await exported(dev, from, { output: 'files' });
  expect(JSON.stringify(run.run.data)).not.toContain('secret-value');
  const items = itemsOf(run);
  prod.accidents.add({ kind: 'echo', operation: 'saveEnvironmentVariable', times: 50 });
  const failed = await perform(
    prod,
    'project.deploy',
    { source: 'items', ...into(to), options },
    { items },
  );
  expect(failed.error).toBeDefined();
  expect(JSON.stringify(failed.error)).not.toContain(secret);
  expect(failed.error?.message).not.toContain(secret);
  expect(failed.error?.description).not.toContain(secret);
});

test('a value for this target is in no error, also where its variable is no password', async () => {
  const secret = randomUUID();
  const plain = dev.store.addProject({ name: 'Plain' }).id;
  const scope = 'PROJECT' as const;
  const variable = { scope, entityId: plain, name: 'ADDRESS', isPassword: false, value: 'dev' };
  dev.store.variables.add({ ...variable, description: null });
  const items = itemsOf(await exported(dev, plain));
  prod.accidents.add({ kind: 'echo', operation: 'saveEnvironmentVariable', times: 50 });
  const options = { variables: { values: [{ name: 'ADDRESS', value: secret }] } };
  const failed = await perform(prod, 'project.deploy', { ...into(to), options }, { items });
  expect(failed.error?.message).toBe('1 of 2 changes were not deployed');
  expect(JSON.stringify(failed.error)).not.toContain(secret);
  expect(`${failed.error?.message} ${failed.error?.description}`).not.toContain(secret);
});

test('afterwards a job is run and waited for; one that fails is reported with its log', async () => {
  const plain = dev.store.addProject({ name: 'Plain' }).id;
  dev.store.addJob({ projectId: plain, name: 'Smoke test', alias: 'smoke' });
  const items = itemsOf(await exported(dev, plain));
  const job = prod.store.addJob({
    projectId: to,
    name: 'Smoke test',
    alias: 'smoke',
    script: { queueSeconds: 0, durationSeconds: 0 },
  });
  const target = { ...into(to), options: { runAfter: 'smoke' } };
  const deployed = await performed(prod, 'project.deploy', target, { items });
  expect(deployed.at(-1)).toMatchObject({
    kind: 'run',
    name: 'smoke',
    result: { status: 'SUCCEEDED' },
  });

  prod.store.setScript(job.id, { outcome: 'FAILED' });
  const { error } = await perform(prod, 'project.deploy', target, { items });
  expect(error?.message).toMatch(/Smoke test failed/);
  const kept = await perform(prod, 'project.deploy', target, {
    items,
    settings: { onError: 'continueRegularOutput' },
  });
  expect(kept.json.at(-1)).toMatchObject({ kind: 'run', action: 'failed' });
  expect(prod.store.runsOfJob(job.id)).toHaveLength(3);

  const wrong = { ...target, options: { runAfter: 'nothing' } };
  const refused = await perform(prod, 'project.deploy', wrong, { items });
  expect(refused.error?.message).toBe(
    'The pipeline or job "nothing" to run afterward does not exist',
  );
});

test('one that fails leaves the others alone where the node continues, and the next deploy finishes it', async () => {
  const plain = dev.store.addProject({ name: 'Plain' }).id;
  for (const alias of ['a', 'b', 'c']) dev.store.addJob({ projectId: plain, name: alias, alias });
  const items = itemsOf(await exported(dev, plain));
  const target = { ...into(to), options: {} };
  const refusal = { kind: 'errors', errors: [{ message: 'No', path: ['createJob'] }] } as const;
  prod.accidents.add({ ...refusal, operation: 'createJob' });
  const run = await perform(prod, 'project.deploy', target, {
    items,
    settings: { onError: 'continueRegularOutput' },
  });
  expect(run.json.map(({ action }) => action).sort()).toEqual([
    'created',
    'created',
    'failed',
    'failed',
    'unchanged',
  ]);
  expect(run.json[0]).toMatchObject({
    kind: 'summary',
    action: 'failed',
    counts: { created: 2, updated: 0, deleted: 0, unchanged: 1, blocked: 0, failed: 1 },
    reason: '2 created, 1 unchanged, 1 failed.',
    projectId: to,
  });
  expect(
    run.json.find(({ kind, action }) => kind !== 'summary' && action === 'failed'),
  ).toMatchObject({
    kind: 'job',
    errorDescription: expect.any(String),
  });
  prod.accidents.add({ ...refusal, operation: 'createJob' });
  const { error } = await perform(prod, 'project.deploy', target, { items });
  expect(error?.message).toBe('1 of 4 changes were not deployed');
  const last = await performed(prod, 'project.deploy', target, { items });
  expect(last.map(({ action }) => action).sort()).toEqual([
    'created',
    'created',
    'unchanged',
    'unchanged',
    'unchanged',
  ]);
});

test('what is no export is refused before anything is sent', async () => {
  const wrong: StartItem[] = [{ file: { name: 'x.zip', text: 'no archive' } }];
  const { error } = await perform(prod, 'project.deploy', into(to), { items: wrong });
  expect(error?.message).toBe('The file is not a readable ZIP file');
  const item = (path: string, text: string): StartItem => ({
    json: { path },
    file: { name: 'x', text },
  });
  const project = item('project.json', '{"format":1}');
  const refused = async (...items: StartItem[]) =>
    (await perform(prod, 'project.plan', { source: 'items', ...into(to) }, { items })).error
      ?.message;
  expect(await refused(item('README.md', 'hello'))).toMatch(/project\.json is missing/);
  expect(await refused(item('project.json', '{"format":7}'))).toMatch(
    /project.json has the format 7/,
  );
  expect(await refused(project, item('jobs/a.json', '{"name":'))).toMatch(
    /jobs\/a.json, line 1, is not JSON/,
  );
  expect(await refused(project, item('jobs/a.json', '{"name":"a","nme":1}'))).toMatch(/"nme"/);
  expect(prod.stats.requests).toBe(0);
});
