import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FIGURES } from './figures';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

/** Other tests compare their figures one by one, or regenerate them. */
const HELD_ELSEWHERE = ['load.md', 'messages.md', 'operate.md', 'quick-start.md'];
const PAGES = [
  ...readdirSync(path.join(ROOT, 'docs')),
  'dev/performance.md',
  'dev/queue-mode.md',
  'dev/tested.md',
].filter((name) => name.endsWith('.md') && !HELD_ELSEWHERE.includes(name));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const FIGURE =
  /(?<![\w.#/-])\d[\d,.]*\s+(?:s|ms|MiB|KiB|GiB|KB|MB|GB|bytes|seconds?|minutes?|hours?|days?|times|(?:newest |failed |settings |plain )?(?:runs|lines|requests|characters|entries|levels|files|changes|jobs|fields|lists|successes|slots))\b/g;

/** A page without examples, and without what a program has written. */
function prose(page: string): string {
  return read(`docs/${page}`)
    .replace(/<!--[^>]*written by[^>]*-->[\s\S]*?<!-- end of [^>]*-->/g, '')
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/`[^`\n]*`/g, '``')
    .replace(/\s+/g, ' ');
}

const declaredOf = (page: string) => {
  const {
    same = [],
    constants = {},
    tested = {},
    measured = {},
    others = [],
  } = FIGURES.find((one) => one.page === page) ?? {};
  return [
    ...same,
    ...Object.keys(constants),
    ...[...Object.values(tested), ...Object.values(measured)].flat(),
    ...others,
  ];
};

test.each(PAGES)('each figure of docs/%s is held by the code, a test or a measurement', (page) => {
  const text = declaredOf(page)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, declared) => rest.replaceAll(declared, '(…)'), prose(page));
  expect(text.match(FIGURE) ?? []).toEqual([]);
});

test.each(FIGURES)('docs/$page has the figures that it is held to', ({ page }) => {
  const text = prose(page);
  expect(declaredOf(page).filter((declared) => !text.includes(declared))).toEqual([]);
});

const SOURCES = ['nodes', 'platform'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(path.join(folder, name))),
);

test.each(
  FIGURES.flatMap(({ page, constants = {} }) =>
    Object.entries(constants).map(([text, constant]) => ({ page, text, constant })),
  ),
)('"$text" of docs/$page is $constant', ({ constant }) => {
  const declared = new RegExp(`const (?:\\w+_)?${constant.replace(/[{}]/g, '\\$&')};`);
  expect(SOURCES.some((source) => declared.test(source))).toBe(true);
});

test('the tests and commands behind figures are there', () => {
  const files = FIGURES.flatMap(({ tested = {} }) => Object.keys(tested));
  const commands = FIGURES.flatMap(({ measured = {} }) => Object.keys(measured));
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  expect(commands.filter((command) => scripts[command] === undefined)).toEqual([]);
});
