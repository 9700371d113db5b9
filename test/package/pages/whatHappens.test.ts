import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
/** By it, nodes call the client. */
const FRONT_DOOR = 'platform/client.ts';
const MAX_FILES: Record<string, number> = {
  'Run and Wait': 6,
  'a sync': 6,
  'a poll': 6,
  'a deploy': 15,
};

/** The numbered files of a section of the architecture page, in their order. */
function filesOf(title: string): string[] {
  const page = readFileSync(path.join(ROOT, 'docs/dev/architecture.md'), 'utf8');
  const [, section = ''] = page.split(`\n## What happens in ${title}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/^\d+\. \*\*`([^`]+)`\*\*/gm)].map(([, file = '']) => file);
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, name = '']) =>
    path.posix.join(path.posix.dirname(file), `${name}.ts`),
  );
}

describe.each(Object.keys(MAX_FILES))('the files that a reader needs for %s', (title) => {
  const files = filesOf(title);

  test('are few, and exist', () => {
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThanOrEqual(MAX_FILES[title] ?? 0);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  test('are each imported by one before', () => {
    const isReached = (file: string, index: number) =>
      index === 0 ||
      [FRONT_DOOR, ...files.slice(0, index)].some((earlier) => importsOf(earlier).includes(file));
    expect(files.filter((file, index) => !isReached(file, index))).toEqual([]);
  });
});
