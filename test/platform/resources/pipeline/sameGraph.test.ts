import {
  type PipelineGraph,
  fingerprintOfGraph,
  isSameGraph,
} from '../../../../platform/resources/pipeline/graph';

/** A graph of job nodes: what they are called, the job each runs, and which ones follow it. */
const graph = (nodes: Array<[id: string, jobId: string, next?: string[]]>): PipelineGraph => ({
  jobNodes: nodes.map(([id, jobId, nextNodes = []]) => ({ id, jobId, nextNodes })),
  conditionNodes: [],
});

test('graphs are the same whatever their nodes are called and in which order they stand', () => {
  const one = graph([
    ['a', 'load', ['b']],
    ['b', 'join'],
  ]);
  const other = graph([
    ['2', 'JOIN'],
    ['1', 'load', ['2']],
  ]);
  expect(isSameGraph(one, other)).toBe(true);
});

test.each([
  [
    'another job',
    [
      ['a', 'load', ['b']],
      ['b', 'other'],
    ],
  ],
  [
    'the other way round',
    [
      ['a', 'load'],
      ['b', 'join', ['a']],
    ],
  ],
  [
    'no way between them',
    [
      ['a', 'load'],
      ['b', 'join'],
    ],
  ],
  [
    'one more',
    [
      ['a', 'load', ['b']],
      ['b', 'join'],
      ['c', 'join'],
    ],
  ],
] as Array<[string, Parameters<typeof graph>[0]]>)('%s is another graph', (_what, nodes) => {
  const one = graph([
    ['a', 'load', ['b']],
    ['b', 'join'],
  ]);
  expect(isSameGraph(one, graph(nodes))).toBe(false);
});

test('a graph of 100 layers, each node followed by both of the next, is described at once', () => {
  const layers = Array.from({ length: 100 }, (_, layer) =>
    ['x', 'y'].map((side): [string, string, string[]] => [
      `${side}${layer}`,
      `job-${layer}`,
      layer < 99 ? [`x${layer + 1}`, `y${layer + 1}`] : [],
    ]),
  );
  // Going every way through it would take 2^100 steps.
  expect(fingerprintOfGraph(graph(layers.flat()))).toMatch(/\S/);
});
