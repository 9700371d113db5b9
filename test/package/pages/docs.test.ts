import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf, linksOf, PAGES, read, ROOT } from './links';

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  const missing = linksOf(page).filter(({ file }) => !existsSync(path.join(ROOT, file)));
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

test.each(PAGES)('every anchor that %s links to is there', (page) => {
  const missing = linksOf(page).filter(
    ({ file, anchor }) => anchor !== '' && file.endsWith('.md') && !anchorsOf(file).has(anchor),
  );
  expect(missing).toEqual([]);
});

/** Pages that people write for users: not those for developers, and none that is written by the build or a test. */
const FOR_USERS = PAGES.filter(
  (page) => !/^(?:CHANGELOG|CONTRIBUTING|docs\/(?:dev|nodes|messages))/.test(page),
);

test.each(FOR_USERS)('%s is short enough to be read', (page) => {
  expect(read(page).split('\n').length).toBeLessThanOrEqual(151);
});

test('what people write by hand for users has 2,000 lines in all', () => {
  const written = /<!--[^>]*: written by[\s\S]*?<!-- end of [^>]*-->/g;
  const generated = FOR_USERS.filter((page) => read(page).search(written) >= 0);
  expect(generated).toEqual(['docs/performance.md', 'docs/rights.md']);
  const lines = FOR_USERS.reduce(
    (sum, page) => sum + read(page).replace(written, '').split('\n').length - 1,
    0,
  );
  expect(lines).toBeLessThanOrEqual(2_000);
});

test.each(FOR_USERS)('%s names no test and no npm script but those to try', (page) => {
  const text = read(page).replace(/<!--[^>]*-->/g, '');
  const named =
    text.match(/\btest\/\w+|\bnpm (?:run|test|start)\b|\bnpx jest\b|UPDATE_DOCS/g) ?? [];
  const allowed = page === 'README.md' ? ['npm start', 'npm test'] : ['npm start'];
  expect(named.filter((name) => !allowed.includes(name))).toEqual([]);
});

test('the pages agree on when a node may use the run of another', () => {
  const limit =
    /another n8n process, or a person with the same login, starts the same job (?:while the node looks for a lost start|within that time) or just before\b/i;
  const naming = PAGES.filter((page) =>
    /another n8n process|person with the same login/i.test(read(page)),
  );
  expect(naming).toEqual(['docs/reliability.md', 'docs/runs.md']);
  for (const page of naming) expect(read(page).replace(/\s+/g, ' ')).toMatch(limit);
  // Pages that only mention the limit lead to it.
  const mentioning = PAGES.filter((page) =>
    /run of another|another's run|other run, see/.test(read(page)),
  );
  expect(mentioning).toContain('docs/scale.md');
  for (const page of mentioning) expect(read(page)).toMatch(/#never-twice-never-anothers\)/);
});

/** Of the HTTP Request node of n8n. */
const OPTIONS_OF_N8N = ['Proxy'];

test('the options that pages name are among the fields of the nodes', () => {
  const inNodes = PAGES.filter((page) => page.startsWith('docs/nodes/')).map((page) => read(page));
  const shown = new Set(
    [...inNodes.join('\n').matchAll(/\*\*([^*]+)\*\*<br>/g)].map(([, name]) => nameOnly(name)),
  );
  const named = PAGES.filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) => [...read(page).matchAll(/\boptions? \*\*([^*]+)\*\*/gi)])
    .map(([, name]) => nameOnly(name));
  expect(named.length).toBeGreaterThan(15);
  expect([...new Set(named)].filter((name) => !shown.has(name))).toEqual(OPTIONS_OF_N8N);
});

/** Without a unit, as of `Timeout (Seconds)`, and without a choice, as of `Output: Files`. */
const nameOnly = (name = '') => name.replace(/ \(.*\)$|:.*$/, '');

const PICTURES = readdirSync(path.join(ROOT, 'docs/images'), {
  recursive: true,
  encoding: 'utf8',
}).filter((name) => /\.(?:png|svg|gif)$/.test(name));

test.each(PICTURES)('a page shows the picture %s', (name) => {
  const shown = PAGES.flatMap((page) =>
    [...read(page).matchAll(/!\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, target]) =>
      path.posix.join(path.dirname(page), String(target)),
    ),
  );
  expect(shown).toContain(`docs/images/${name}`);
});

test('every test that docs/dev/tested.md names is there', () => {
  const named = [...read('docs/dev/tested.md').matchAll(/`(test\/[^`]+)`/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !existsSync(path.join(ROOT, String(name))))).toEqual([]);
});
