import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchFolders } from '../../start/watchFolders';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'watched-'));
  mkdirSync(path.join(root, 'nodes/Jobs'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

/** Saves a file as many editors do. */
function save(file: string): void {
  const written = path.join(root, `${file}.new`);
  writeFileSync(written, 'x');
  renameSync(written, path.join(root, file));
}

test('each save of a file is noticed, and so are folders that are new or come back', async () => {
  const changes = new Set<string>();
  const watchNewFolders = watchFolders(root, ['nodes'], (file) => changes.add(file));
  const saved = async (file: string) => {
    watchNewFolders();
    changes.clear();
    save(file);
    for (let look = 0; look < 100 && !changes.has(file); look++) await sleep(20);
    return changes.has(file);
  };
  for (let time = 0; time < 3; time++) expect(await saved('nodes/Jobs/a.ts')).toBe(true);
  for (let time = 0; time < 3; time++) {
    mkdirSync(path.join(root, 'nodes/Jobs/new'));
    expect(await saved('nodes/Jobs/new/b.ts')).toBe(true);
    rmSync(path.join(root, 'nodes/Jobs/new'), { recursive: true });
    if (time === 0) watchNewFolders();
    // Its removal is a change of its file, too.
    await sleep(100);
  }
});
