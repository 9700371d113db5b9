import { existsSync } from 'node:fs';
import path from 'node:path';
import { filesIn, readText, ROOT } from '../support/repository';

/** Finds imports including those of types, which ESLint's rule about circles ignores. */
function findImports(file: string): string[] {
  return [...readText(file).matchAll(/\bfrom '(\.[^']+)'/g)].flatMap(([, name = '']) => {
    const whole = path.join(path.dirname(file), name);
    const files = [`${whole}.ts`, path.join(whole, 'index.ts')];
    return files.filter((one) => existsSync(path.join(ROOT, one)));
  });
}

test.each(['platform', 'nodes', 'sandbox'])('no files of %s import each other', (folder) => {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) circles.push(trail.slice(trail.indexOf(file)));
    if (done.has(file) || trail.includes(file)) return;
    for (const next of findImports(file)) visit(next, [...trail, file]);
    done.add(file);
  };
  const files = filesIn(folder, '**/*.ts').map((file) => path.join(folder, file));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
