import { perform, performed } from '../support';
import { exportedItems, into as intoProject, usePlatforms } from './support';

const { at, restartProd } = usePlatforms();
const exported = async () =>
  await exportedItems(at.dev, at.from, { packages: false, output: 'files' });
const into = (options: object = {}) => intoProject(at.to, options);

const job = (projectId: string, alias: string, more: object = {}, sandbox = at.dev) =>
  sandbox.store.addJob({ projectId, name: alias, alias, ...more });

describe('with 21 jobs, on an older target', () => {
  const count = 21;
  const names = Array.from({ length: count }, (_, index) => `job_${index}`);

  test('a plan and a deploy begin with what they come to', async () => {
    await restartProd({ generation: 'middle' });
    for (const name of names) job(at.from, name);
    job(at.to, 'other', {}, at.prod);
    const items = await exported();
    const options = { leaveOut: '*', runAfter: 'jobs/job_0' };
    const given = { items };
    const [planned, ...changes] = await performed(at.prod, 'project.plan', into(options), given);
    expect(planned).toEqual({
      ...{ kind: 'summary', name: 'Prod', action: 'create', changes: [], blocked: [] },
      reason: `${count} to create, 1 not in the files and kept, 1 unchanged.`,
      counts: { create: count, update: 0, extraneous: 1, unchanged: 1, blocked: 0 },
      runAfter: { kind: 'job', alias: 'job_0', name: 'job_0' },
      projectId: at.to,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      text: expect.stringMatching(/^"Prod": \d+ to create, .*\n\n(?:- .*(?:\n|$))+$/),
      markdown: expect.stringMatching(/^`Prod`: \d+ to create, .*\n\n(?:- .*(?:\n|$))+$/),
      html: expect.stringMatching(
        /^<p><b>Prod<\/b>: \d+ to create, .*<ul>\n(?:<li>.*<\/li>\n)+<\/ul>$/s,
      ),
    });
    // n8n's table shows columns in this order.
    expect(Object.keys(planned ?? {}).at(-1)).toBe('changes');
    expect(String(planned?.text).split('\n')).toContain('- create job "job_0"');
    // The changes follow, and the run is the last item.
    expect(changes).toHaveLength(count + 3);
    expect(changes.at(-1)).toMatchObject({ kind: 'run', name: 'job_0', action: 'create' });
    expect(new Set(changes.map(({ fingerprint }) => fingerprint)).size).toBe(1);

    const approved = into({ ...options, approvedPlan: planned?.fingerprint });
    const [deployed, ...done] = await performed(at.prod, 'project.deploy', approved, { items });
    const { kind, name, runAfter, projectId, fingerprint } = planned ?? {};
    expect(deployed).toMatchObject({
      ...{ kind, name, runAfter, projectId, fingerprint },
      action: 'created',
      reason: `${count} created, 2 unchanged.`,
      counts: { created: count, updated: 0, deleted: 0, unchanged: 2, blocked: 0, failed: 0 },
      text: expect.stringContaining('\n- created job "job_0"'),
    });
    expect(done).toHaveLength(count + 3);
    const [again] = await performed(at.prod, 'project.plan', into({ leaveOut: '*' }), { items });
    expect(again).toMatchObject({ action: 'unchanged', counts: { create: 0, blocked: 0 } });
    expect(again?.text).toMatch(/^"Prod": 1 not in the files and kept, 22 unchanged\.\n/);
  });

  test('what blocks is named, and not without end', async () => {
    await restartProd({ generation: 'middle' });
    for (const name of names) {
      const { id } = job(at.from, name);
      const variable = { scope: 'JOB' as const, entityId: id, name: 'SECRET', value: 'x' };
      at.dev.store.variables.add({ ...variable, isPassword: true });
    }
    const items = await exported();
    const { json, hints } = await perform(at.prod, 'project.plan', into(), { items });
    const [summary] = json;
    expect(hints).toEqual([
      expect.stringMatching(
        /^The plan for ".*" is blocked: .* The job "job_\d+": .*"SECRET".* The output has the other reasons\.$/,
      ),
    ]);
    expect(summary).toMatchObject({ action: 'blocked', counts: { blocked: count } });
    expect(summary?.blocked).toHaveLength(20);
    const reason = expect.stringContaining('"SECRET"');
    expect(summary?.blocked).toContainEqual({ kind: 'job', name: 'job_0', reason });
  });
});

test('a plan that deletes says so, and a new project has an ID once it is made', async () => {
  job(at.from, 'load');
  job(at.to, 'old', {}, at.prod);
  const items = await exported();
  const deleting = into({ deleteExtraneous: true });
  const [summary] = await performed(at.prod, 'project.plan', deleting, { items });
  expect(summary?.reason).toBe('1 to create, 1 to delete, 1 unchanged.');
  const elsewhere = { source: 'items', target: 'newProject', name: 'Made here', options: {} };
  const [ofNew] = await performed(at.prod, 'project.plan', elsewhere, { items });
  expect(ofNew).toMatchObject({ name: 'Made here', projectId: null, counts: { create: 2 } });
  const [made] = await performed(at.prod, 'project.deploy', elsewhere, { items });
  expect(made?.projectId).toBe(at.prod.store.projectByName('Made here')?.id);
});

test('the run after a deploy is the last item, also if it fails; the run must exist', async () => {
  const jobNode = { id: crypto.randomUUID(), jobId: job(at.from, 'smoke').id, nextNodes: [] };
  const graph = { jobNodes: [{ ...jobNode, position: null }], conditionNodes: [] };
  at.dev.store.pipelines.add({ projectId: at.from, name: 'Daily', alias: 'daily', graph });
  const script = { queueSeconds: 0, durationSeconds: 0 };
  const { id } = job(at.to, 'smoke', { script }, at.prod);
  const items = await exported();
  const target = into({ runAfter: 'smoke' });
  const run = { kind: 'run', name: 'smoke' };
  const deployed = await performed(at.prod, 'project.deploy', target, { items });
  expect(deployed.at(-1)).toMatchObject({ ...run, result: { status: 'SUCCEEDED' } });
  const ofPipeline = into({ runAfter: 'pipelines/daily' });
  const [last] = (await performed(at.prod, 'project.deploy', ofPipeline, { items })).slice(-1);
  expect(last).toMatchObject({ name: 'daily', result: { pipelineName: 'Daily' } });
  expect(last?.result).not.toHaveProperty('jobId');
  at.prod.store.setScript(id, { outcome: 'FAILED' });
  const settings = { onError: 'continueRegularOutput' } as const;
  const failed = await perform(at.prod, 'project.deploy', target, { items, settings });
  expect(failed.json.at(-1)).toMatchObject({ ...run, action: 'failed' });
  // An incomplete deploy does not start the run.
  const refusal = { kind: 'status', status: 409, operation: 'createJob' } as const;
  at.prod.faults.add(refusal);
  job(at.from, 'refused');
  const more = { items: await exported(), settings };
  const { json } = await perform(at.prod, 'project.deploy', target, more);
  expect(json[0]).toMatchObject({ runAfter: null, counts: { failed: 1, blocked: 1 } });
  expect(json.at(-1)).toMatchObject({
    ...run,
    action: 'blocked',
    reason: 'It did not run because other changes were not deployed.',
  });
  const { error } = await perform(at.prod, 'project.deploy', into({ runAfter: 'no' }), { items });
  expect(error?.message).toBe('The pipeline or job "no" to run afterward does not exist');
});

test('what runs after a deploy is not a part of what is approved', async () => {
  for (const alias of ['a', 'b']) job(at.from, alias);
  const items = await exported();
  const parameters = into({ runAfter: 'a' });
  const [plan] = await performed(at.prod, 'project.plan', parameters, { items });
  const options = { approvedPlan: plan?.fingerprint, runAfter: 'b' };
  const deployed = await performed(at.prod, 'project.deploy', into(options), { items });
  expect(deployed.at(-1)).toMatchObject({ kind: 'run', name: 'b', action: 'created' });
});

test('nothing is sent where what is to run afterwards is left out, or would be deleted', async () => {
  const mutations = ['Mutation.createGraphPipeline', 'Mutation.addGraphPipelineVersion'];
  const without = [...mutations, 'Query.graphPipeline', 'PipelineVersion.graph'];
  await restartProd({ schemaChanges: { without, instead: '' } });
  const { id } = job(at.from, 'load');
  const node = () => ({ id: crypto.randomUUID(), jobId: id, position: null, nextNodes: [] });
  const graph = { jobNodes: [node(), node()], conditionNodes: [] };
  // This platform cannot have a pipeline that branches, so it is left out.
  at.dev.store.pipelines.add({ projectId: at.from, name: 'Both', alias: 'both', graph });
  job(at.to, 'old', {}, at.prod);
  const items = await exported();
  const jobs = () => at.prod.store.jobs({ projectId: at.to }).map(({ name }) => name);
  const blocks = async (options: object, why: RegExp) => {
    const planned = await performed(at.prod, 'project.plan', into(options), { items });
    expect(planned[0]).toMatchObject({ action: 'blocked', runAfter: null });
    const reason = expect.stringMatching(why);
    expect(planned.at(-1)).toMatchObject({ kind: 'run', action: 'blocked', reason });
    const before = jobs();
    const { error } = await perform(at.prod, 'project.deploy', into(options), { items });
    expect(error?.message).toBe('1 change cannot be deployed; nothing was changed');
    expect(error?.description).toMatch(why);
    expect(jobs()).toEqual(before);
  };
  const both = { leaveOut: '*', runAfter: 'pipelines/both' };
  await blocks(both, /is left out, so it cannot run/);
  await blocks({ leaveOut: '*', deleteExtraneous: true, runAfter: 'old' }, /deletes it before/);

  // If the node continues, the rest is deployed, and the run is blocked.
  const settings = { onError: 'continueRegularOutput' } as const;
  const kept = await perform(at.prod, 'project.deploy', into(both), { items, settings });
  expect(kept.json.at(-1)).toMatchObject({ kind: 'run', name: 'both', action: 'blocked' });
  expect(kept.json[0]).toMatchObject({ action: 'blocked', counts: { blocked: 1 } });
  expect(jobs().sort()).toEqual(['load', 'old']);
});
