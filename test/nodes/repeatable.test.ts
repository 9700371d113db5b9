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

// docs/ai.md says so of tools.
test('actions that begin with Get, Download, Check, Diagnose or Wait are no changes', () => {
  const operations = Object.values(RESOURCES).flatMap((resources) =>
    resources.flatMap(({ operations: ofResource }) => ofResource),
  );
  const changes = operations.filter((operation) => 'change' in operation);
  const named = changes.filter(({ action }) =>
    /^(?:Get|Download|Check|Diagnose|Wait)\b/.test(action),
  );
  expect(changes.length).toBeGreaterThan(40);
  expect(named.map(({ action }) => action)).toEqual([]);
});
