import { objectsIn } from '../../../platform/resources/entities';

test.each([
  [[{ id: 1 }, null, 'x'], [{ id: 1 }]],
  [null, []],
  [undefined, []],
])('the objects of the list %j', (value, objects) => {
  expect(objectsIn(value)).toEqual(objects);
});

test('a list in pages does not read as an empty one', () => {
  const connection = { edges: [{ node: { id: 1 } }], pageInfo: { hasNextPage: true } };
  expect(() => objectsIn(connection)).toThrow('returned an object instead of a list');
});
