import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Watches each folder by itself: on Linux, a recursive watch of Node loses a file that an editor replaces when it saves.
 * It does not keep the process running.
 * @returns a function that also watches folders that are new, and forgets those that are gone; it throws if one is deleted at that moment
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  changed: (file: string) => void,
): () => void {
  let watchers: FSWatcher[] = [];
  const update = () => {
    const present = folders.flatMap((folder) => [folder, ...foldersIn(root, folder)]);
    // A folder that was removed and made again has the same path, and its watcher notices nothing anymore.
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
