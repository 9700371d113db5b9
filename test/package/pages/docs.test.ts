import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tableRows } from '../../support/markdownTable';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const read = (...segments: string[]) => readFileSync(path.join(ROOT, ...segments), 'utf8');

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  ),
].filter((name) => name.endsWith('.md'));

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)]
    .map(([, inline, reference]) => String(inline ?? reference))
    .filter((target) => !/^(?:https?:|#)/.test(target));
  const missing = targets.filter(
    (target) => !existsSync(path.join(ROOT, path.dirname(page), target.replace(/#.*$/, ''))),
  );
  expect(missing).toEqual([]);
});

test('every page can be reached from README.md', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)]
      .map(([, inline, reference]) => String(inline ?? reference).replace(/#.*$/, ''))
      .filter((target) => target.endsWith('.md') && !/^https?:/.test(target))
      .map((target) => path.posix.join(path.posix.dirname(page), target));
    for (const linked of links) if (PAGES.includes(linked)) reached.add(linked);
  }
  const shown = PAGES.filter((page) => !page.startsWith('docs/nodes/parts/'));
  expect(shown.filter((page) => !reached.has(page))).toEqual([]);
});

/** The anchors that a page has, as Git hosts make them of headings: lower case, no punctuation, spaces as hyphens. */
function anchorsOf(page: string): Set<string> {
  const text = read(page).replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    String(heading)
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  const named = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name]) => String(name));
  // A heading that stands there again gets a number.
  const numbered = headings.map((heading, at) => {
    const before = headings.slice(0, at).filter((other) => other === heading).length;
    return before === 0 ? heading : `${heading}-${before}`;
  });
  return new Set([...numbered, ...named]);
}

test.each(PAGES)('every anchor that %s links to is there', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)\s]*#[^)\s]+)\)|^\[[^\]]+\]: (\S*#\S+)/gm)]
    .map(([, inline, reference]) => String(inline ?? reference))
    .filter((target) => !/^https?:/.test(target));
  const missing = targets.filter((target) => {
    const [file = '', anchor = ''] = target.split('#');
    const linked = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
    return linked.endsWith('.md') && !anchorsOf(linked).has(anchor);
  });
  expect(missing).toEqual([]);
});

/** A rule that holds everywhere stands once, in docs/reliability.md; the others lead there. */
const RULES = [
  { rule: /\blost responses?\b|responses? (?:is|are|was|were) lost/i, anchor: 'lost-responses' },
  { rule: /twice changes nothing|second time changes nothing/i, anchor: undefined },
];
/** What holds the rule, and what is no guide; the pages of nodes are written from descriptions. */
const RULED = ['docs/reliability.md', 'docs/architecture.md', 'docs/messages.md', 'README.md'];

test.each(RULES)('docs/reliability.md alone has the rule of $rule', ({ rule, anchor }) => {
  const links = (text: string) =>
    anchor !== undefined && new RegExp(`reliability\\.md#${anchor}|never-twice`).test(text);
  const others = PAGES.filter((page) => !RULED.includes(page) && !page.startsWith('docs/nodes/'));
  const telling = others.filter((page) => rule.test(read(page)));
  expect(telling.filter((page) => !links(read(page)))).toEqual([]);
  expect(read('docs/reliability.md')).toMatch(rule);
});

/** What people see in the editor. */
const SOURCES = readdirSync(path.join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read('nodes', name));
const SHOWN = new Set(
  [...SOURCES.join('\n').matchAll(/\bdisplayName:\s*(?:'([^']+)'|"([^"]+)")/g)].map(
    ([, a, b]) => a ?? b,
  ),
);

test('the options that a table names are there', () => {
  const tables = PAGES.flatMap((page) => read(page).split('\n\n'));
  const options = tables
    .filter((table) => /^\| Option +\|/.test(table))
    .flatMap((table) => tableRows(table).slice(2))
    .map(([name = '']) => name.replaceAll('*', '').replace(/ \(.*\)$/, ''));
  const shown = new Set([...SHOWN].map((name) => name?.replace(/ \(.*\)$/, '')));
  expect(options.length).toBeGreaterThan(5);
  expect(options.filter((name) => !shown.has(name))).toEqual([]);
});

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

test('every test that docs/reliability.md names is there', () => {
  const named = [...read('docs/reliability.md').matchAll(/`(test\/[^`]+)`/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !existsSync(path.join(ROOT, String(name))))).toEqual([]);
});
