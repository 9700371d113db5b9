import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { NODE_FOLDERS, nodeOfFolder } from '../../support/packageNodes';
import { ROWS } from './rows';

/** Every operation of a node as it stands in its menus; a trigger has one, by the name ''. */
function operationsOf({ properties, group }: INodeTypeDescription): string[] {
  if (group.includes('trigger')) return [''];
  return properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ options = [], displayOptions }) =>
      (options as INodePropertyOptions[]).map(
        ({ value }) => `${String(displayOptions?.show?.resource?.[0])}/${value}`,
      ),
    );
}

test.each(NODE_FOLDERS)('every operation of %s is tried on every generation', async (node) => {
  const tried = new Set(ROWS.filter((row) => row.node === node).map((row) => row.operation));
  expect([...tried].sort()).toEqual(operationsOf(await nodeOfFolder(node)).sort());
});
