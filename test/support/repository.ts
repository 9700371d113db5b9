import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '..', '..');

/** The text of a file of the repository, or of an absolute path. */
export const readText = (...names: string[]) => readFileSync(path.resolve(ROOT, ...names), 'utf8');

export const readJson = <T>(...names: string[]) => JSON.parse(readText(...names)) as T;

/** The sorted paths of the files in a folder that fit a pattern, as seen from there. */
export const filesIn = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: path.resolve(ROOT, folder) })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
