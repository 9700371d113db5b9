/** Operating systems and Git add these files and folders. */
const SYSTEM_FOLDERS = /^(?:__MACOSX|\.git)$/i;
const SYSTEM_FILES =
  /^(?:\._.*|\.DS_Store|Thumbs\.db|desktop\.ini|\.git(?:attributes|ignore|keep))$/is;

/** @param path separated by slashes */
export function isSystemFile(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return SYSTEM_FILES.test(name) || folders.some((folder) => SYSTEM_FOLDERS.test(folder));
}
