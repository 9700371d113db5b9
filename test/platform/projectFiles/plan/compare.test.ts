import { compareField } from '../../../../platform/projectFiles/plan/compare';
import type { FieldOfEntity } from '../../../../platform/projectFiles/files/fields';
import type { EntityFile } from '../../../../platform/projectFiles/files/model';

const field = (given: Partial<FieldOfEntity>) =>
  ({ path: 'description', type: 'text', whenAbsent: 'empty', ...given }) as FieldOfEntity;
const file = (values: object) => values as EntityFile;

test.each([
  ['size', '500 MB', '0.5 GB', true],
  ['size', '1 GiB', '1024 MiB', true],
  ['size', '1 GiB', '1073741824 B', true],
  ['size', '1KB', '1000', true],
  ['size', '2 ki', '2048 B', true],
  ['size', '3 P', '3000 TB', true],
  ['size', '1 GiB', '1 GB', false],
  ['size', '1.5 GB', '1.4 GB', false],
  ['size', 'large', 'larger', false],
  ['description', 'a\r\nb', 'a\nb', true],
  ['description', ' a ', 'a', true],
  ['description', '', undefined, true],
  ['description', '0  * * * *', '0 * * * *', false],
  ['cronScheduling', '0  * * * *', '0 * * * *', true],
])('the %s %j and %j are the same: %s', (path, wanted, present, isSame) => {
  const [to, from] = [file({ [path]: wanted }), file({ [path]: present })];
  expect(compareField(field({ path }), to, from) === undefined).toBe(isSame);
});

test('what the files leave unsaid is emptied, or kept', () => {
  const present = file({ description: 'a' });
  const change = { field: 'description', from: 'a', to: null };
  expect(compareField(field({}), file({}), present)).toEqual(change);
  expect(compareField(field({ whenAbsent: 'keep' }), file({}), present)).toBeUndefined();
});

const graph = field({ path: 'version.graph', type: 'object' as FieldOfEntity['type'] });
const withGraph = (value?: object) => file({ version: { graph: value } });
const oneJob = { jobs: [{ key: 'a', job: 'extract', next: [] }], conditions: [] };

test('a graph that is left out is an empty one, on either side', () => {
  const empty = { jobs: [], conditions: [] };
  expect(compareField(graph, withGraph(), withGraph(empty))).toBeUndefined();
  expect(compareField(graph, withGraph(empty), undefined)).toBeUndefined();
  expect(compareField(graph, withGraph(oneJob), withGraph(oneJob))).toBeUndefined();
  expect(compareField(graph, withGraph(oneJob), withGraph())).toMatchObject({
    field: 'version.graph',
    from: null,
    to: { jobs: [expect.objectContaining({ job: 'extract' })] },
  });
  expect(compareField(graph, withGraph(), withGraph(oneJob))).toMatchObject({
    from: { jobs: [expect.objectContaining({ job: 'extract' })] },
    to: null,
  });
});
