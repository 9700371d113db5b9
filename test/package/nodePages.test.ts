import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { readDescriptions } from '../support/descriptions/packageNodes';
import { filesIn, readText, ROOT } from '../support/repository';
import { compareGenerated } from '../support/compareGenerated';
import { listChoices, listOperations } from '../support/descriptions/describedOperations';
import { listCalls, recordEvents, recordOperation, type Example } from './reference/examples';
import { folderName, handWritten, nodePages, pageName } from './reference/page';
import { listNames } from './reference/table';

const nodes = readDescriptions();
/** Texts by path. */
const pages = new Map<string, string>();
const examplesOf = new Map<INodeTypeDescription, Map<string, Example>>();

beforeAll(async () => {
  for (const node of nodes) {
    const name = folderName(node);
    const examples = await recordEvents(name);
    for (const call of listCalls(name)) examples.set(call.operation, await recordOperation(call));
    examplesOf.set(node, examples);
    const page = pageName(node);
    const written = nodePages({ node, name, page, examples, written: handWritten(page) });
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
  filesIn('.', 'docs/nodes/**/*.md').filter((file) => !file.startsWith('docs/nodes/parts/'));

test('the pages of nodes are what the nodes describe and do', () => {
  compareGenerated(() => {
    expect(generated().toSorted()).toEqual([...pages.keys()].toSorted());
    for (const [file, text] of pages) expect(readText(file)).toBe(text);
  });
});

test('each operation stands on a page once', () => {
  // The rows of events look alike.
  const ofNodes = [...pages].filter(([file]) => !file.includes('trigger'));
  const rows = ofNodes
    .map(([, text]) => text)
    .join('')
    .match(/^\| \*\*[^|]+<br>`\w+` \| [^|]+ \|$/gm);
  const operations = nodes.flatMap((node) => listOperations(node));
  expect(operations.length).toBeGreaterThan(90);
  expect(rows).toHaveLength(operations.length);
});

test('each resource and each trigger has an example', () => {
  const without = nodes.flatMap((node) => {
    const examples = [...(examplesOf.get(node)?.keys() ?? [])];
    if (node.group.includes('trigger')) return examples.length > 0 ? [] : [node.name];
    const resources = listChoices(node, 'resource').map(({ value }) => `${String(value)}/`);
    return resources.filter((resource) => !examples.some((key) => key.startsWith(resource)));
  });
  expect(without).toEqual([]);
});

/** Names of n8n's own editor, and of the field that it adds to triggers that poll. */
const OF_N8N = ['Fetch Test Event', 'Poll Times'];

test('what is written by hand is of a resource or an operation, and names in bold what is on the node', () => {
  const wrong = nodes.flatMap((node) => {
    const operations = listOperations(node);
    const keys = operations.flatMap(({ resource, key }) => [String(resource.value), key]);
    const names = listNames(node);
    return [...handWritten(pageName(node))].flatMap(([key, text]) => [
      ...(['introduction', 'links', ...keys].includes(key) ? [] : [key]),
      ...[...text.matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, name]) => String(name))
        .filter((name) => !names.includes(name) && !OF_N8N.includes(name) && !name.endsWith('.')),
    ]);
  });
  expect(wrong).toEqual([]);
});
