import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Generation } from '../../../sandbox';

const FOLDER = path.join(__dirname, '../../../docs/platform-versions');
const LIST = /^- `([^`]+)`: (.*)$/gm;
const WORKS = 'works';

/** What an operation does on a generation: 'works', or the sentence that says why not. */
export type Column = Map<string, string>;

/** The list in docs/platform-versions/<generation>.md, a line for each operation. */
export function readColumn(generation: Generation): Column {
  const text = readFileSync(fileOf(generation), 'utf8');
  return new Map([...text.matchAll(LIST)].map(([, name = '', said = '']) => [name, said]));
}

/** Puts the list in the place of the one that is there. */
export function writeColumn(generation: Generation, column: Column): void {
  const file = fileOf(generation);
  const text = readFileSync(file, 'utf8');
  const lines = [...column].map(([name, said]) => `- \`${name}\`: ${said}`);
  writeFileSync(file, `${text.slice(0, text.indexOf('\n- `'))}\n${lines.join('\n')}\n`);
}

/** What is said of an outcome, in one line. */
export function cellOf(message: string | undefined): string {
  return message === undefined ? WORKS : message.replace(/\s+/g, ' ').trim();
}

function fileOf(generation: Generation): string {
  return path.join(FOLDER, `${generation}.md`);
}
