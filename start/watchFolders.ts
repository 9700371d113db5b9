import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Watches each folder by itself: on Linux, a recursive watch of Node loses a file that an editor replaces when it saves.
 * It does not keep the process running.
 * @returns a function that also watches folders that are new, and forgets those that are gone
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  changed: (file: string) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const update = () => {
    const present = folders.flatMap((folder) => [folder, ...foldersIn(root, folder)]);
    for (const [folder, watcher] of watchers) {
      if (present.includes(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of present) {
      if (watchers.has(folder)) continue;
      const options = { persistent: false };
      const watcher = watch(join(root, folder), options, (_event, file) =>
        changed(join(folder, file ?? '')),
      );
      watchers.set(folder, watcher);
    }
  };
  update();
  return update;
}

function foldersIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
