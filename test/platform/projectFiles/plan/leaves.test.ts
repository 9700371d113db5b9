import { leafChanges } from '../../../../platform/projectFiles/plan/compare';

const leaves = (field: string, from: unknown, to: unknown, isPartial = false) =>
  leafChanges({ field, from, to }, isPartial).map((leaf) => [leaf.field, leaf.from, leaf.to]);

test('what lies in objects is named by its path', () => {
  const resources = { cpu: { request: 0.5, limit: 1 }, memory: { limit: 2 } };
  expect(leaves('resources', resources, { ...resources, cpu: { request: 0.5, limit: 2 } })).toEqual(
    [['resources.cpu.limit', 1, 2]],
  );
  expect(leaves('alerting', null, { emails: ['a'], statusList: ['FAILED'] })).toEqual([
    ['alerting.emails', null, ['a']],
    ['alerting.statusList', null, ['FAILED']],
  ]);
  expect(leaves('alerting', { emails: ['a'], logins: ['b'] }, null)).toEqual([
    ['alerting.emails', ['a'], null],
    ['alerting.logins', ['b'], null],
  ]);
  expect(leaves('description', 'a', null)).toEqual([['description', 'a', null]]);
});

test('what a platform adds to a part is left alone, and what is gone from a list is reported', () => {
  const there = { cpu: { request: 0.3, limit: 1 }, memory: { request: 0.5 } };
  expect(leaves('resources', there, { cpu: { request: 0.5 } }, true)).toEqual([
    ['resources.cpu.request', 0.3, 0.5],
  ]);
  const port = { name: 'web', number: 8000, scope: 'PUBLIC' };
  const old = { name: 'old', number: 9000 };
  expect(
    leaves('version.ports', [port, old], [{ name: 'web', number: 8001 }, { name: 'new' }], true),
  ).toEqual([
    ['version.ports.web.number', 8000, 8001],
    ['version.ports.old.number', 9000, null],
    ['version.ports.new', null, true],
  ]);
});

test('entries of lists are named by what distinguishes them, and a list without that is one value', () => {
  expect(leaves('version.ports', [{ number: 1, scope: 'A' }], [{ number: 1, scope: 'B' }])).toEqual(
    [['version.ports.1.scope', 'A', 'B']],
  );
  expect(leaves('version.volumes', [{ path: '/a', volume: 'x' }], [])).toEqual([
    ['version.volumes./a.volume', 'x', null],
  ]);
  const twins = [{ number: 1 }, { number: 1 }];
  expect(leaves('version.ports', twins, [{ number: 1 }])).toEqual([
    ['version.ports', twins, [{ number: 1 }]],
  ]);
});

test('nodes of a graph are named by their jobs, whichever list they stand in', () => {
  const load = { node: 'load', job: 'load', next: ['condition'], position: { x: 1, y: 2 } };
  const check = { node: 'condition', condition: 'AllSuccess', success: ['load_2'] };
  const again = { node: 'load_2', job: 'load' };
  const before = { jobs: [load, again], conditions: [check] };
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
  expect(leaves('version.graph', null, { jobs: [{ node: 'a', job: 'a' }] })).toEqual([
    ['version.graph.a.job', null, 'a'],
  ]);
});

test('names of outside that every object has are names like any other', () => {
  const from = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as object;
  expect(leaves('alerting', from, {})).toEqual([
    ['alerting.__proto__.a', 1, null],
    ['alerting.constructor', 2, null],
  ]);
});
