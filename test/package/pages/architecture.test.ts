import { existsSync } from 'node:fs';
import path from 'node:path';
import { rowsBelow } from '../../support/markdownTable';
import { filesIn, readText, ROOT } from '../../support/repository';

const page = readText('docs/dev/architecture.md');

const rows = rowsBelow(page, 'Words');

const sources = filesIn('.', '{nodes,platform,credentials}/**/*.ts')
  .map((file) => readText(file))
  .join('\n');

test.each(rows)('%s: its name is in the code', (_word, _meaning, names = '') => {
  const quoted = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(quoted).not.toEqual([]);
  const isDeclared = (name: string) =>
    new RegExp(
      `\\b(?:class|interface|type|function|const) ${name}\\b|\\b${name}\\(|\\b${name}\\??:`,
    ).test(sources);
  expect(quoted.filter((name) => !isDeclared(name))).toEqual([]);
});

const FLOWS = page
  .split('\n## ')
  .filter((section) => section.startsWith('What happens in '))
  .map((section) => ({ title: section.split('\n')[0], section }));

test.each(FLOWS)('$title: its files exist', ({ section }) => {
  const files = [...section.matchAll(/^\d+\. \*\*`([^`]+)`\*\*/gm)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
