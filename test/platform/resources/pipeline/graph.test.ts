import { type PipelineGraph, isSameGraph } from '../../../../platform/resources/pipeline/graph';
import {
  buildSequenceGraph,
  toJobSequence,
} from '../../../../platform/resources/pipeline/readGraph';

const JOBS = [
  { id: '6f1dcb0a-0000-4000-8000-000000000001', alias: 'extract' },
  { id: '6f1dcb0a-0000-4000-8000-000000000002', alias: 'load' },
] as Parameters<typeof buildSequenceGraph>[1];
const [extract, load] = JOBS.map(({ id }) => id);

test.each<[string, unknown]>([
  ['a list', ['extract', 'load']],
  ['JSON', '["extract", "load"]'],
  ['commas', 'extract, load'],
  ['lines', 'extract\nload\n'],
  ['IDs', [extract, load]],
  ['IDs in capitals', `${extract?.toUpperCase()};${load}`],
  ['objects', [{ id: extract }, { alias: 'load' }]],
])('jobs in a row as %s', (_form, given) => {
  const { jobNodes, conditionNodes } = buildSequenceGraph(given, JOBS);
  expect(jobNodes).toMatchObject([
    { jobId: extract, nextNodes: [jobNodes[1]?.id] },
    { jobId: load, nextNodes: [] },
  ]);
  expect(conditionNodes).toEqual([]);
});

test.each<[unknown, string]>([
  [undefined, 'it has no job'],
  [null, 'it has no job'],
  ['', 'it has no job'],
  ['[]', 'it has no job'],
  ['extract, no such job', 'the project has no job "no"'],
  ['["extract"', 'The list of jobs is not JSON'],
])('%j is no row of jobs', (given, problem) => {
  expect(() => buildSequenceGraph(given, JOBS)).toThrow(problem);
});

/** A node of a graph: what it is called, the job that it runs, and which ones follow it. */
type Node = [id: string, jobId: string, next?: string[]];
const graph = (...nodes: Node[]): PipelineGraph => ({
  jobNodes: nodes.map(([id, jobId, nextNodes = []]) => ({ id, jobId, nextNodes })),
  conditionNodes: [],
});

const LOAD: Node = ['a', 'load', ['b']];
const JOIN: Node = ['b', 'join'];

test.each<[what: string, nodes: Node[], isSame: boolean]>([
  ['with other IDs in another order', [['2', 'JOIN'], ['1', 'load', ['2']]], true],
  ['of another job', [LOAD, ['b', 'other']], false],
  ['the other way round', [['a', 'load'], ['b', 'join', ['a']]], false],
  ['without a way between them', [['a', 'load'], JOIN], false],
  ['with one more', [LOAD, JOIN, ['c', 'join']], false],
])('a graph %s: the same is %s', (_what, nodes, isSame) => {
  expect(isSameGraph(graph(LOAD, JOIN), graph(...nodes))).toBe(isSame);
}); // prettier-ignore

test.each<[what: string, nodes: Node[], sequence: string[] | undefined]>([
  ['one after the other', [JOIN, LOAD], ['load', 'join']],
  ['not connected', [LOAD, JOIN, ['c', 'other']], undefined],
  ['of which two follow one', [['a', 'load', ['b', 'c']], JOIN, ['c', 'other']], undefined],
  ['of which one follows two', [LOAD, ['c', 'other', ['b']], JOIN], undefined],
  ['in a circle', [LOAD, ['b', 'join', ['a']]], undefined],
  ['with a circle at the end', [LOAD, ['b', 'join', ['c']], ['c', 'other', ['b']]], undefined],
])('a platform without graphs can only run jobs one after the other: jobs %s', (_what, nodes, sequence) => {
  const convert = () => toJobSequence(graph(...nodes));
  if (sequence) expect(convert()).toEqual(sequence);
  else expect(convert).toThrow('This platform does not support graphs');
}); // prettier-ignore

test('a graph of 100 layers, each node followed by both of the next, is described at once', () => {
  const layers = Array.from({ length: 100 }, (_, layer) => {
    const next = layer < 99 ? [`x${layer + 1}`, `y${layer + 1}`] : [];
    return ['x', 'y'].map((side): Node => [`${side}${layer}`, `job-${layer}`, next]);
  });
  // Going every way through it would take 2^100 steps.
  expect(isSameGraph(graph(...layers.flat()), graph(...layers.reverse().flat()))).toBe(true);
});

test('graphs whose nodes differ only in what leads to them are not the same', () => {
  const joins = ['c', 'd'].map((id): Node => [id, 'join']);
  const from = (next: string) => graph(['a', 'load', ['c']], ['b', 'other', [next]], ...joins);
  expect(isSameGraph(from('c'), from('d'))).toBe(false);
});
