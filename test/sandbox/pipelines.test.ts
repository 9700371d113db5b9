import { PROJECT_IDS, type RunOutcome } from '../../sandbox';
import { clientOf, closeSandboxes, dataOf, sandboxWith, START } from './client';

afterEach(closeSandboxes);

type Name = 'a' | 'b' | 'c' | 'd';
const NAMES = ['a', 'b', 'c', 'd'] as const;
const CONDITION = '52000000-0000-4000-8000-0000000000ff';
const nodeId = (name: Name | 'condition') =>
  name === 'condition' ? CONDITION : `52000000-0000-4000-8000-00000000000${name}`;
const node = (name: Name, ...next: (Name | 'condition')[]) => ({ name, next: next.map(nodeId) });

/** A run of a pipeline of jobs that take ten seconds each, on a clock that moves when told to. */
async function running(
  nodes: ReturnType<typeof node>[],
  outcomes: Partial<Record<Name, RunOutcome>>,
  conditionNodes: object[] = [],
) {
  let now = START;
  const sandbox = await sandboxWith({ seedRuns: false, clock: () => now });
  const ask = await clientOf(sandbox);
  const projectId = PROJECT_IDS.energy;
  const jobs = new Map(
    NAMES.map((name) => {
      const timing = { queueSeconds: 0, durationSeconds: 10, killSeconds: 1 };
      const script = { ...timing, outcome: outcomes[name] ?? 'SUCCEEDED' };
      return [name, sandbox.store.addJob({ projectId, name, script }).id];
    }),
  );
  const jobNodes = nodes.map(({ name, next }) => ({
    id: nodeId(name),
    job: { id: jobs.get(name) },
    nextNodes: next,
  }));
  const create =
    'mutation ($pipeline: GraphPipelineInput!) { createGraphPipeline(pipeline: $pipeline) { id } }';
  const graph = { jobNodes, conditionNodes };
  const pipeline = { projectId, name: 'P', alias: 'P', isScheduled: false, graph };
  const made = dataOf(await ask(create, { pipeline })).createGraphPipeline;
  const start = `mutation { runPipeline(pipelineId: "${made.id}") { id } }`;
  const { id } = dataOf(await ask(start)).runPipeline;
  return {
    stop: async () =>
      await ask(`mutation { stopPipelineInstance(pipelineInstanceId: "${id}") { status } }`),
    /** States at a moment, as "pipeline | jobs in the order of the nodes". */
    async at(seconds: number): Promise<string> {
      now = START + seconds * 1000;
      const fields = 'status jobsInstance { history { currentStatus { status } } }';
      const { pipelineInstance } = dataOf(
        await ask(`{ pipelineInstance(id: "${id}") { ${fields} } }`),
      );
      const states = pipelineInstance.jobsInstance.map(
        (one: { history: { currentStatus: { status: string } } }) =>
          one.history.currentStatus.status,
      );
      return `${pipelineInstance.status} | ${states.join(' ')}`;
    },
  };
}

test('jobs of a pipeline follow one another; what comes after a failure is skipped', async () => {
  const well = await running([node('a', 'b', 'c'), node('b', 'd'), node('c', 'd'), node('d')], {});
  expect(await well.at(0)).toBe('RUNNING | RUNNING AWAITING AWAITING AWAITING');
  expect(await well.at(19.999)).toBe('RUNNING | SUCCEEDED RUNNING RUNNING AWAITING');
  expect(await well.at(20)).toBe('RUNNING | SUCCEEDED SUCCEEDED SUCCEEDED RUNNING');
  expect(await well.at(30)).toBe('SUCCEEDED | SUCCEEDED SUCCEEDED SUCCEEDED SUCCEEDED');
  const outcomes = { b: 'ERROR' } as const;
  const failed = await running(
    [node('a', 'd'), node('b', 'c'), node('c', 'd'), node('d')],
    outcomes,
  );
  expect(await failed.at(10)).toBe('FAILED | SUCCEEDED ERROR SKIPPED SKIPPED');
});

test.each([
  ['AllSuccess', 'SUCCEEDED', 'SUCCEEDED', 'RUNNING SKIPPED'],
  ['AllSuccess', 'SUCCEEDED', 'SKIPPED', 'SKIPPED RUNNING'],
  ['AllSuccessOrSkipped', 'SUCCEEDED', 'SKIPPED', 'RUNNING SKIPPED'],
  ['AllSuccessOrSkipped', 'SUCCEEDED', 'FAILED', 'SKIPPED RUNNING'],
  ['AtLeastOneSuccess', 'SUCCEEDED', 'ERROR', 'RUNNING SKIPPED'],
  ['AtLeastOneSuccess', 'FAILED', 'ERROR', 'SKIPPED RUNNING'],
] as const)('condition %s after %s and %s: %s', async (value, a, b, ways) => {
  const run = await running(
    [node('a', 'condition'), node('b', 'condition'), node('c'), node('d')],
    { a, b },
    [
      {
        id: CONDITION,
        condition: { status: { value } },
        nextNodesSuccess: [nodeId('c')],
        nextNodesFailure: [nodeId('d')],
      },
    ],
  );
  expect(await run.at(9)).toMatch(/AWAITING AWAITING$/);
  expect(await run.at(10)).toBe(`RUNNING | ${a} ${b} ${ways}`);
  // The condition handled the failure.
  expect(await run.at(20)).toMatch(/^SUCCEEDED \|/);
});

test('a stopped pipeline kills what runs and skips what waits; a second stop is refused', async () => {
  const run = await running([node('a', 'b'), node('b', 'c'), node('c')], {});
  await run.at(12);
  await run.stop();
  expect(await run.at(12)).toBe('KILLING | SUCCEEDED KILLING SKIPPED');
  expect(await run.at(13)).toBe('KILLED | SUCCEEDED KILLED SKIPPED');
  expect((await run.stop()).errors?.[0]?.message).toMatch(/has already ended: KILLED$/);
});
