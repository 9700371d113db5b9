import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATION_RIGHTS, RIGHTS, rightsOf } from '../../schemas/rights';
import { resources as catalog } from '../../nodes/Catalog/resources';
import { resources as confFiles } from '../../nodes/ConfFiles/resources';
import { resources as projects } from '../../nodes/Projects/resources';
import { resources as settings } from '../../nodes/Settings/resources';
import { describedNode } from '../support/descriptions/packageNodes';
import { tableRows } from '../support/markdownTable';
import { writtenAnewBy } from '../support/writtenAnew';
import { nestedOf } from './reference/fields';
import { rightRows, useRows } from './rightsPage';

const FILE = path.resolve(__dirname, '../../docs/rights.md');

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

const NODES = { Catalog: catalog, ConfFiles: confFiles, Projects: projects, Settings: settings };
const OPERATIONS = Object.entries(NODES).flatMap(([node, resources]) =>
  resources.flatMap(({ value, operations }) =>
    operations.map((operation) => ({ node, key: `${value}/${operation.value}`, operation })),
  ),
);

/** Those that work on all items together: nothing in them says whether they change something. */
const TOGETHER = [
  'ConfFiles/folder/sync',
  'Projects/app/restart',
  'Projects/app/run',
  'Projects/job/run',
  'Projects/job/runAndWait',
  'Projects/pipeline/run',
  'Projects/pipeline/runAndWait',
  'Projects/project/deploy',
];

test('an operation has a right to change if it changes something, and only then', () => {
  const wrong = OPERATIONS.filter(({ node, key, operation }) => {
    const mayChange = rightsOf(node, key).some(({ changes }) => changes);
    const isChange = 'change' in operation || TOGETHER.includes(`${node}/${key}`);
    return mayChange !== isChange;
  });
  expect(wrong.map(({ node, key }) => `${node}/${key}`)).toEqual([]);
});

test('no right is of an operation that does not exist, and none is unused', () => {
  const there = [...OPERATIONS.map(({ node, key }) => `${node}/${key}`), ...TRIGGERS];
  const listed = Object.entries(OPERATION_RIGHTS).flatMap(([node, of]) =>
    Object.keys(of).map((key) => ({ node, key })),
  );
  const names = listed.map(({ node, key }) => `${node}/${key}`);
  expect(names.toSorted()).toEqual(there.toSorted());
  const used = listed.flatMap(({ node, key }) => rightsOf(node, key).map(({ name }) => name));
  expect(Object.keys(RIGHTS).filter((name) => !used.includes(name as never))).toEqual([]);
});

const TRIGGERS = ['ProjectsTrigger/', 'ConfFilesTrigger/'];

test('a right is of a credential that the node has, with conditions that it shows', () => {
  for (const [folder, of] of Object.entries(OPERATION_RIGHTS)) {
    const node = describedNode(folder);
    const names = node.properties
      .flatMap((field) => [field, ...nestedOf(field)])
      .flatMap(({ displayName, options = [] }) => [
        displayName,
        ...options.map((option) => ('name' in option ? option.name : '')),
      ]);
    for (const { credential, when = '' } of Object.keys(of).flatMap((key) =>
      rightsOf(folder, key),
    )) {
      expect(node.credentials?.map(({ name }) => name)).toContain(credential);
      const [, field, choice] = /\*\*([^*]+)\*\*(?:: (.+))?/.exec(when) ?? [];
      for (const name of [field, choice]) if (name !== undefined) expect(names).toContain(name);
    }
  }
});
