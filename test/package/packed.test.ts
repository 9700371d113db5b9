import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ARCHIVE, PACKAGE_FOLDER } from '../support/packedPackage';
import { filesIn, readJson, readText } from '../support/repository';

const MAX_ARCHIVE_BYTES = 590_000;
/** The nodes, and parts of the client that they load at once. */
const MAX_BYTES_AT_ONCE = 420_000;

const manifest = readJson<{
  dependencies?: Record<string, string>;
  peerDependencies: Record<string, string>;
  keywords: string[];
  n8n: { nodes: string[]; credentials: string[] };
}>(PACKAGE_FOLDER, 'package.json');

const inPackage = (...parts: string[]) => path.join(PACKAGE_FOLDER, ...parts);
const LOADED_BY_N8N = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) =>
  inPackage(file),
);

test('is small and needs nothing else', () => {
  expect(statSync(PACKAGE_ARCHIVE).size).toBeLessThan(MAX_ARCHIVE_BYTES);
  expect(manifest.dependencies ?? {}).toEqual({});
  expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
  expect(manifest.keywords).toContain('n8n-community-node-package');
});

test('holds what it names, and only what is published on purpose', () => {
  expect(LOADED_BY_N8N.filter((file) => !existsSync(file))).toEqual([]);
  const published = ['LICENSE', 'README.md', 'dist', 'package.json'];
  expect(readdirSync(PACKAGE_FOLDER).sort()).toEqual(published);
});

test('brings the license of every library whose code it has', () => {
  const text = readText(PACKAGE_FOLDER, 'dist/THIRD_PARTY_LICENSES.txt');
  const found = [...text.matchAll(/^(\S+) (\d[\w.-]*) \([\w. -]+\)$/gm)];
  const names = found.map(([, name]) => name);
  // A release lists these libraries.
  const { dependencies } = readJson<{ dependencies: object }>('.local/bundled/package.json');
  expect(dependencies).toEqual(
    Object.fromEntries(found.map(([, name, version]) => [name, version])),
  );
  const libraries = ['undici', 'graphql', 'yazl', 'yauzl', 'croner'];
  expect(names).toEqual(expect.arrayContaining([...libraries, 'proxy-from-env']));
  expect(
    text.match(/permission notice|Permission is hereby granted|Redistribution/g)?.length,
  ).toBeGreaterThanOrEqual(names.length);
});

test('requires nothing but Node, n8n-workflow and its own files', () => {
  const required = filesIn(PACKAGE_FOLDER, 'dist/**/*.js')
    .flatMap((file) => [...readText(PACKAGE_FOLDER, file).matchAll(/require\("([^"]+)"\)/g)])
    .map(([, name]) => name ?? '')
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'));
  const builtin = new Set(process.getBuiltinModule('node:module').builtinModules);
  expect([...new Set(required)].filter((name) => !builtin.has(name))).toEqual(['n8n-workflow']);
});

test('loads the client and its libraries only when a node works', () => {
  const client = inPackage('dist/platform/index.js');
  const script = `
    const loaded = () =>
      Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(inPackage('dist'))}));
    for (const file of ${JSON.stringify(LOADED_BY_N8N)}) require(file);
    const atOnce = loaded();
    require(${JSON.stringify(client)});
    console.log(JSON.stringify([atOnce, loaded()]));`;
  const printed = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  const [atOnce = [], later = []] = JSON.parse(printed) as string[][];
  const named = (loaded: string[]) =>
    loaded
      .filter((file) => !LOADED_BY_N8N.includes(file))
      .map((file) => path.basename(file))
      .filter((name) => !name.startsWith('chunk-'))
      .sort();
  expect(named(atOnce)).toEqual(['nodes.js']);
  expect(named(later)).toEqual(['index.js', 'nodes.js']);
  const bytes = atOnce.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(MAX_BYTES_AT_ONCE);
});
