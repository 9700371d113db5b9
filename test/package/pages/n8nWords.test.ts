import { N8N_WORDS } from '../../editor/n8nWords';
import { readJson, readText } from '../../support/repository';
import { PAGES } from './links';

// That n8n has them is held by the editor's test, on the n8n that is installed.
test('the docs name the words of n8n that are looked up there', () => {
  const docs = PAGES.filter((page) => page.startsWith('docs/')).map((page) => readText(page));
  expect(N8N_WORDS.filter((words) => !docs.some((text) => text.includes(words)))).toEqual([]);
});

test('docs/quick-start.md names the n8n that they were seen in', () => {
  const { dependencies } = readJson<{ dependencies: { n8n: string } }>('start/n8n/package.json');
  const [version] = /^\d+\.\d+/.exec(dependencies.n8n) ?? [];
  const named = `Names of buttons are those of n8n ${version}.`;
  expect(readText('docs/quick-start.md')).toContain(named);
});
