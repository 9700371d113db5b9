import { compareField } from '../../../../platform/projectFiles/plan/compare';
import type { FieldOfEntity } from '../../../../platform/projectFiles/files/fields';
import type { EntityFile } from '../../../../platform/projectFiles/files/model';

const field = (given: Partial<FieldOfEntity>) =>
  ({ path: 'description', type: 'text', whenAbsent: 'empty', ...given }) as FieldOfEntity;
const file = (values: object) => values as EntityFile;
const size = field({ path: 'size' });

test.each([
  ['500 MB', '0.5 GB'],
  ['1 GiB', '1024 MiB'],
  ['1 GiB', '1073741824 B'],
  ['1KB', '1000'],
  ['2 ki', '2048 B'],
  ['3 P', '3000 TB'],
])('%s and %s are one size', (wanted, present) => {
  expect(compareField(size, file({ size: wanted }), file({ size: present }))).toBeUndefined();
});

test.each([
  ['1 GiB', '1 GB'],
  ['1 GB', '1 MB'],
  ['1.5 GB', '1.4 GB'],
  ['large', 'larger'],
])('%s and %s are two sizes', (wanted, present) => {
  expect(compareField(size, file({ size: wanted }), file({ size: present }))).toMatchObject({
    field: 'size',
  });
});

test.each([
  ['line ends', 'a\r\nb', 'a\nb'],
  ['space around', ' a ', 'a'],
  ['nothing and an empty text', '', undefined],
])('texts that differ only in %s are the same', (_what, wanted, present) => {
  const [to, from] = [file({ description: wanted }), file({ description: present })];
  expect(compareField(field({}), to, from)).toBeUndefined();
});

test('what the files leave unsaid is emptied, or kept', () => {
  const present = file({ description: 'a' });
  expect(compareField(field({}), file({}), present)).toEqual({
    field: 'description',
    from: 'a',
    to: null,
  });
  expect(compareField(field({ whenAbsent: 'keep' }), file({}), present)).toBeUndefined();
});

test('spaces of a schedule do not count, those of other texts do', () => {
  const [two, one] = ['0  * * * *', '0 * * * *'];
  const cron = field({ path: 'cronScheduling' });
  expect(
    compareField(cron, file({ cronScheduling: two }), file({ cronScheduling: one })),
  ).toBeUndefined();
  expect(
    compareField(field({}), file({ description: two }), file({ description: one })),
  ).toBeDefined();
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
