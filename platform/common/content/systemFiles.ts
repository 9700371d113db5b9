/** Files and folders that operating systems and Git add. */
const SYSTEM_FOLDERS = /^(?:__MACOSX|\.git)$/i;
const SYSTEM_FILES =
  /^(?:\._.*|\.DS_Store|Thumbs\.db|desktop\.ini|\.git(?:attributes|ignore|keep))$/is;

/** Whether a file of an archive or a folder was added by a system and is ignored. @param path separated by slashes */
export function isSystemFile(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return SYSTEM_FILES.test(name) || folders.some((folder) => SYSTEM_FOLDERS.test(folder));
}
