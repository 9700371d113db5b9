import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Watches each folder separately. On Linux, a recursive watch of Node would lose a file that an editor replaces when it saves.
 * The watchers do not keep the process running.
 * @returns function that also watches new folders; it throws if a folder is deleted at the same time
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  onFileChange: (file: string) => void,
): () => void {
  let watchers: FSWatcher[] = [];
  const update = () => {
    const existing = folders.flatMap((folder) => [folder, ...listFolders(root, folder)]);
    // The watcher of a folder that was deleted and created again no longer reports changes.
    for (const watcher of watchers) watcher.close();
    watchers = [];
    for (const folder of existing) {
      const options = { persistent: false };
      const onChange = (_event: string, file: string | null) =>
        onFileChange(join(folder, file ?? ''));
      watchers.push(watch(join(root, folder), options, onChange));
    }
  };
  update();
  return update;
}

function listFolders(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
