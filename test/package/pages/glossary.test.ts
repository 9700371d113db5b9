import { readText } from '../../support/repository';
import { PAGES } from './links';

const GLOSSARY = 'docs/glossary.md';
const text = PAGES.filter((page) => page !== GLOSSARY)
  .map((page) => readText(page))
  .join('\n');

const TERMS = [
  ...readText(GLOSSARY).matchAll(/^- <a id="([a-z-]+)"><\/a>\*\*([^*]+)\*\*: .+$/gm),
].map(([, anchor = '', term = '']) => ({ anchor, term }));

test('each line of the glossary is a term', () => {
  const lines = readText(GLOSSARY).match(/^- .*$/gm) ?? [];
  expect(TERMS.length).toBeGreaterThan(20);
  expect(TERMS).toHaveLength(lines.length);
  expect(new Set(TERMS.map(({ term }) => term.toLowerCase())).size).toBe(TERMS.length);
  expect(new Set(TERMS.map(({ anchor }) => anchor)).size).toBe(TERMS.length);
});

test.each(TERMS)('$term is used on another page', ({ term }) => {
  expect(text).toMatch(new RegExp(`\\b${term}s?\\b`, 'i'));
});
