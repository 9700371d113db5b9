import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const projectRoot = path.resolve(__dirname, '..', '..', '..');

const page = readFileSync(path.join(projectRoot, 'docs/dev/architecture.md'), 'utf8');
const [, section = ''] = /\n## Words\n([^]*?)\n## /.exec(page) ?? [];
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | *\|$/g, '').trim()));

const sources = globSync('{nodes,platform,credentials}/**/*.ts', { cwd: projectRoot }).map((file) =>
  readFileSync(path.join(projectRoot, file), 'utf8'),
);

test('the words of the architecture page are about thirty', () => {
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(rows.length).toBeLessThan(45);
});

test.each(rows)('%s: its name is in the code', (_word, _meaning, names = '') => {
  const quoted = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(quoted).not.toEqual([]);
  for (const name of quoted) {
    const declared = new RegExp(
      `\\b(?:class|interface|type|function|const) ${name}\\b|\\b${name}\\(|\\b${name}\\??:`,
    );
    expect([name, sources.some((text) => declared.test(text))]).toEqual([name, true]);
  }
});
