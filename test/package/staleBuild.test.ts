import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sourceNewerThanBuild } from '../../harness/staleBuild';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'stale-build-'));
  write('nodes/a/A.node.ts', 100);
  write('nodes/a/icon.svg', 100);
  write('platform/index.ts', 101);
  write('dist/nodes/A.node.js', 200);
  write('dist/platform/index.js', 201);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, changedSeconds: number): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, changedSeconds, changedSeconds);
}

test('a build that is newer than its sources is fresh', () => {
  // What is copied keeps the time of its source.
  write('dist/nodes/icon.svg', 100);
  expect(sourceNewerThanBuild(root)).toBeUndefined();
});

test('the source that was changed last is named', () => {
  write('platform/index.ts', 200.5);
  expect(sourceNewerThanBuild(root)).toBe('platform/index.ts');
  write('nodes/a/A.node.ts', 300);
  expect(sourceNewerThanBuild(root)).toBe('nodes/a/A.node.ts');
});

test('nothing was built', () => {
  rmSync(path.join(root, 'dist'), { recursive: true });
  expect(sourceNewerThanBuild(root)).toBe('platform/index.ts');
});
