import { existsSync } from 'node:fs';
import path from 'node:path';
import { filesIn, readText, ROOT } from '../../support/repository';
import { anchorsOf, linksOf, PAGES } from './links';

test.each(PAGES)('every link of %s leads somewhere, to an anchor that is there', (page) => {
  const missing = linksOf(page).filter(
    ({ file, anchor }) =>
      !existsSync(path.join(ROOT, file)) ||
      (anchor !== '' && file.endsWith('.md') && !anchorsOf(file).has(anchor)),
  );
  expect(missing).toEqual([]);
});

test('every page can be reached from README.md', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    for (const { file } of linksOf(page)) if (PAGES.includes(file)) reached.add(file);
  }
  const shown = PAGES.filter((page) => !page.startsWith('docs/nodes/parts/'));
  expect(shown.filter((page) => !reached.has(page))).toEqual([]);
});

/** Pages that people write for users: not those for developers, and none that is written by the build or a test. */
const FOR_USERS = PAGES.filter(
  (page) => !/^(?:AGENTS|CHANGELOG|CONTRIBUTING|docs\/(?:dev|nodes|messages))/.test(page),
);

test.each(FOR_USERS)('%s names no test and no npm script but those to try', (page) => {
  const text = readText(page).replace(/<!--[^>]*-->/g, '');
  const named =
    text.match(/\btest\/\w+|\bnpm (?:run|test|start)\b|\bnpx jest\b|UPDATE_DOCS/g) ?? [];
  const allowed = page === 'README.md' ? ['npm start', 'npm test'] : ['npm start'];
  expect(named.filter((name) => !allowed.includes(name))).toEqual([]);
});

/** Of the HTTP Request node of n8n. */
const OPTIONS_OF_N8N = ['Proxy'];

test('the options that pages name are among the fields of the nodes', () => {
  const inNodes = PAGES.filter((page) => page.startsWith('docs/nodes/')).map((page) =>
    readText(page),
  );
  const shown = new Set(
    [...inNodes.join('\n').matchAll(/\*\*([^*]+)\*\*<br>/g)].map(([, name]) => nameOnly(name)),
  );
  const named = PAGES.filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) => [...readText(page).matchAll(/\boptions? \*\*([^*]+)\*\*/gi)])
    .map(([, name]) => nameOnly(name));
  expect(named.length).toBeGreaterThan(15);
  expect([...new Set(named)].filter((name) => !shown.has(name))).toEqual(OPTIONS_OF_N8N);
});

/** Without a unit, as of `Timeout (Seconds)`, and without a choice, as of `Output: Files`. */
const nameOnly = (name = '') => name.replace(/ \(.*\)$|:.*$/, '');

test.each(filesIn('docs/images', '**/*.{png,svg,gif}'))('a page shows the picture %s', (name) => {
  const shown = PAGES.flatMap((page) =>
    [...readText(page).matchAll(/!\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, target]) =>
      path.posix.join(path.dirname(page), String(target)),
    ),
  );
  expect(shown).toContain(`docs/images/${name}`);
});

test('every test that docs/dev/tested.md names is there', () => {
  const named = [...readText('docs/dev/tested.md').matchAll(/`(test\/[^`]+)`/g)];
  const files = named.map(([, file]) => String(file));
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
