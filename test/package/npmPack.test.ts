import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE_ARCHIVE } from '../support/packedPackage';
import { readJson, readText, ROOT } from '../support/repository';

/** A clone whose tools and build do nothing. */
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'npm-pack-'));
  for (const folder of ['start', 'node_modules/.bin'])
    mkdirSync(path.join(clone, folder), { recursive: true });
  for (const file of ['.npmrc', 'package.json', 'README.md'])
    if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(clone, file));
  writeFileSync(path.join(clone, 'start/install.mjs'), `console.log('installed');`);
  const gulp = '#!/bin/sh\nmkdir dist && cp README.md "dist/$1.js"\n';
  writeFileSync(path.join(clone, 'node_modules/.bin/gulp'), gulp, { mode: 0o755 });
});
afterEach(() => rmSync(clone, { recursive: true }));

test.each(['pack', 'publish --dry-run'])(
  'in a fresh clone, npm %s installs the tools and builds first',
  (command) => {
    const npm = spawnSync('npm', command.split(' '), { cwd: clone, encoding: 'utf8' });
    expect(npm.status).toBe(0);
    expect(npm.stdout).toMatch(/^installed$/m);
    expect(npm.stderr).toContain('dist/build.js');
  },
);

test('no npm runs the install script of the lint plugin that insists on pnpm', () => {
  const { packages } = readJson<{ packages: Record<string, object> }>('package-lock.json');
  const { allowScripts } = readJson<{ allowScripts: object }>('package.json');
  const plugin = 'eslint-plugin-n8n-nodes-base';
  expect(packages[`node_modules/${plugin}`]).not.toHaveProperty('hasInstallScript');
  expect(allowScripts).toEqual({ [plugin]: false, node: true });
  expect(Object.values(packages).filter((entry) => 'resolved' in entry)).toEqual([]);
});

test('a release publishes the archive that these tests try', () => {
  const steps = readText('.github/workflows/publish.yml');
  const published = /npm publish (?!-)(\S+)/.exec(steps)?.[1] ?? '';
  expect(path.join(ROOT, published)).toBe(PACKAGE_ARCHIVE);
  expect(steps.indexOf('npm test')).toBeLessThan(steps.indexOf('npm publish'));
});
