import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { packedDescriptions } from '../support/descriptions/packedDescriptions';
import { writtenAnewBy } from '../support/writtenAnew';
import type { Example } from './reference/exampleText';
import { choicesOfField, fieldsOf, nestedOf, operationsOf } from './reference/fields';
import { folderOf, nodePages, pageOf } from './reference/page';
import { handWritten } from './reference/parts';
import { callsOf } from './reference/recording/calls';
import { recordOperation } from './reference/recording/record';
import { recordEvents } from './reference/recording/recordEvents';

const ROOT = path.join(__dirname, '..', '..');
const FOLDER = path.join(ROOT, 'docs', 'nodes');
const MAX_LINES = 300;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

let nodes: INodeTypeDescription[];
/** What has to be written, by file. */
const pages = new Map<string, string>();
/** The files about a node. */
const filesOf = new Map<INodeTypeDescription, string[]>();

beforeAll(async () => {
  nodes = await packedDescriptions();
  for (const node of nodes) {
    const name = folderOf(node);
    const examples: Map<string, Example> = await recordEvents(name);
    for (const call of callsOf(name)) examples.set(call.operation, await recordOperation(call));
    const page = pageOf(node);
    const written = nodePages({ node, name, page, examples, written: handWritten(page) });
    filesOf.set(node, [...written.keys()]);
    for (const [file, text] of written) pages.set(file, text);
  }
  if (!process.env.UPDATE_DOCS) return;
  for (const file of generated()) rmSync(path.join(ROOT, file));
  for (const [file, text] of pages) {
    mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    writeFileSync(path.join(ROOT, file), text);
  }
}, 120_000);

const generated = () =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('docs/nodes', file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.md') && !file.startsWith('docs/nodes/parts/'));

test('the pages of nodes are what the nodes describe and do', () => {
  writtenAnewBy('UPDATE_DOCS=1 npm test -- test/package/nodePages', () => {
    expect(generated().toSorted()).toEqual([...pages.keys()].toSorted());
    for (const [file, text] of pages) expect(read(file)).toBe(text);
  });
});

test(`no page of a node has more than ${MAX_LINES} lines`, () => {
  const lines = [...pages].map(([file, text]) => ({ file, lines: text.split('\n').length - 1 }));
  expect(lines.filter((page) => page.lines > MAX_LINES)).toEqual([]);
});

/** The text of the pages about a resource, without the other resources of its node. */
function textOf(node: INodeTypeDescription, resource: string): string {
  const texts = (filesOf.get(node) ?? []).map(read);
  const own = texts.find((text) => text.startsWith(`# ${resource}\n`));
  return own ?? (texts[0] ?? '').split(`\n## ${resource}\n`)[1]?.split('\n## ')[0] ?? '';
}

test('each operation stands on a page with its right and all of its fields, also those in collections', () => {
  const found = nodes.flatMap((node) =>
    operationsOf(node).map(({ resource, operation, key }) => {
      const lines = textOf(node, resource.name).split('\n');
      const fields = fieldsOf(node, resource.value, operation.value).flatMap((field) =>
        field.type === 'collection'
          ? nestedOf(field).map(({ name }) => `${field.name}.${name}`)
          : [field.name, ...nestedOf(field).map(({ name }) => `${field.name}.${name}`)],
      );
      const operations = lines.filter((line) => line.includes(`\`${String(operation.value)}\` |`));
      const missing = fields.filter(
        (name) =>
          !lines.some((line) => {
            const [, field = '', ...cells] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
            const operationsOfRow = cells.length > 4 ? (cells.at(-2) ?? '').split(', ') : ['all'];
            return (
              field.includes(`\`${name}\``) &&
              (operationsOfRow.includes('all') || operationsOfRow.includes(operation.name))
            );
          }),
      );
      return { key: `${folderOf(node)}/${key}`, operations: operations.length, missing };
    }),
  );
  expect(found.length).toBeGreaterThan(90);
  expect(found.filter(({ operations, missing }) => operations !== 1 || missing.length > 0)).toEqual(
    [],
  );
});

test('each resource and each trigger has an example', () => {
  const without = nodes.flatMap((node) => {
    const isTrigger = node.group.includes('trigger');
    const resources = choicesOfField(node, 'resource').map(({ name }) => name);
    return (isTrigger ? ['Events'] : resources).filter(
      (section) => !textOf(node, section).includes('**Example: '),
    );
  });
  expect(without).toEqual([]);
});

test('what is written by hand is of a resource or an operation, and names in bold what is on the node', () => {
  const wrong = nodes.flatMap((node) => {
    const operations = operationsOf(node);
    const keys = operations.flatMap(({ resource, key }) => [String(resource.value), key]);
    const names = namesOf(node);
    return [...handWritten(pageOf(node))].flatMap(([key, text]) => [
      ...(['index', ...keys].includes(key) ? [] : [key]),
      ...[...text.matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, name]) => String(name))
        .filter((name) => !names.includes(name) && !OF_N8N.includes(name) && !name.endsWith('.')),
    ]);
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
      ...(options as Array<{ name: string }>).map(({ name }) => name),
    ]);
}
