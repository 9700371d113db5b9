import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '..', '..');

export const readText = (...names: string[]) => readFileSync(path.resolve(ROOT, ...names), 'utf8');

export const readJson = <T>(...names: string[]) => JSON.parse(readText(...names)) as T;

/** @returns sorted paths below the folder */
export const filesIn = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: path.resolve(ROOT, folder) })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
