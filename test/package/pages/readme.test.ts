import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { readColumn } from '../../nodes/generations/table';
import { describedOperations } from '../../support/descriptions/describedOperations';
import { describedNode } from '../../support/descriptions/packageNodes';
import { tableRows } from '../../support/markdownTable';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const readme = read('README.md');

test('README.md is short enough to be read, also as plain text', () => {
  const lines = readme.split('\n');
  expect(lines.length).toBeLessThanOrEqual(81);
  expect(readme.length).toBeLessThan(6_000);
});

test.each(['README.md', 'docs/quick-start.md'])('%s shows both ways to begin', (page) => {
  const text = read(page);
  expect(text).toMatch(/\n## In(?:stall|\b.*n8n)\n/);
  expect(text).toContain('\n## Try it here\n');
  expect(text).toContain('N8N_UNVERIFIED_PACKAGES_ENABLED');
});

test('README.md installs first, and has its two commands where a copy of the repository is at hand', () => {
  expect(readme.indexOf('\n## Install\n')).toBeLessThan(readme.indexOf('\n## Try it here\n'));
  const [, here = ''] = /\n## Try it here\n([\s\S]*?)\n## /.exec(readme) ?? [];
  expect(here).toMatch(/in a copy of this repository[^]*```\nnpm start\n```/);
  expect(here).toContain('`npm test`');
  expect(readme.replace(here, '')).not.toMatch(/\bnpm (?:start|test|run)\b/);
});

/** As `Projects job.run`: how the table of docs/documented.md names it. */
function namedInTable(node: string, resource: string, operation: string): string {
  const { properties } = describedNode(node);
  const nameOf = (name: string, value: string) =>
    properties
      .filter((field) => field.name === name && isShownFor(field, resource))
      .flatMap(({ options }) => options as INodePropertyOptions[])
      .find((option) => option.value === value)?.name;
  const nodeName = node === 'ConfFiles' ? 'Conf Files' : node;
  return `${nodeName} | ${nameOf('resource', resource)}: ${nameOf('operation', operation)}`;
}

const isShownFor = ({ displayOptions }: INodeProperties, resource: string) =>
  displayOptions?.show?.resource?.includes(resource) ?? true;

const SOURCES = tableRows(read('docs/documented.md'))
  .filter((row) => row.length === 3 && row[0] !== 'Source' && !/^-+$/.test(row[0] ?? ''))
  .flatMap(([source = '', node = '', cell = '']) => {
    const [resource = '', operations = ''] = cell.split(': ');
    return operations
      .split(', ')
      .map((operation) => ({ source, name: `${node} | ${resource}: ${operation}` }));
  });

test('docs/documented.md has the source of every operation once', () => {
  const all = describedOperations().map(({ node, resource, operation }) =>
    namedInTable(node, resource, operation),
  );
  expect(SOURCES.map(({ name }) => name).sort()).toEqual(all.sort());
});

test('what docs/documented.md calls documented works on a platform that has the documented operations alone', () => {
  const working = [...readColumn('documented')]
    .filter(([name, works]) => works && /^[a-z]\S+$/.test(name))
    .map(([name]) => name);
  const documented = SOURCES.filter(
    ({ source, name }) => name.startsWith('Projects') && !source.startsWith('Public'),
  );
  const named = describedOperations()
    .filter(({ node, resource, operation }) =>
      documented.some(({ name }) => name === namedInTable(node, resource, operation)),
    )
    .map(({ resource, operation }) => `${resource}.${operation}`);
  expect(named.sort()).toEqual(working.sort());
});
