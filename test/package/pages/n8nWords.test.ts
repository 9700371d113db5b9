import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { N8N_WORDS } from '../../editor/n8nWords';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const PAGES = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(path.join(ROOT, 'docs', name), 'utf8'));

// That n8n has them is held by the editor's test, on the n8n that is installed.
test.each(N8N_WORDS)('the docs name "%s" of n8n', (words) => {
  const isNamed = PAGES.some((page) => page.includes(words));
  expect(isNamed).toBe(true);
});

test('docs/quick-start.md names the n8n that they were seen in', () => {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'start', 'n8n', 'package.json'), 'utf8'),
  ) as { dependencies: { n8n: string } };
  const [version] = /^\d+\.\d+/.exec(dependencies.n8n) ?? [];
  const page = readFileSync(path.join(ROOT, 'docs', 'quick-start.md'), 'utf8');
  expect(page).toContain(`Names of buttons are those of n8n ${version}.`);
});
