import { bytesOf } from '../../content/bytes';
import type { FileContent } from '../../content/fileContent';
import { parseExactJson } from '../../text/exactJson';
import { lineAt, readStrictJson, StrictJsonError, type StrictJson } from '../../text/strictJson';
import { excerpt } from '../../text/text';
import { InvalidInputError } from '../../errors/errors';
import type { GivenFile, ProjectFolder } from './projectFolder';
import { wrongFile, type SettingsFile } from './readFile';

/** Larger ones would hold up n8n while they are read. */
export const MAX_SETTINGS_FILE_MIB = 1;

/** A pointer of Git LFS is shorter, and begins like this. */
const MAX_POINTER_BYTES = 1024;
const POINTER = 'version https://git-lfs.github.com/spec/';

/** @returns undefined if there is no such file */
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
  const bytes = await allBytes(content);
  let text = '';
  let json: StrictJson;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = readStrictJson(text);
  } catch (error) {
    const { line, twice } = error instanceof StrictJsonError ? error : {};
    if (twice !== undefined) {
      const what = `contains the name "${excerpt(twice, [], 200)}" twice in an object`;
      throw wrongFile(path, what, 'Keep only one of them.', line);
    }
    // Its own words may repeat a secret of the file.
    throw wrongFile(path, 'is not JSON', 'It must be valid JSON in UTF-8.', line);
  }
  const [large] = parseExactJson(text).numbersAsText;
  if (!large) return { path, ...json };
  const [field, offset] = large;
  const what = `contains a whole number beyond 2^53 in "${excerpt(field, [], 200)}"`;
  throw wrongFile(path, what, 'Put it in quotes.', lineAt(text, offset));
}

/**
 * That a file is there itself: a link, or a pointer of Git LFS, would be deployed in its place.
 * @throws InvalidInputError naming it
 */
export async function requireRealFile({ path, content, isLink }: GivenFile): Promise<void> {
  if (isLink) {
    throw new InvalidInputError(
      `The file ${excerpt(path)} is a symbolic link`,
      'An archive contains the link, not the file that it points to. Replace the link with the file. Nothing was sent.',
    );
  }
  if (content.size > MAX_POINTER_BYTES) return;
  if (!(await allBytes(content)).toString('latin1').startsWith(POINTER)) return;
  throw new InvalidInputError(
    `The file ${excerpt(path)} is a Git LFS pointer, not the file itself`,
    'Get the Git LFS files first with "git lfs pull". Archives created by a Git service may not include them. Nothing was sent.',
  );
}

async function allBytes(content: FileContent): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of bytesOf(content)) pieces.push(piece);
  return Buffer.concat(pieces);
}
