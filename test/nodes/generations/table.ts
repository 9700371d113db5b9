import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATIONS, type Generation } from '../../../sandbox';
import { tableRows } from '../../support/markdownTable';

const FILE = path.join(__dirname, '../../../docs/platform-versions.md');
const START = '<!-- operations: written by the test run, see below -->';
const END = '<!-- end of operations -->';
const WORKS = 'works';

/** What an operation does on a generation: 'works', or the sentence that says why not. */
export type Column = Map<string, string>;

/** One column of the table in docs/platform-versions.md. */
export function readColumn(generation: Generation): Column {
  const column = GENERATIONS.indexOf(generation) + 1;
  return new Map(rows().map((cells) => [cells[0] ?? '', cells[column] ?? '']));
}

/** Puts a column into the table; the others stay. */
export function writeColumn(generation: Generation, column: Column): void {
  const before = new Map(rows().map(([name = '', ...cells]) => [name, cells]));
  const index = GENERATIONS.indexOf(generation);
  const lines = [...column].map(([name, cell]) => {
    const cells = before.get(name) ?? GENERATIONS.map(() => '?');
    return rowOf([name, ...cells.slice(0, index), cell, ...cells.slice(index + 1)]);
  });
  const head = [rowOf(['Operation', ...GENERATIONS]), rowOf(['-', ...GENERATIONS.map(() => '-')])];
  const text = readFileSync(FILE, 'utf8');
  const [first, rest] = [text.indexOf(START) + START.length, text.indexOf(END)];
  const table = [...head, ...lines].join('\n');
  writeFileSync(FILE, `${text.slice(0, first)}\n\n${table}\n\n${text.slice(rest)}`);
}

/** A cell for an outcome, without characters that a table takes for its own. */
export function cellOf(message: string | undefined): string {
  return message === undefined ? WORKS : message.replace(/\s+/g, ' ').replaceAll('|', '/').trim();
}

function rows(): string[][] {
  const text = readFileSync(FILE, 'utf8');
  const table = text.slice(text.indexOf(START) + START.length, text.indexOf(END));
  return tableRows(table).filter(([name]) => name !== 'Operation' && !/^-+$/.test(name ?? ''));
}

function rowOf(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
