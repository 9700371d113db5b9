import { readColumn } from '../../nodes/generations/table';
import { operationsOf } from '../../support/descriptions/describedOperations';
import { describedNode, NODE_FOLDERS } from '../../support/descriptions/packageNodes';
import { tableRows } from '../../support/markdownTable';
import { readText } from '../../support/repository';

/** Every operation of the nodes, as the table of docs/documented.md names it. */
const OPERATIONS = NODE_FOLDERS.flatMap((node) =>
  operationsOf(describedNode(node)).map(({ resource, operation, key }) => {
    const nodeName = node === 'ConfFiles' ? 'Conf Files' : node;
    return { key, name: `${nodeName} | ${resource.name}: ${operation.name}` };
  }),
);

const SOURCES = tableRows(readText('docs/documented.md'))
  .filter((row) => row.length === 3 && row[0] !== 'Source' && !/^-+$/.test(row[0] ?? ''))
  .flatMap(([source = '', node = '', cell = '']) => {
    const [resource = '', operations = ''] = cell.split(': ');
    return operations
      .split(', ')
      .map((operation) => ({ source, name: `${node} | ${resource}: ${operation}` }));
  });

test('docs/documented.md has the source of every operation once', () => {
  const all = OPERATIONS.map(({ name }) => name);
  expect(SOURCES.map(({ name }) => name).sort()).toEqual(all.sort());
});

test('what docs/documented.md calls documented works on a platform that has the documented operations alone', () => {
  const working = [...readColumn('documented')]
    .filter(([name, works]) => works && /^[a-z]\S+$/.test(name))
    .map(([name]) => name);
  const documented = SOURCES.filter(
    ({ source, name }) => name.startsWith('Projects') && !source.startsWith('Public'),
  ).map(({ name }) => name);
  const named = OPERATIONS.filter(({ name }) => documented.includes(name));
  expect(named.map(({ key }) => key.replace('/', '.')).sort()).toEqual(working.sort());
});
