import {
  JOB_IDS,
  PIPELINE_IDS,
  PROJECT_IDS,
  type JobScript,
  type RunOutcome,
} from '../../../sandbox';
import { clientOf, closeSandboxes, sandboxWith } from '../client';
import { dataOf, onAClock, START, UNKNOWN } from './client';

afterEach(closeSandboxes);

type Name = 'a' | 'b' | 'c' | 'd';

const NODES: Record<Name | 'condition', string> = {
  a: '52000000-0000-4000-8000-00000000000a',
  b: '52000000-0000-4000-8000-00000000000b',
  c: '52000000-0000-4000-8000-00000000000c',
  d: '52000000-0000-4000-8000-00000000000d',
  condition: '52000000-0000-4000-8000-0000000000ff',
};

/** Jobs a to d in one project; each takes 10 seconds, the queue none. */
async function fourJobs(outcomes: Partial<Record<Name, Partial<JobScript> | RunOutcome>> = {}) {
  const { ask, at, sandbox } = await onAClock();
  const jobs = {} as Record<Name, string>;
  for (const name of ['a', 'b', 'c', 'd'] as const) {
    const given = outcomes[name];
    const script = typeof given === 'string' ? { outcome: given } : given;
    jobs[name] = sandbox.store.addJob({
      projectId: PROJECT_IDS.energy,
      name,
      script: { queueSeconds: 0, durationSeconds: 10, killSeconds: 1, ...script },
    }).id;
  }
  const node = (name: Name, ...nextNodes: (Name | 'condition')[]) => ({
    id: NODES[name],
    job: { id: jobs[name] },
    nextNodes: nextNodes.map((next) => NODES[next]),
  });
  let pipelines = 0;
  const create = (graph: object, more: object = {}) =>
    ask(
      `mutation ($pipeline: GraphPipelineInput!) { createGraphPipeline(pipeline: $pipeline) { id alias } }`,
      {
        pipeline: {
          projectId: PROJECT_IDS.energy,
          name: 'P',
          alias: `P_${++pipelines}`,
          isScheduled: false,
          graph,
          ...more,
        },
      },
    );
  const run = async (graph: object): Promise<string> => {
    const { id } = dataOf(await create(graph)).createGraphPipeline;
    const { runPipeline } = dataOf(
      await ask(`mutation { runPipeline(pipelineId: "${id}") { id number status } }`),
    );
    expect(runPipeline).toMatchObject({ number: 1, status: expect.any(String) });
    return runPipeline.id;
  };
  /** States at a moment, as 'pipeline | jobs in the order of the nodes'. */
  const seen = async (id: string, seconds: number): Promise<string> => {
    at(seconds);
    const { pipelineInstance } = dataOf(
      await ask(
        `{ pipelineInstance(id: "${id}") { status jobsInstance { history { currentStatus { status } } } } }`,
      ),
    );
    const states = pipelineInstance.jobsInstance.map(
      (one: { history: { currentStatus: { status: string } } }) => one.history.currentStatus.status,
    );
    return `${pipelineInstance.status} | ${states.join(' ')}`;
  };
  return { ask, at, sandbox, jobs, node, create, run, seen };
}

test('jobs of a pipeline follow one another', async () => {
  const { node, run, seen, ask, sandbox, jobs } = await fourJobs();
  const id = await run({
    jobNodes: [node('a', 'b', 'c'), node('b', 'd'), node('c', 'd'), node('d')],
  });
  sandbox.store.setScript(jobs.c, { durationSeconds: 25 });
  expect(await seen(id, 0)).toBe('RUNNING | RUNNING AWAITING AWAITING AWAITING');
  expect(await seen(id, 10)).toBe('RUNNING | SUCCEEDED RUNNING RUNNING AWAITING');
  expect(await seen(id, 19.999)).toBe('RUNNING | SUCCEEDED RUNNING RUNNING AWAITING');
  expect(await seen(id, 20)).toBe('RUNNING | SUCCEEDED SUCCEEDED SUCCEEDED RUNNING');
  expect(await seen(id, 30)).toBe('SUCCEEDED | SUCCEEDED SUCCEEDED SUCCEEDED SUCCEEDED');
  const { pipelineInstance } = dataOf(
    await ask(
      `{ pipelineInstance(id: "${id}") { startTime endTime pipelineId jobsInstance { number runTrigger { triggerType ... on AuthoredTrigger { author } } pipelineInstanceId startTime } } }`,
    ),
  );
  expect(pipelineInstance).toMatchObject({
    startTime: new Date(START).toISOString(),
    endTime: new Date(START + 30_000).toISOString(),
  });
  expect(pipelineInstance.jobsInstance[3]).toEqual({
    number: 1,
    runTrigger: { triggerType: 'MANUAL_PIPELINE', author: 'demo' },
    pipelineInstanceId: id,
    startTime: new Date(START + 20_000).toISOString(),
  });
});

test('what comes after a failure is skipped and the pipeline has failed', async () => {
  const { node, run, seen } = await fourJobs({ b: 'FAILED' });
  const id = await run({ jobNodes: [node('a', 'b'), node('b', 'c'), node('c', 'd'), node('d')] });
  expect(await seen(id, 19)).toBe('RUNNING | SUCCEEDED RUNNING AWAITING AWAITING');
  expect(await seen(id, 20)).toBe('FAILED | SUCCEEDED FAILED SKIPPED SKIPPED');
});

test('a failure on one of two ways skips what both lead to', async () => {
  const { node, run, seen } = await fourJobs({ b: 'ERROR' });
  const near = await run({ jobNodes: [node('a', 'c'), node('b', 'c'), node('c')] });
  expect(await seen(near, 10)).toBe('FAILED | SUCCEEDED ERROR SKIPPED');
  const far = await fourJobs({ b: 'ERROR' });
  const id = await far.run({
    jobNodes: [far.node('a', 'd'), far.node('b', 'c'), far.node('c', 'd'), far.node('d')],
  });
  expect(await far.seen(id, 10)).toBe('FAILED | SUCCEEDED ERROR SKIPPED SKIPPED');
});

test.each([
  ['AllSuccess', 'SUCCEEDED', 'SUCCEEDED', 'RUNNING SKIPPED'],
  ['AllSuccess', 'SUCCEEDED', 'SKIPPED', 'SKIPPED RUNNING'],
  ['AllSuccess', 'SUCCEEDED', 'FAILED', 'SKIPPED RUNNING'],
  ['AllSuccessOrSkipped', 'SUCCEEDED', 'SKIPPED', 'RUNNING SKIPPED'],
  ['AllSuccessOrSkipped', 'SUCCEEDED', 'FAILED', 'SKIPPED RUNNING'],
  ['AtLeastOneSuccess', 'SUCCEEDED', 'ERROR', 'RUNNING SKIPPED'],
  ['AtLeastOneSuccess', 'FAILED', 'ERROR', 'SKIPPED RUNNING'],
] as const)('condition %s after %s and %s: %s', async (condition, a, b, ways) => {
  const { node, run, seen, ask } = await fourJobs({ a, b });
  const id = await run({
    jobNodes: [node('a', 'condition'), node('b', 'condition'), node('c'), node('d')],
    conditionNodes: [
      {
        id: NODES.condition,
        condition: { status: { value: condition } },
        nextNodesSuccess: [NODES.c],
        nextNodesFailure: [NODES.d],
      },
    ],
  });
  const conditions = async () =>
    dataOf(await ask(`{ pipelineInstance(id: "${id}") { conditionsInstance { isSuccess } } }`))
      .pipelineInstance.conditionsInstance;
  expect(await seen(id, 9)).toMatch(/AWAITING AWAITING$/);
  expect(await conditions()).toEqual([{ isSuccess: null }]);
  expect(await seen(id, 10)).toBe(`RUNNING | ${a} ${b} ${ways}`);
  expect(await conditions()).toEqual([{ isSuccess: ways.startsWith('RUNNING') }]);
  // The condition handled the failure.
  expect(await seen(id, 20)).toMatch(/^SUCCEEDED \|/);
});

test('a stopped pipeline kills what runs and skips what waits', async () => {
  const { node, run, seen, ask, at } = await fourJobs({ b: { durationSeconds: null } });
  const id = await run({ jobNodes: [node('a', 'b'), node('b', 'c'), node('c')] });
  expect(await seen(id, 1000)).toBe('RUNNING | SUCCEEDED RUNNING AWAITING');
  const stop = `mutation { stopPipelineInstance(pipelineInstanceId: "${id}") { status } }`;
  expect(dataOf(await ask(stop)).stopPipelineInstance.status).toBe('KILLING');
  expect(await seen(id, 1000)).toBe('KILLING | SUCCEEDED KILLING SKIPPED');
  expect(await seen(id, 1001)).toBe('KILLED | SUCCEEDED KILLED SKIPPED');
  at(1100);
  const again = await ask(stop);
  expect(again.errors?.[0]?.message).toBe(`Pipeline instance ${id} has already ended: KILLED`);
  expect(await seen(id, 1100)).toBe('KILLED | SUCCEEDED KILLED SKIPPED');
});

test('one run of a pipeline can be stopped by itself, running or waiting', async () => {
  const { node, run, seen, sandbox, at } = await fourJobs();
  const id = await run({ jobNodes: [node('a', 'b'), node('b'), node('c', 'd'), node('d')] });
  const runs = sandbox.store.runsOfPipelineRun(id);
  at(5);
  sandbox.store.stopRun(runs[0]?.id ?? '');
  sandbox.store.stopRun(runs[3]?.id ?? '');
  expect(await seen(id, 5)).toBe('RUNNING | KILLING AWAITING RUNNING KILLED');
  expect(await seen(id, 6)).toBe('RUNNING | KILLED SKIPPED RUNNING KILLED');
  expect(await seen(id, 10)).toBe('FAILED | KILLED SKIPPED SUCCEEDED KILLED');
});

test('a run that is being killed is not killed later because its pipeline is stopped', async () => {
  const { node, run, seen, sandbox, at } = await fourJobs({ a: { killSeconds: 5 } });
  const id = await run({ jobNodes: [node('a')] });
  at(3);
  sandbox.store.stopRun(sandbox.store.runsOfPipelineRun(id)[0]?.id ?? '');
  at(6);
  sandbox.store.pipelines.stop(id);
  expect(await seen(id, 7)).toBe('KILLING | KILLING');
  expect(await seen(id, 8)).toBe('KILLED | KILLED');
});

test.each([
  ['no job', {}, 'A pipeline needs at least one job'],
  ['a circle', { a: ['b'], b: ['a'] }, /leads into a circle/],
  ['a node that leads to itself', { a: ['a'] }, /leads into a circle/],
  ['a way to nowhere', { a: ['d'] }, /which is not there/],
] as const)('a graph with %s is refused', async (_what, ways, message) => {
  const { node, create, sandbox } = await fourJobs();
  const jobNodes = Object.entries<readonly Name[]>(ways).map(([name, next]) =>
    node(name as Name, ...next),
  );
  const { errors } = await create({ jobNodes });
  expect(errors?.[0]?.message).toMatch(message);
  expect(sandbox.store.pipelines.list(PROJECT_IDS.energy)).toHaveLength(1);
});

test('a graph with a job that is not there, or in another project, is refused', async () => {
  const { create } = await fourJobs();
  const unknown = await create({ jobNodes: [{ id: NODES.a, job: { id: UNKNOWN } }] });
  expect(unknown.errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  const elsewhere = await create({ jobNodes: [{ id: NODES.a, job: { id: JOB_IDS.priceWatch } }] });
  expect(elsewhere.errors?.[0]?.message).toBe(`Job ${JOB_IDS.priceWatch} is in another project`);
});

test('a pipeline is edited, gets versions, is duplicated and deleted', async () => {
  const { ask, node, create, run, sandbox, jobs } = await fourJobs();
  const runId = await run({ jobNodes: [node('a')] });
  const id = sandbox.store.pipelines.run(runId)?.pipelineId ?? '';
  const taken = await create({ jobNodes: [node('a')] }, { alias: 'P_1' });
  expect(taken.errors?.[0]).toMatchObject({ extensions: { code: 'CONFLICT' } });
  expect(dataOf(await create({ jobNodes: [node('a')] })).createGraphPipeline.alias).toBe('P_3');

  const edited = dataOf(
    await ask(
      `mutation { editPipeline(pipeline: { id: "${id}", name: "Q", isScheduled: true, cronScheduling: "0 1 * * *" }) { name alias isScheduled } }`,
    ),
  ).editPipeline;
  expect(edited).toEqual({ name: 'Q', alias: 'P_1', isScheduled: true });

  const version = dataOf(
    await ask(
      `mutation ($graph: PipelineGraphInput!) { addGraphPipelineVersion(pipelineId: "${id}", graph: $graph, releaseNote: "longer") { number isCurrent } }`,
      { graph: { jobNodes: [node('a', 'b'), node('b')] } },
    ),
  ).addGraphPipelineVersion;
  expect(version).toEqual({ number: 2, isCurrent: true });
  // The run of the first version stays as it is.
  expect(sandbox.store.runsOfPipelineRun(runId)).toHaveLength(1);

  const { duplicatePipeline } = dataOf(
    await ask(
      `mutation { duplicatePipeline(originalPipelineId: "${id}", duplicateJobs: true) { name isScheduled instances { id } versions { number graph { jobNodes { job { id name } nextNodes } } } } }`,
    ),
  );
  expect(duplicatePipeline).toMatchObject({
    name: 'Copy of Q',
    isScheduled: false,
    instances: [],
    versions: [
      {
        number: 1,
        graph: {
          jobNodes: [
            { job: { name: 'Copy of a' }, nextNodes: [NODES.b] },
            { job: { name: 'Copy of b' } },
          ],
        },
      },
    ],
  });

  sandbox.store.deleteJob(jobs.b);
  const broken = await ask(`mutation { runPipeline(pipelineId: "${id}") { id } }`);
  expect(broken.errors?.[0]?.message).toBe(`The job ${jobs.b} of the pipeline was deleted`);
  const remove = `mutation { deletePipeline(id: "${id}") }`;
  expect(dataOf(await ask(remove)).deletePipeline).toBe(true);
  expect(sandbox.store.runsOfJob(jobs.a)).toEqual([]);
  expect((await ask(remove)).errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
});

test('the seeded pipelines, and numbers of runs that grow with the time', async () => {
  const sandbox = await sandboxWith();
  const ask = await clientOf(sandbox);
  const { sales, energy } = dataOf(
    await ask(`{
      sales: graphPipeline(id: "${PIPELINE_IDS.dailySales}") { isScheduled instances { number status runTrigger { triggerType ... on AuthoredTrigger { author } } } project { id } }
      energy: graphPipeline(id: "${PIPELINE_IDS.energyForecast}") { instances { id } versions { graph { jobNodes { job { id } } conditionNodes { condition { toString ... on ConditionStatus { value } } position { x } } } } }
    }`),
  );
  expect(sales).toEqual({
    isScheduled: true,
    instances: [
      {
        number: 3,
        status: 'SUCCEEDED',
        runTrigger: { triggerType: 'MANUAL_PIPELINE', author: 'amelie.martin' },
      },
      { number: 2, status: 'SUCCEEDED', runTrigger: { triggerType: 'CRON_PIPELINE' } },
      { number: 1, status: 'SUCCEEDED', runTrigger: { triggerType: 'CRON_PIPELINE' } },
    ],
    project: { id: PROJECT_IDS.retail },
  });
  expect(energy.instances).toEqual([]);
  expect(energy.versions[0].graph.conditionNodes).toEqual([
    { condition: { toString: 'AllSuccess', value: 'AllSuccess' }, position: { x: 200 } },
  ]);
  for (const id of Object.values(JOB_IDS)) {
    const times = sandbox.store.runsOfJob(id).map(({ requestedAt }) => requestedAt);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  }
});
