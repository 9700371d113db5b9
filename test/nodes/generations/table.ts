import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATIONS, type Generation } from '../../../sandbox';
import { readTableRows } from '../../support/markdownTable';

const FILE = path.join(__dirname, '../../../docs/dev/generations.md');
const TABLE = /^\| Resource [\s\S]*?\n(?!\|)/m;
const WORKS = '✓';
const LACKS = '–';

/** Whether each try works on a generation, by its name, such as `job.run`. */
export type Column = Map<string, boolean>;

/** The column of docs/dev/generations.md; its rows name several operations of a resource. */
export function readColumn(generation: Generation): Column {
  return new Map(
    [...readTable()].map(([name, works]) => [
      name,
      works[GENERATIONS.indexOf(generation)] ?? false,
    ]),
  );
}

/** Puts the column in the place of the one that is there. */
export function writeColumn(generation: Generation, column: Column): void {
  const before = readTable();
  const at = GENERATIONS.indexOf(generation);
  const rows = new Map<string, string[]>();
  for (const [name, works] of column) {
    const [resource = '', ...rest] = name.split('.');
    const cells = GENERATIONS.map((_, index) => (index === at ? works : before.get(name)?.[index]));
    const key = [resource, ...cells.map((cell) => (cell ? WORKS : LACKS))].join('|');
    rows.set(key, [...(rows.get(key) ?? []), `\`${rest.join('.')}\``]);
  }
  const lines = [...rows].map(([key, operations]) => {
    const [resource, ...cells] = key.split('|');
    return `| ${[resource, operations.join(', '), ...cells].join(' | ')} |`;
  });
  const head = ['Resource', 'Operations', ...GENERATIONS.map((name) => `\`${name}\``)];
  const rule = `| ${head.map(() => '---').join(' | ')} |`;
  const table = [`| ${head.join(' | ')} |`, rule, ...lines].join('\n');
  writeFileSync(FILE, readFileSync(FILE, 'utf8').replace(TABLE, `${table}\n`));
}

function readTable(): Map<string, boolean[]> {
  const [text = ''] = TABLE.exec(readFileSync(FILE, 'utf8')) ?? [];
  return new Map(
    readTableRows(text)
      .slice(2)
      .flatMap(([resource = '', operations = '', ...cells]) =>
        [...operations.matchAll(/`([^`]+)`/g)].map(
          ([, operation]) =>
            [`${resource}.${operation}`, cells.map((cell) => cell === WORKS)] as const,
        ),
      ),
  );
}
