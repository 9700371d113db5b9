import { compareField, splitChange } from '../../../../platform/projectFiles/plan/compare';
import type { FieldOfEntity } from '../../../../platform/projectFiles/kinds/fields';
import type { Doc } from '../../../../platform/projectFiles/tree';

const field = (given: Partial<FieldOfEntity>) =>
  ({ path: 'description', type: 'text', whenAbsent: 'empty', ...given }) as FieldOfEntity;
const file = (values: object) => values as Doc;

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
  ['alerting', { emails: ['b', 'a'] }, { emails: ['a', 'b'] }, true],
  ['alerting', { emails: ['b', 'a'] }, { emails: ['a'] }, false],
])('the %s %j and %j are the same: %s', (path, wanted, present, isSame) => {
  const [to, from] = [file({ [path]: wanted }), file({ [path]: present })];
  expect(compareField(field({ path }), to, from).length === 0).toBe(isSame);
});

test('what the files leave unsaid is emptied, or kept', () => {
  const present = file({ description: 'a' });
  const change = { field: 'description', from: 'a', to: null };
  expect(compareField(field({}), file({}), present)).toEqual([change]);
  expect(compareField(field({ whenAbsent: 'keep' }), file({}), present)).toEqual([]);
});

test('a graph that is left out is an empty one, on either side', () => {
  const ofGraph = (to?: object, from?: object) => {
    const [wanted, present] = [to, from].map((graph) => file({ version: { graph } }));
    return compareField(field({ path: 'version.graph' }), wanted ?? file({}), present);
  };
  const empty = { jobs: [], conditions: [] };
  const oneJob = { jobs: [{ node: 'a', job: 'extract', next: [] }], conditions: [] };
  expect([ofGraph(undefined, empty), ofGraph(empty), ofGraph(oneJob, oneJob)]).toEqual(
    Array(3).fill([]),
  );
  const change = { field: 'version.graph.extract.job', from: null, to: 'extract' };
  expect(ofGraph(oneJob)).toEqual([change]);
  expect(ofGraph(undefined, oneJob)).toEqual([{ ...change, from: 'extract', to: null }]);
});

describe('what differs within a field', () => {
  const leaves = (field: string, from: unknown, to: unknown, isPartial = false) =>
    splitChange({ field, from, to }, isPartial).map((leaf) => [leaf.field, leaf.from, leaf.to]);

  test('is named by its path, whatever its name', () => {
    const [cpu, memory] = [{ request: 0.5, limit: 1 }, { limit: 2 }];
    expect(leaves('resources', { cpu, memory }, { memory, cpu: { ...cpu, limit: 2 } })).toEqual([
      ['resources.cpu.limit', 1, 2],
    ]);
    expect(leaves('alerting', null, { emails: ['a'], statusList: ['FAILED'] })).toEqual([
      ['alerting.emails', null, ['a']],
      ['alerting.statusList', null, ['FAILED']],
    ]);
    const from = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object;
    expect(leaves('alerting', from, {})).toEqual([
      ['alerting.__proto__.a', 1, null],
      ['alerting.constructor', 2, null],
    ]);
  });

  test('is not what a platform adds to a part, but what is gone from a list', () => {
    const there = { cpu: { request: 0.3, limit: 1 }, memory: { request: 0.5 } };
    expect(leaves('resources', there, { cpu: { request: 0.5 } }, true)).toEqual([
      ['resources.cpu.request', 0.3, 0.5],
    ]);
    const port = { name: 'web', number: 8000, scope: 'PUBLIC' };
    const ports = [{ name: 'web', number: 8001 }, { name: 'new' }];
    expect(leaves('version.ports', [port, { name: 'old', number: 9000 }], ports, true)).toEqual([
      ['version.ports.web.number', 8000, 8001],
      ['version.ports.old.number', 9000, null],
      ['version.ports.new', null, true],
    ]);
  });

  test.each<[what: string, field: string, from: object[], to: object[], leaf: unknown[]]>([
    ['a number', 'ports', [{ number: 1, in: 'A' }], [{ number: 1, in: 'B' }], ['1.in', 'A', 'B']],
    ['a path', 'volumes', [{ path: '/a', volume: 'x' }], [], ['/a.volume', 'x', null]],
  ])('is named by %s in a list', (_what, field, from, to, [name, before, after]) => {
    expect(leaves(field, from, to)).toEqual([[`${field}.${String(name)}`, before, after]]);
  });

  test('is a whole list whose entries nothing distinguishes', () => {
    const [twins, one] = [[{ number: 1 }, { number: 1 }], [{ number: 1 }]];
    expect(leaves('ports', twins, one)).toEqual([['ports', twins, one]]);
  });

  test('is named by the node of a graph, whichever list it stands in', () => {
    const load = { node: 'load', job: 'load', next: ['condition'], position: { x: 1, y: 2 } };
    const check = { node: 'condition', condition: 'AllSuccess', success: ['load_2'] };
    const before = { jobs: [load, { node: 'load_2', job: 'load' }], conditions: [check] };
    const after = {
      jobs: [{ ...load, position: { x: 9, y: 2 } }],
      conditions: [{ ...check, condition: { expression: 'a > 1' }, success: undefined }],
    };
    expect(leaves('version.graph', before, after)).toEqual([
      ['version.graph.load.position.x', 1, 9],
      ['version.graph.load_2.job', 'load', null],
      ['version.graph.condition.condition', 'AllSuccess', { expression: 'a > 1' }],
      ['version.graph.condition.success', ['load_2'], null],
    ]);
  });
});
