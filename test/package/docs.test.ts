import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
const read = (...segments: string[]) => readFileSync(path.join(ROOT, ...segments), 'utf8');

const PAGES = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

/** All source text of what is published; what stands between `${` and `}` may be anything. */
const SOURCES = ['platform', 'nodes']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(folder, name)),
  )
  .join('\n');

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)]
    .map(([, inline, reference]) => String(inline ?? reference))
    .filter((target) => !/^(?:https?:|#)/.test(target));
  const missing = targets.filter(
    (target) => !existsSync(path.join(ROOT, path.dirname(page), target.replace(/#.*$/, ''))),
  );
  expect(missing).toEqual([]);
});

test('every test that docs/reliability.md names is there', () => {
  const named = [...read('docs/reliability.md').matchAll(/`(test\/[^`]+)`/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !existsSync(path.join(ROOT, String(name))))).toEqual([]);
});

const messages = [...read('docs/messages.md').matchAll(/^\|[^|]+\| ([^|]+?) +\| [^|]+\|$/gm)]
  .map(([, message]) => String(message))
  .filter((message) => message.includes('…') || /^[A-Z"]\S+ .* /.test(message))
  .filter(
    (message) =>
      !message.startsWith('On a broken') &&
      !message.startsWith('After 429') &&
      !message.startsWith('Only on proof'),
  );

test('docs/messages.md holds messages', () => expect(messages.length).toBeGreaterThan(25));

test.each(messages)('a node can say: %s', (message) => {
  const parts = message
    .replace(/\(its own words\)/, '')
    .split(/[…":]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 3);
  expect(parts.filter((part) => !SOURCES.includes(part))).toEqual([]);
});
