import { bytesOf } from '../../content/bytes';
import { readStrictJson, StrictJsonError } from '../../text/strictJson';
import { excerpt } from '../../text/text';
import type { ProjectFolder } from './projectFolder';
import { wrongFile, type SettingsFile } from './readFile';
import { requireRealFile } from './realFile';

/** Larger ones would hold up n8n while they are read. */
export const MAX_SETTINGS_FILE_MIB = 1;

/** @returns undefined where there is no such file */
export async function readJson(
  files: ProjectFolder['files'],
  path: string,
): Promise<SettingsFile | undefined> {
  const file = files.get(path);
  if (!file) return undefined;
  await requireRealFile(file);
  const { content } = file;
  if (content.size > MAX_SETTINGS_FILE_MIB * 1024 * 1024) {
    const hint = `A settings file can have up to ${MAX_SETTINGS_FILE_MIB} MiB.`;
    throw wrongFile(path, 'is too large', hint);
  }
  const pieces: Buffer[] = [];
  for await (const piece of bytesOf(content)) pieces.push(Buffer.from(piece));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
    return { path, ...readStrictJson(text) };
  } catch (error) {
    const { line, twice } = error instanceof StrictJsonError ? error : {};
    if (twice !== undefined) {
      const what = `contains the name "${excerpt(twice, [], 200)}" twice in an object`;
      throw wrongFile(path, what, 'Keep only one of them.', line);
    }
    // Its own words may repeat a secret of the file.
    throw wrongFile(path, 'is not JSON', 'It must be valid JSON in UTF-8.', line);
  }
}
