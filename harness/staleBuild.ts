import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

const SOURCES = ['platform', 'nodes', 'credentials', 'gulpfile.js', 'package.json'];

/** @returns the newest source file that was changed after the oldest built one was written, if there is one */
export function sourceNewerThanBuild(root: string): string | undefined {
  const built = filesIn(path.join(root, 'dist')).filter(({ file }) => file.endsWith('.js'));
  const builtMs = Math.min(...built.map(({ changedMs }) => changedMs));
  const newest = SOURCES.flatMap((name) => filesIn(path.join(root, name)))
    .filter(({ changedMs }) => built.length === 0 || changedMs > builtMs)
    .sort((a, b) => b.changedMs - a.changedMs)[0];
  return newest && path.relative(root, newest.file);
}

function filesIn(place: string): Array<{ file: string; changedMs: number }> {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [{ file: place, changedMs: found.mtimeMs }];
  return readdirSync(place).flatMap((name) => filesIn(path.join(place, name)));
}
