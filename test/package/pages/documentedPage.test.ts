import { readColumn } from '../../nodes/generations/table';
import { listOperations } from '../../support/descriptions/describedOperations';
import { readDescription, NODE_FOLDERS } from '../../support/descriptions/packageNodes';
import { readTableRows } from '../../support/markdownTable';
import { readText } from '../../support/repository';

const OPERATIONS = NODE_FOLDERS.flatMap((node) =>
  listOperations(readDescription(node)).map(({ resource, operation, key }) => ({
    key,
    name: `${node} | ${resource.name}: ${operation.name}`,
  })),
);

/** The operations that the table of docs/documented.md names; other rows speak of all or of the others. */
const NAMED = readTableRows(readText('docs/documented.md'))
  .filter((row) => row.length === 3 && row[2]?.includes(': '))
  .flatMap(([, nodes = '', cell = '']) => {
    const [resource = '', operations = ''] = cell.split(': ');
    return nodes
      .split(', ')
      .flatMap((node) =>
        operations.split(', ').map((operation) => `${node} | ${resource}: ${operation}`),
      );
  });

test('docs/documented.md names operations that exist', () => {
  const all = OPERATIONS.map(({ name }) => name);
  expect(NAMED.length).toBeGreaterThan(5);
  expect(NAMED.filter((name) => !all.includes(name))).toEqual([]);
});

test('what docs/documented.md calls documented works on a platform that has the documented operations alone', () => {
  const working = [...readColumn('documented')]
    .filter(([name, works]) => works && /^[a-z]\S+$/.test(name))
    .map(([name]) => name);
  const documented = NAMED.filter((name) => name.startsWith('Projects'));
  const named = OPERATIONS.filter(({ name }) => documented.includes(name));
  expect(named.map(({ key }) => key.replace('/', '.')).sort()).toEqual(working.sort());
});
