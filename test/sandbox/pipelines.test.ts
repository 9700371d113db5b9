import type { RunOutcome } from '../../sandbox';
import type { ConditionNode } from '../../sandbox/runs/graph';
import { clientOf, sandboxWith, START } from './client';

type Name = 'a' | 'b' | 'c' | 'd';
type Condition = 'AllSuccess' | 'AllSuccessOrSkipped' | 'AtLeastOneSuccess';

/** A run of a pipeline of jobs that take ten seconds each, on a clock that moves when told to. */
async function running(
  next: Partial<Record<Name, string[]>>,
  outcomes: Partial<Record<Name, RunOutcome>> = {},
  condition?: Condition,
  conditionsBefore: ConditionNode[] = [],
) {
  let now = START;
  const sandbox = await sandboxWith({ seed: false, clock: () => now });
  const { store } = sandbox;
  const projectId = store.addProject().id;
  const timing = { queueSeconds: 0, durationSeconds: 10, killSeconds: 1 };
  const jobNodes = Object.entries(next).map(([id, nextNodes]) => {
    const script = { ...timing, outcome: outcomes[id as Name] ?? 'SUCCEEDED' };
    return { id, position: null, jobId: store.addJob({ script }).id, nextNodes };
  });
  const ways = { nextNodesSuccess: ['c'], nextNodesFailure: ['d'] };
  const conditionNodes: ConditionNode[] = condition
    ? [...conditionsBefore, { id: 'condition', position: null, condition, ...ways }]
    : [];
  const pipeline = store.pipelines.add({ projectId, graph: { jobNodes, conditionNodes } });
  const id = store.pipelines.start(pipeline.id)?.id ?? '';
  return {
    stop: async () => {
      const ask = await clientOf(sandbox);
      return await ask(`mutation { stopPipelineInstance(pipelineInstanceId: "${id}") { status } }`);
    },
    /** States at a moment, as "pipeline | jobs in the order of the nodes". */
    at(seconds: number): string {
      now = START + seconds * 1000;
      const states = store.runsOfPipelineRun(id).map(({ status }) => status);
      return `${store.pipelines.run(id)?.status} | ${states.join(' ')}`;
    },
  };
}

test('jobs of a pipeline follow one another; what comes after a failure is skipped', async () => {
  const well = await running({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] });
  expect(well.at(0)).toBe('RUNNING | RUNNING AWAITING AWAITING AWAITING');
  expect(well.at(19.999)).toBe('RUNNING | SUCCEEDED RUNNING RUNNING AWAITING');
  expect(well.at(20)).toBe('RUNNING | SUCCEEDED SUCCEEDED SUCCEEDED RUNNING');
  expect(well.at(30)).toBe('SUCCEEDED | SUCCEEDED SUCCEEDED SUCCEEDED SUCCEEDED');
  const failed = await running({ a: ['d'], b: ['c'], c: ['d'], d: [] }, { b: 'ERROR' });
  expect(failed.at(10)).toBe('FAILED | SUCCEEDED ERROR SKIPPED SKIPPED');
});

test.each([
  ['AllSuccess', 'SUCCEEDED', 'SUCCEEDED', 'RUNNING SKIPPED'],
  ['AllSuccess', 'SUCCEEDED', 'SKIPPED', 'SKIPPED RUNNING'],
  ['AllSuccessOrSkipped', 'SUCCEEDED', 'SKIPPED', 'RUNNING SKIPPED'],
  ['AllSuccessOrSkipped', 'SUCCEEDED', 'FAILED', 'SKIPPED RUNNING'],
  ['AtLeastOneSuccess', 'SUCCEEDED', 'ERROR', 'RUNNING SKIPPED'],
  ['AtLeastOneSuccess', 'FAILED', 'ERROR', 'SKIPPED RUNNING'],
] as const)('condition %s after %s and %s: %s', async (condition, a, b, ways) => {
  const next = { a: ['condition'], b: ['condition'], c: [], d: [] };
  const run = await running(next, { a, b }, condition);
  expect(run.at(9)).toMatch(/AWAITING AWAITING$/);
  expect(run.at(10)).toBe(`RUNNING | ${a} ${b} ${ways}`);
  // The condition handled the failure.
  expect(run.at(20)).toMatch(/^SUCCEEDED \|/);
});

test.each(['SUCCEEDED', 'FAILED'] as const)(
  'a condition whose two ways lead to one node opens it after %s',
  async (a) => {
    const both = { nextNodesSuccess: ['condition'], nextNodesFailure: ['condition'] };
    const before = { id: 'before', position: null, condition: 'AllSuccess' as const, ...both };
    const next = { a: ['before'], c: [], d: [] };
    const run = await running(next, { a }, 'AllSuccess', [before]);
    expect(run.at(10)).toBe(`RUNNING | ${a} RUNNING SKIPPED`);
  },
);

test('a stopped pipeline kills what runs and skips what waits; a second stop is refused', async () => {
  const run = await running({ a: ['b'], b: ['c'], c: [] });
  run.at(12);
  await run.stop();
  expect(run.at(12)).toBe('KILLING | SUCCEEDED KILLING SKIPPED');
  expect(run.at(13)).toBe('KILLED | SUCCEEDED KILLED SKIPPED');
  expect((await run.stop()).errors?.[0]?.message).toMatch(/has already ended: KILLED$/);
});
