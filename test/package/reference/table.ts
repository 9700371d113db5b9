import type { INodeProperties } from 'n8n-workflow';
import { nestedOf } from './fields';
import { choicesOf, conditionOf, defaultOf, sentence, typeOf } from './words';

interface Row {
  cells: string[];
  /** The operations that have the field. */
  operations: string[];
}

/** A table with these columns. */
export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * The fields of operations: one row for a field that several of them have, with what is in collections as `options.timeout`.
 * @param byOperation one entry without a name for the fields of a trigger
 */
export function fieldTable(byOperation: ReadonlyMap<string, INodeProperties[]>): string {
  const groups = new Map<string, Map<string, Row>>();
  for (const [operation, fields] of byOperation) {
    for (const field of fields) {
      const rows = groups.get(field.name) ?? new Map<string, Row>();
      groups.set(field.name, rows);
      for (const cells of cellsOf(field, fields)) {
        const key = cells.join('|');
        const row = rows.get(key) ?? { cells, operations: [] };
        rows.set(key, { ...row, operations: [...row.operations, operation] });
      }
    }
  }
  const isOne = byOperation.size === 1;
  const all = [...groups.values()].flatMap((rows) => [...rows.values()]);
  return table(
    ['Field', 'Type', 'Default', 'What it does', ...(isOne ? [] : ['In'])],
    all.map(({ cells, operations }) => [
      ...cells,
      ...(isOne ? [] : [operations.length === byOperation.size ? 'all' : operations.join(', ')]),
    ]),
  );
}

/** A collection is a line of its own only if it holds entries; else its fields say where they are. */
function cellsOf(
  field: INodeProperties,
  around: INodeProperties[],
  outer: { label: string; path: string; isAdded: boolean } = {
    label: '',
    path: '',
    isAdded: false,
  },
): string[][] {
  const label = `${outer.label}**${field.displayName}**`;
  const path = `${outer.path}${field.name}`;
  const nested = nestedOf(field);
  const below = nested.flatMap((one) =>
    cellsOf(one, [...nested, ...around], {
      label: `${label} › `,
      path: `${path}.`,
      isAdded: field.type === 'collection',
    }),
  );
  if (field.type === 'collection') return below;
  const about = [sentence(field.description), conditionOf(field, around)].filter(Boolean).join(' ');
  const own = [
    `${label}<br>\`${path}\`${field.required ? ', required' : ''}`,
    typeOf(field),
    defaultOf(field, outer.isAdded),
    `${about}${choicesOf(field)}`,
  ];
  return [own, ...below];
}
