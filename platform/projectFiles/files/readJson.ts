import { bytesOf } from '../../content/bytes';
import { readStrictJson, StrictJsonError } from '../../text/strictJson';
import { excerpt } from '../../text/text';
import type { ProjectFolder } from './projectFolder';
import { wrongFile, type SettingsFile } from './readFile';
import { requireRealFile } from './realFile';

export const MOST_BYTES_OF_JSON = 10 * 1024 * 1024;

/** @returns undefined where there is no such file */
export async function readJson(
  files: ProjectFolder['files'],
  path: string,
): Promise<SettingsFile | undefined> {
  const file = files.get(path);
  if (!file) return undefined;
  await requireRealFile(file);
  const { content } = file;
  if (content.size > MOST_BYTES_OF_JSON) {
    throw wrongFile(path, 'is too large', 'A settings file can have up to 10 MiB.');
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
