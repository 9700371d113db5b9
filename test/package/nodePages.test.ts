import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { OPERATION_RIGHTS, RIGHTS, rightsOf } from '../../schemas/rights';
import { packedDescriptions } from '../support/descriptions/packedDescriptions';
import { writtenAnewBy } from '../support/writtenAnew';
import { recordedExamples } from './reference/example';
import { ERRORS, ERRORS_OF_ALL, errorAt } from './reference/errors';
import { fieldsOf, nestedOf, operationsOf } from './reference/fields';
import { folderOf, nodePage, pageOf } from './reference/page';
import { allParts, partOf } from './reference/parts';
import { eventsOf } from './reference/trigger';
import { anchorOf } from './reference/words';

const FOLDER = path.join(__dirname, '..', '..', 'docs', 'nodes');
const read = (node: INodeTypeDescription) =>
  readFileSync(path.join(FOLDER, `${pageOf(node)}.md`), 'utf8');

let nodes: INodeTypeDescription[];
beforeAll(async () => {
  nodes = await packedDescriptions();
  if (!process.env.UPDATE_DOCS) return;
  for (const node of nodes) writeFileSync(path.join(FOLDER, `${pageOf(node)}.md`), nodePage(node));
});

/** The text below a heading. */
const below = (page: string, heading: string) =>
  page.split(`\n### ${heading}\n`)[1]?.split(/^#{2,3} /m)[0] ?? '';

test('the page of each node tells what its description tells', () => {
  writtenAnewBy('UPDATE_DOCS=1 npm test -- test/package/nodePages', () => {
    for (const node of nodes) expect(read(node)).toBe(nodePage(node));
  });
});

test('each operation has its rights, all of its fields, an example and errors', () => {
  const found = nodes.flatMap((node) =>
    operationsOf(node).map(({ resource, operation, key }) => {
      const text = below(read(node), String(operation.action));
      const fields = fieldsOf(node, resource.value, operation.value);
      const [, errors = ''] = text.split('**Errors.**');
      const missing = [
        ...['**Rights.** ', '**Example.** ', '```json'].filter((part) => !text.includes(part)),
        ...fields.map(({ name }) => `\`${name}\``).filter((name) => !text.includes(name)),
        ...(errors.includes('](../messages.md#') ? [] : ['errors']),
      ];
      return { key: `${folderOf(node)}/${key}`, missing };
    }),
  );
  expect(found.length).toBeGreaterThan(90);
  expect(found.filter(({ missing }) => missing.length > 0)).toEqual([]);
});

test('what is in a collection is told beside it, or below a heading that it links to', () => {
  const lost = nodes.flatMap((node) =>
    operationsOf(node).flatMap(({ resource, operation, key }) => {
      const page = read(node);
      const own = below(page, String(operation.action));
      return fieldsOf(node, resource.value, operation.value).flatMap((field) => {
        const link = new RegExp(`\`${field.name}\`.*\\d+ fields: \\[([^\\]]+)\\]`).exec(own)?.[1];
        const text = link === undefined ? own : below(page, link);
        return nestedOf(field)
          .filter(({ name }) => !text.includes(`\`${name}\``))
          .map(({ name }) => `${key} ${field.name}.${name}`);
      });
    }),
  );
  expect(lost).toEqual([]);
});

test('every table has rows of as many cells as its head', () => {
  const tables = nodes
    .flatMap((node) => read(node).split('\n\n'))
    .filter((part) => part.startsWith('| '));
  const broken = tables.filter((table) => {
    const cells = table
      .trim()
      .split('\n')
      .map((row) => row.split(/(?<!\\)\|/).length);
    return new Set(cells).size !== 1;
  });
  expect(tables.length).toBeGreaterThan(90);
  expect(broken).toEqual([]);
});

test('the contents list every section, in order', () => {
  for (const node of nodes) {
    const [, contents = '', ...rest] = read(node).split(/^## /m);
    const headings = [
      ...rest
        .map((part) => `## ${part}`)
        .join('')
        .matchAll(/^#{2,3} (.+)$/gm),
    ];
    const listed = [...contents.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
    expect(contents.split('\n')[0]).toBe('Contents');
    expect(listed).toEqual(headings.map(([, heading]) => anchorOf(String(heading))));
    expect(new Set(listed).size).toBe(listed.length);
  }
});

test('each event of a trigger has an example, and its page begins with what it does', () => {
  const triggers = nodes.filter((node) => eventsOf({ node }).length > 0);
  expect(triggers).toHaveLength(2);
  for (const node of triggers) {
    const page = read(node);
    const [intro = ''] = page.split('\n![');
    for (const part of ['What starts a workflow', 'When it checks', 'What it remembers']) {
      expect(intro).toContain(part);
    }
    for (const { name, value } of eventsOf({ node })) {
      expect(below(page, name)).toContain(`"event": "${String(value)}"`);
    }
  }
});

test('there are rights for each operation and trigger, and for nothing else', () => {
  const there = nodes.map((node) => {
    const keys = operationsOf(node).map(({ key }) => key);
    return [folderOf(node), (keys.length > 0 ? keys : ['']).toSorted()];
  });
  const told = Object.entries(OPERATION_RIGHTS).map(([node, of]) => [
    node,
    Object.keys(of).toSorted(),
  ]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(there));
  const used = Object.entries(OPERATION_RIGHTS).flatMap(([node, of]) =>
    Object.keys(of).flatMap((key) => rightsOf(node, key).map(({ name }) => name)),
  );
  expect(Object.keys(RIGHTS).filter((name) => !used.includes(name as never))).toEqual([]);
});

test('a right is asked of a credential that the node has, with conditions that it shows', () => {
  for (const node of nodes) {
    const keys = operationsOf(node).map(({ key }) => key);
    const credentials = node.credentials?.map(({ name }) => name);
    const names = namesOf(node);
    for (const key of keys.length > 0 ? keys : ['']) {
      for (const { credential, when = '' } of rightsOf(folderOf(node), key)) {
        expect(credentials).toContain(credential);
        const [, field, choice] = /\*\*([^*]+)\*\*(?:: (.+))?/.exec(when) ?? [];
        for (const name of [field, choice]) if (name !== undefined) expect(names).toContain(name);
      }
    }
  }
});

test('an operation has a right to change where its example changed something, and only there', () => {
  for (const [node, operations] of Object.entries(OPERATION_RIGHTS)) {
    for (const key of Object.keys(operations).filter((name) => name !== '')) {
      const requests = recordedExamples(node)[key]?.requests ?? [];
      const hasChanged = requests.some((request) => /^(?:mutation|POST|DELETE|PUT) /.test(request));
      const mayChange = rightsOf(node, key).some(({ changes }) => changes);
      const name = `${node}/${key}`;
      expect({ name, may: mayChange || !hasChanged }).toEqual({ name, may: true });
      if (!DRY.includes(name))
        expect({ name, has: hasChanged || !mayChange }).toEqual({ name, has: true });
    }
  }
});

/** Their examples only read. */
const DRY = [
  'Projects/environmentVariable/replaceAll',
  'Projects/graphql/callOperation',
  'Projects/graphql/executeQuery',
  'Catalog/graphql/callOperation',
  'Catalog/graphql/executeQuery',
];

test('every error that pages link to is told, and every line of the table is of some operation', () => {
  for (const anchor of Object.values(ERRORS_OF_ALL).flat())
    expect(errorAt(anchor).problem).not.toBe('');
  const keys = Object.entries(OPERATION_RIGHTS).flatMap(([node, of]) =>
    Object.keys(of).map((key) => `${node}/${key}`),
  );
  expect(ERRORS.filter(([fits]) => !keys.some((key) => fits.test(key)))).toEqual([]);
});

test('every part that is written by hand is on a page', () => {
  const places = nodes.flatMap((node) => [
    `${pageOf(node)}/index`,
    ...operationsOf(node).map(({ key }) => `${pageOf(node)}/${partOf(key)}`),
  ]);
  expect(allParts().length).toBeGreaterThan(15);
  expect(allParts().filter((part) => !places.includes(part))).toEqual([]);
});

test('what a part names in bold is on the node', () => {
  const wrong = nodes.flatMap((node) => {
    const names = namesOf(node);
    const ofNode = allParts().filter((part) => part.startsWith(`${pageOf(node)}/`));
    return ofNode.flatMap((part) =>
      [
        ...readFileSync(path.join(FOLDER, 'parts', `${part}.md`), 'utf8').matchAll(
          /\*\*([^*]+)\*\*/g,
        ),
      ]
        .map(([, name]) => String(name))
        .filter((name) => !names.includes(name) && !OF_N8N.includes(name) && !name.endsWith('.'))
        .map((name) => `${part}: ${name}`),
    );
  });
  expect(wrong).toEqual([]);
});

/** Names of n8n's own editor. */
const OF_N8N = ['Fetch Test Event'];

/** The names of all fields, choices, resources and operations of a node. */
function namesOf(node: INodeTypeDescription): string[] {
  return node.properties
    .flatMap((field) => [field, ...nestedOf(field)])
    .flatMap(({ displayName, options = [] }) => [
      displayName,
      ...(options as INodePropertyOptions[]).map(({ name }) => name),
    ]);
}

test('there is a picture of the panel of each node', () => {
  const pictures = path.join(FOLDER, '..', 'images', 'nodes');
  for (const node of nodes) {
    expect(existsSync(path.join(pictures, `${pageOf(node)}.png`))).toBe(true);
  }
});
