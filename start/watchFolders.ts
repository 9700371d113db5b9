import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Watches each folder separately, because on Linux, a recursive watch of Node loses a file that an editor replaces when it
 * saves. Does not keep the process running.
 * @returns a function that watches new folders and forgets deleted ones; it throws if a folder is deleted at that moment
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  changed: (file: string) => void,
): () => void {
  let watchers: FSWatcher[] = [];
  const update = () => {
    const present = folders.flatMap((folder) => [folder, ...foldersIn(root, folder)]);
    // If a folder was deleted and created again, its old watcher notices nothing.
    for (const watcher of watchers) watcher.close();
    watchers = [];
    for (const folder of present) {
      const options = { persistent: false };
      const onChange = (_event: string, file: string | null) => changed(join(folder, file ?? ''));
      watchers.push(watch(join(root, folder), options, onChange));
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
