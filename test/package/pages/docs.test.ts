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

const REPOSITORY = 'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/';

test('every link of a message to a page leads to a section that exists', () => {
  const links = filesIn('.', '{nodes,platform,credentials}/**/*.ts').flatMap((file) => {
    const [, ...parts] = readText(file)
      .replaceAll('${GUIDE}', `${REPOSITORY}docs/cluster.md`)
      .split(REPOSITORY);
    return parts.map((part) => /^[\w./#-]*[\w-]/.exec(part)?.[0] ?? '');
  });
  const missing = links.filter((link) => {
    const [page = '', anchor = ''] = link.split('#');
    return !PAGES.includes(page) || (anchor !== '' && !anchorsOf(page).has(anchor));
  });
  expect(links.length).toBeGreaterThan(5);
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
  expect(named.length).toBeGreaterThan(10);
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

test.each(PAGES.filter((page) => /^(?:AGENTS|CONTRIBUTING|docs\/dev\/)/.test(page)))(
  'every file and folder that %s names exists',
  (page) => {
    const named = [
      ...readText(page).matchAll(
        /`((?:nodes|platform|sandbox|start|test)\/[\w./-]+(?:\.[a-z]+|\/))`/g,
      ),
    ];
    const files = named.map(([, file]) => String(file));
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  },
);

test('every promise of docs/reliability.md has a test', () => {
  const sections = readText('docs/reliability.md').split(/^##+ /m);
  const promises = sections
    .filter((section) => /^(?:Changes|Secrets)\n/.test(section))
    .flatMap((section) => section.split(/^- /m).slice(1));
  const strong = sections
    .slice(1)
    .filter((text) => /\b(?:nothing|never|always|only)\b/i.test(text));
  const untested = [...promises, ...strong].filter((text) => testsIn(text).length === 0);
  expect(promises.length).toBeGreaterThan(10);
  expect(untested).toEqual([]);
  const missing = sections.flatMap(testsIn).filter((file) => !existsSync(path.join(ROOT, file)));
  expect(missing).toEqual([]);
});

const testsIn = (text: string) =>
  [...text.matchAll(/<!--([^>]+)-->/g)].flatMap(([, files = '']) => files.match(/\S+/g) ?? []);
