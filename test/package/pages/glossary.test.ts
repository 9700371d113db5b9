import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

const GLOSSARY = 'docs/glossary.md';
/** What people read; the pages of nodes and versions are written by tests. */
const OTHERS = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  ),
].filter((name) => name.endsWith('.md') && name !== GLOSSARY);
const text = OTHERS.map((page) => read(page)).join('\n');

const TERMS = [
  ...read(GLOSSARY).matchAll(/^- <a id="([a-z-]+)"><\/a>\*\*([^*]+)\*\*: (.+)$/gm),
].map(([, anchor = '', term = '', meaning = '']) => ({ anchor, term, meaning }));

test('each line of the glossary is a term', () => {
  const lines = read(GLOSSARY).match(/^- .*$/gm) ?? [];
  expect(TERMS.length).toBeGreaterThan(20);
  expect(TERMS).toHaveLength(lines.length);
  expect(new Set(TERMS.map(({ term }) => term.toLowerCase())).size).toBe(TERMS.length);
  expect(new Set(TERMS.map(({ anchor }) => anchor)).size).toBe(TERMS.length);
});

describe.each(TERMS)('$term', ({ term, meaning }) => {
  test('is used on another page', () => {
    expect(text).toMatch(new RegExp(`\\b${term}s?\\b`, 'i'));
  });

  test('is explained in one or two short sentences', () => {
    const plain = meaning.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const sentences = plain.split(/(?<=[.:])\s+(?=[A-Z])/);
    expect(sentences.length).toBeLessThanOrEqual(3);
    const lengths = sentences.map((sentence) => sentence.split(/\s+/).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(25);
  });
});

/** Where a reader meets these words first. */
const FIRST_PAGES = [
  'docs/quick-start.md',
  'docs/runs.md',
  'docs/triggers.md',
  'docs/deadlines.md',
  'docs/projects-as-code.md',
  'docs/scale.md',
  'docs/load.md',
];

test.each(FIRST_PAGES)('%s links to the glossary', (page) => {
  expect(read(page)).toMatch(/\]\((?:\S*docs\/)?glossary\.md(?:#[a-z-]+)?\)/);
});
