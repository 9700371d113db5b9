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

const MAX_FILES: Record<string, number> = {
  'Run and Wait': 6,
  'a sync': 6,
  'a poll': 6,
  'a deploy': 15,
};

test.each(Object.entries(MAX_FILES))('few files, all of them there, do %s', (title, most) => {
  const [, section = ''] = page.split(`\n## What happens in ${title}\n`);
  const [text = ''] = section.split('\n## ');
  const files = [...text.matchAll(/^\d+\. \*\*`([^`]+)`\*\*/gm)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThanOrEqual(most);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
