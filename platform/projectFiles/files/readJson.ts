import { copyBytes } from '../../common/content/bytes';
import type { FileContent } from '../../common/content/fileContent';
import { InvalidInputError } from '../../common/errors/errors';
import { parseExactJson } from '../../common/text/exactJson';
import { getLineAt, readStrictJson, StrictJsonError } from '../../common/text/strictJson';
import { excerpt } from '../../common/text/text';
import { joinMessageAndHint, type Problem, type Problems } from './problems';
import type { InputFile, SettingsFile } from './projectFolder';

/** Larger files would block the event loop while they are parsed. */
export const MAX_SETTINGS_FILE_MIB = 1;

const MAX_POINTER_BYTES = 1024;
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/** @returns undefined if the file is invalid; the reason is added to the problems */
export async function readJson(
  file: InputFile,
  problems: Problems,
): Promise<SettingsFile | undefined> {
  const { path, content } = file;
  if (content.size > MAX_SETTINGS_FILE_MIB * 1024 * 1024) {
    const advice = `A settings file can have up to ${MAX_SETTINGS_FILE_MIB} MiB.`;
    return problems.add({ path, mistake: 'is too large', advice });
  }
  const placeholder = await findPlaceholderProblem(file);
  if (placeholder) return problems.add(placeholder);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readAllBytes(content));
    const json = { path, ...readStrictJson(text) };
    const [large] = parseExactJson(text).numbersAsText;
    if (!large) return json;
    const [field, offset] = large;
    const mistake = `contains a whole number beyond 2^53 in "${excerpt(field, [], 200)}"`;
    const line = getLineAt(text, offset);
    return problems.add({ path, mistake, advice: 'Put the number in quotes.', line });
  } catch (error) {
    if (error instanceof InvalidInputError) {
      return problems.add({ path, mistake: 'cannot be read', advice: joinMessageAndHint(error) });
    }
    const { line, duplicateName } = error instanceof StrictJsonError ? error : {};
    if (duplicateName !== undefined) {
      const mistake = `contains the name "${excerpt(duplicateName, [], 200)}" twice in an object`;
      return problems.add({ path, mistake, advice: 'Keep only one of them.', line });
    }
    // The parser's message may repeat a secret of the file.
    const advice = 'It must be valid JSON in UTF-8.';
    return problems.add({ path, mistake: 'is not JSON', advice, line });
  }
}

/** Returns a problem if the file is a link or a Git LFS pointer, which would be deployed instead of the file itself. */
export async function findPlaceholderProblem({
  path,
  content,
  isLink,
}: InputFile): Promise<Problem | undefined> {
  if (isLink) {
    const advice =
      'An archive contains the link, not the file that it points to. Replace the link with the file.';
    return { path, mistake: 'is a symbolic link', advice };
  }
  if (content.size > MAX_POINTER_BYTES) return undefined;
  // A file that cannot be read is reported where its content is used.
  const bytes = await readAllBytes(content).catch(() => Buffer.alloc(0));
  if (!bytes.toString('latin1').startsWith(LFS_POINTER)) return undefined;
  const advice =
    'Get the Git LFS files first with "git lfs pull". Archives created by a Git service may not include them.';
  return { path, mistake: 'is a Git LFS pointer, not the file itself', advice };
}

async function readAllBytes(content: FileContent): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of copyBytes(content)) pieces.push(piece);
  return Buffer.concat(pieces);
}
