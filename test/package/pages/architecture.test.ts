import { existsSync } from 'node:fs';
import path from 'node:path';
import { readText, ROOT } from '../../support/repository';

const page = readText('docs/dev/architecture.md');

const FLOWS = page
  .split('\n## ')
  .filter((section) => section.startsWith('What happens in '))
  .map((section) => ({ title: section.split('\n')[0], section }));

test.each(FLOWS)('$title: its files exist', ({ section }) => {
  const files = [...section.matchAll(/^\d+\. \*\*`([^`]+)`\*\*/gm)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
