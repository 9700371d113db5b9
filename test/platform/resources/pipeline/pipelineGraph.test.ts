import { graphOfRow, readPipelineGraph } from '../../../../platform/resources/pipeline/readGraph';

const jobs = [
  { id: '6f1dcb0a-0000-4000-8000-000000000001', alias: 'extract' },
  { id: '6f1dcb0a-0000-4000-8000-000000000002', alias: 'load' },
] as Parameters<typeof graphOfRow>[1];
const [extract, load] = jobs.map(({ id }) => id);

const row = (given: unknown) => graphOfRow(given, jobs).jobNodes.map(({ jobId }) => jobId);

test.each<[string, unknown]>([
  ['a list', ['extract', 'load']],
  ['JSON', '["extract", "load"]'],
  ['commas', 'extract, load'],
  ['lines', 'extract\nload\n'],
  ['IDs', [extract, load]],
  ['IDs in capitals', `${extract?.toUpperCase()};${load}`],
  ['objects', [{ id: extract }, { alias: 'load' }]],
])('jobs in a row as %s', (_form, given) => {
  expect(row(given)).toEqual([extract, load]);
  const { jobNodes, conditionNodes } = graphOfRow(given, jobs);
  expect(jobNodes[0]?.nextNodes).toEqual([jobNodes[1]?.id]);
  expect(jobNodes[1]?.nextNodes).toEqual([]);
  expect(conditionNodes).toEqual([]);
});

test.each([[undefined], [''], ['[]']])('%j is no row', (given) => {
  expect(() => row(given)).toThrow(/graph/i);
});

test('a job that the project does not have is named', () => {
  expect(() => row('extract, no such job')).toThrow('the project has no job "no"');
  expect(() => row('["extract"')).toThrow('The list of jobs is not JSON');
});

test('a name that stands twice in one object is refused', () => {
  const given = '{ "jobNodes": [{ "id": "1", "id": "2", "job": "load" }] }';
  expect(() => readPipelineGraph(given, jobs)).toThrow('it contains "id" twice in one object');
});
