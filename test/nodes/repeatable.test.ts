import { resources as catalog } from '../../nodes/Catalog/resources';
import { resources as confFiles } from '../../nodes/ConfFiles/resources';
import { resources as projects } from '../../nodes/Projects/resources';
import { resources as settings } from '../../nodes/Settings/resources';
import type { Resources } from '../../nodes/shared/operation/operation';
import { REPEATED } from './tries/everyOperation';

const NODES: Array<[string, Resources<never>]> = [
  ['Catalog', catalog],
  ['ConfFiles', confFiles],
  ['Projects', projects],
  ['Settings', settings],
];

test('after an unknown outcome, only a change that is harmless twice is made again', () => {
  const repeated = NODES.flatMap(([node, resources]) =>
    resources.flatMap(({ value: resource, operations }) =>
      operations
        .filter((operation) => 'isRepeatable' in operation && operation.isRepeatable)
        .map(({ value }) => `${node} ${resource}.${value}`),
    ),
  );
  expect(repeated.sort()).toEqual([...REPEATED].sort());
});
