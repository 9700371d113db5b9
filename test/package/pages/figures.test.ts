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
  /(?<![\w.#/-])\d[\d,.]*\s+(?:s|ms|MiB|KiB|GiB|KB|MB|GB|bytes|seconds?|minutes?|hours?|days?|times)\b/g;

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
    tested = {},
    measured = {},
    others = [],
  } = FIGURES.find((one) => one.page === page) ?? {};
  return [...same, ...[...Object.values(tested), ...Object.values(measured)].flat(), ...others];
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

test('the tests and commands behind figures are there', () => {
  const files = FIGURES.flatMap(({ tested = {} }) => Object.keys(tested));
  const commands = FIGURES.flatMap(({ measured = {} }) => Object.keys(measured));
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  expect(commands.filter((command) => scripts[command] === undefined)).toEqual([]);
});
