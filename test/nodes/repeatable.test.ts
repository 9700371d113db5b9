import { RESOURCES } from '../../nodes/outputs';
import { REPEATED } from './tries/everyOperation';

test('after an unknown outcome, only a change that is harmless twice is made again', () => {
  const repeated = Object.entries(RESOURCES).flatMap(([node, resources]) =>
    resources.flatMap(({ value: resource, operations }) =>
      operations
        .filter((operation) => 'isRepeatable' in operation && operation.isRepeatable)
        .map(({ value }) => `${node} ${resource}.${value}`),
    ),
  );
  expect(repeated.sort()).toEqual([...REPEATED].sort());
});
