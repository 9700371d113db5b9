import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { RIGHTS } from '../../nodes/shared/operation/rights';
import { WITH_RIGHTS } from '../support/descriptions/operationRights';
import { describedNode } from '../support/descriptions/packageNodes';
import { tableRows } from '../support/markdownTable';
import { readText, ROOT } from '../support/repository';
import { writtenAnewBy } from '../support/writtenAnew';
import { namesOf } from './reference/fields';
import { rightRows, useRows } from './rightsPage';

const FILE = path.join(ROOT, 'docs/rights.md');

/** By heading of the page. */
const TABLES = {
  'Rights by name': rightRows,
  'Typical uses': useRows,
};

/** The table below a heading: its text with head and rows. */
function tableBelow(page: string, heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return /^\|[\s\S]*?\n(?!\|)/m.exec(section.split('\n## ')[0] ?? '')?.[0] ?? '';
}

beforeAll(() => {
  if (!process.env.UPDATE_DOCS) return;
  let page = readText(FILE);
  for (const [heading, rows] of Object.entries(TABLES)) {
    const old = tableBelow(page, heading);
    const head = old.split('\n').slice(0, 2);
    const written = rows().map((cells) => `| ${cells.join(' | ')} |`);
    page = page.replace(old, () => `${[...head, ...written].join('\n')}\n`);
  }
  writeFileSync(FILE, page);
});

test.each(Object.entries(TABLES))(
  'docs/rights.md, "%s", says what the operations say',
  (heading, rows) => {
    const written = tableRows(tableBelow(readText(FILE), heading)).slice(2);
    writtenAnewBy('UPDATE_DOCS=1 npm test -- test/package/rightsPage', () =>
      expect(written).toEqual(rows()),
    );
  },
);

test('an operation has a right to change if it changes something, and only then', () => {
  const wrong = WITH_RIGHTS.filter(({ operation, rights }) => {
    // Of what works on all items together, nothing says whether it changes something.
    if (operation && 'runTogether' in operation) return false;
    const isChange = operation !== undefined && 'change' in operation;
    return rights.some(({ changes }) => changes) !== isChange;
  });
  expect(wrong.map(({ node, key }) => `${node}/${key}`)).toEqual([]);
});

test('no right is unused', () => {
  const used = new Set(WITH_RIGHTS.flatMap(({ rights }) => rights.map(({ name }) => name)));
  expect(new Set(Object.keys(RIGHTS))).toEqual(used);
});

test('a right is of a credential that the node has, with conditions that it shows', () => {
  for (const folder of new Set(WITH_RIGHTS.map(({ node }) => node))) {
    const node = describedNode(folder);
    const names = namesOf(node);
    const needed = WITH_RIGHTS.filter((one) => one.node === folder);
    for (const { credential, when = '' } of needed.flatMap(({ rights }) => rights)) {
      expect(node.credentials?.map(({ name }) => name)).toContain(credential);
      const [, field, choice] = /\*\*([^*]+)\*\*(?:: (.+))?/.exec(when) ?? [];
      for (const name of [field, choice]) if (name !== undefined) expect(names).toContain(name);
    }
  }
});
