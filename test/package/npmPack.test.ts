import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE_ARCHIVE, PACKAGE_FOLDER } from '../../harness/packedPackage';

const ROOT = path.resolve(__dirname, '..', '..');

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'npm-pack-'));
  for (const file of ['.npmrc', 'package.json', 'README.md'])
    cpSync(path.join(ROOT, file), path.join(clone, file));
});
afterEach(() => rmSync(clone, { recursive: true }));

const pack = () => spawnSync('npm', ['pack'], { cwd: clone, encoding: 'utf8', shell: false });
const packed = () => readdirSync(clone).filter((name) => name.endsWith('.tgz'));

test('in a fresh clone, npm packs no package without nodes and says what has to run first', () => {
  const { status, stderr } = pack();
  expect(stderr).toContain('made-by-npm-run-build');
  expect(status).not.toBe(0);
  expect(packed()).toEqual([]);
});

test('npm publishes nothing without a build, which it runs itself', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['publish', '--dry-run'], {
    cwd: clone,
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain('prepack');
  // What installs the tools is not in this clone.
  expect(stderr).toContain('start/install.mjs');
  expect(status).not.toBe(0);
});

test('a release publishes the archive that these tests try', () => {
  const steps = readFileSync(path.join(ROOT, '.github/workflows/publish.yml'), 'utf8');
  const published = /npm publish (?!-)(\S+)/.exec(steps)?.[1] ?? '';
  expect(path.join(ROOT, published)).toBe(PACKAGE_ARCHIVE);
  expect(steps.indexOf('npm test')).toBeLessThan(steps.indexOf('npm publish'));
});

test('what a release lists as its libraries is what the package has licenses of', () => {
  const { dependencies } = JSON.parse(
    readFileSync(path.join(ROOT, '.local/bundled/package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> };
  const licenses = readFileSync(path.join(PACKAGE_FOLDER, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');
  const named = [...licenses.matchAll(/^(\S+) (\d\S*) \(\S.*\)$/gm)].map(([, name, version]) => [
    name,
    version,
  ]);
  expect(dependencies).toEqual(Object.fromEntries(named));
  expect(named.length).toBeGreaterThan(5);
});

test('after a build, npm packs into the folder that it was called in', () => {
  const link = path.join(ROOT, 'dist/made-by-npm-run-build');
  expect(existsSync(link)).toBe(true);
  mkdirSync(path.join(clone, 'dist'));
  symlinkSync(clone, path.join(clone, 'dist/made-by-npm-run-build'), 'junction');
  expect(pack().status).toBe(0);
  expect(packed()).toHaveLength(1);
});
