import path from 'node:path';
import { rowsBelow } from '../../support/markdownTable';
import { filesIn, readText } from '../../support/repository';

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

/** By it, nodes call the client. */
const FRONT_DOOR = 'platform/client.ts';
const MAX_FILES: Record<string, number> = {
  'Run and Wait': 6,
  'a sync': 6,
  'a poll': 6,
  'a deploy': 15,
};

/** The numbered files of a section of the architecture page, in their order. */
function filesOf(title: string): string[] {
  const [, section = ''] = page.split(`\n## What happens in ${title}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\d+\. \*\*`([^`]+)`\*\*/gm)].map(([, file = '']) => file);
}

function importsOf(file: string): string[] {
  return [...readText(file).matchAll(/ from '(\.[^']+)'/g)].map(([, name = '']) =>
    path.posix.join(path.posix.dirname(file), `${name}.ts`),
  );
}

test.each(Object.keys(MAX_FILES))('few files, each imported by one before, do %s', (title) => {
  const files = filesOf(title);
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThanOrEqual(MAX_FILES[title] ?? 0);
  const isReached = (file: string, index: number) =>
    index === 0 ||
    [FRONT_DOOR, ...files.slice(0, index)].some((earlier) => importsOf(earlier).includes(file));
  expect(files.filter((file, index) => !isReached(file, index))).toEqual([]);
});
