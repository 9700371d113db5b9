import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describedOperations } from '../support/descriptions/describedOperations';
import { tableRows } from '../support/markdownTable';
import { writtenAnewBy } from '../support/writtenAnew';
import { operationRows, rightRows, useRows } from './rightsPage';

const FILE = path.resolve(__dirname, '../../docs/rights.md');

/** By heading of the page. */
const TABLES = {
  'Rights by name': rightRows,
  'Typical uses': useRows,
  'Every operation': operationRows,
};

/** The table below a heading: its text with head and rows. */
function tableBelow(page: string, heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return /^\|[\s\S]*?\n(?!\|)/m.exec(section.split('\n## ')[0] ?? '')?.[0] ?? '';
}

beforeAll(() => {
  if (!process.env.UPDATE_DOCS) return;
  let page = readFileSync(FILE, 'utf8');
  for (const [heading, rows] of Object.entries(TABLES)) {
    const old = tableBelow(page, heading);
    const head = old.split('\n').slice(0, 2);
    const written = rows().map((cells) => `| ${cells.join(' | ')} |`);
    page = page.replace(old, () => `${[...head, ...written].join('\n')}\n`);
  }
  writeFileSync(FILE, page);
});

test.each(Object.entries(TABLES))(
  'docs/rights.md, "%s", says what schemas/rights.ts says',
  (heading, rows) => {
    const written = tableRows(tableBelow(readFileSync(FILE, 'utf8'), heading)).slice(2);
    writtenAnewBy('UPDATE_DOCS=1 npm test -- test/package/rightsPage', () =>
      expect(written).toEqual(rows()),
    );
  },
);

test('docs/rights.md has every operation', () => {
  const told = operationRows().reduce((sum, [, names = '']) => sum + names.split(', ').length, 0);
  // Two triggers stand there as well.
  expect(told).toBe(describedOperations().length + 2);
});
