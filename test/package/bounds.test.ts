import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tableRows } from '../support/markdownTable';
import { BOUNDS } from './bounds';

const ROOT = path.resolve(__dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The rows of the table of bounds, each with its cells. */
function documented(): string[][] {
  const [, section = ''] = read('docs/dev/limits.md').split('\n## Bounds\n');
  return tableRows(section.split('\n## ')[0] ?? '').slice(2);
}

test('the docs name the bounds that are tested, with the figures that the code has', () => {
  expect(documented()).toEqual(BOUNDS.map(({ what, bound }) => [what, bound]));
});

describe.each(BOUNDS)('$what', ({ tests }) => {
  test.each(Object.entries(tests))('%s tries to break it', (file, titles) => {
    const source = read(file);
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(source).toContain(`'${title}`);
  });
});
