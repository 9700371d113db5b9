import { type PipelineGraph, isSameGraph } from '../../../../platform/resources/pipeline/graph';

/** A graph of job nodes: what they are called, the job each runs, and which ones follow it. */
const graph = (nodes: Array<[id: string, jobId: string, next?: string[]]>): PipelineGraph => ({
  jobNodes: nodes.map(([id, jobId, nextNodes = []]) => ({ id, jobId, nextNodes })),
  conditionNodes: [],
});

const LOAD: [string, string, string[]] = ['a', 'load', ['b']];
const JOIN: [string, string] = ['b', 'join'];

test.each<[what: string, nodes: Parameters<typeof graph>[0], isSame: boolean]>([
  ['whose nodes have other names and stand in another order', [['2', 'JOIN'], ['1', 'load', ['2']]], true],
  ['of another job', [LOAD, ['b', 'other']], false],
  ['the other way round', [['a', 'load'], ['b', 'join', ['a']]], false],
  ['without a way between them', [['a', 'load'], JOIN], false],
  ['with one more', [LOAD, JOIN, ['c', 'join']], false],
])('a graph %s', (_what, nodes, isSame) => {
  expect(isSameGraph(graph([LOAD, JOIN]), graph(nodes))).toBe(isSame);
}); // prettier-ignore

test('a graph of 100 layers, each node followed by both of the next, is described at once', () => {
  const layers = Array.from({ length: 100 }, (_, layer) =>
    ['x', 'y'].map((side): [string, string, string[]] => [
      `${side}${layer}`,
      `job-${layer}`,
      layer < 99 ? [`x${layer + 1}`, `y${layer + 1}`] : [],
    ]),
  );
  // Going every way through it would take 2^100 steps.
  expect(isSameGraph(graph(layers.flat()), graph(layers.reverse().flat()))).toBe(true);
});

test('graphs whose nodes differ only in what leads to them are not the same', () => {
  const joins = ['c', 'd'].map((id): [string, string] => [id, 'join']);
  const from = (next: string) => graph([['a', 'load', ['c']], ['b', 'other', [next]], ...joins]);
  expect(isSameGraph(from('c'), from('d'))).toBe(false);
});
