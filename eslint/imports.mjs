import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT =
  /^(?:import|export)\s[^'"]*?from\s+'(\.[^']*)'|^import\s+'(\.[^']*)'|\bimport\('(\.[^']*)'\)/gm;
const importsOf = new Map();

/** The project's files that a file imports, types included: who reads the one has to know the other. */
export function readImports(file) {
  const known = importsOf.get(file);
  if (known) return known;
  const imports = [];
  for (const [, from, bare, late] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const target = path.resolve(path.dirname(file), from ?? bare ?? late);
    const found = [`${target}.ts`, path.join(target, 'index.ts'), target].find(
      (name) => name.endsWith('.ts') && existsSync(name),
    );
    if (found) imports.push(found);
  }
  importsOf.set(file, imports);
  return imports;
}

export const isCode = (name) => /\.(?:ts|mts|mjs|cjs|js)$/.test(name);

/** All files of code below a folder. */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(file);
    return isCode(entry.name) ? [file] : [];
  });
}
