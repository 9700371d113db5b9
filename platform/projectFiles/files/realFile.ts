import { bytesOf } from '../../content/bytes';
import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import type { GivenFile } from './projectFolder';

/** A pointer of Git LFS is shorter, and begins like this. */
const MOST_BYTES_OF_POINTER = 1024;
const POINTER = 'version https://git-lfs.github.com/spec/';

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
  if (content.size > MOST_BYTES_OF_POINTER) return;
  const pieces: Buffer[] = [];
  for await (const piece of bytesOf(content)) pieces.push(Buffer.from(piece));
  if (!Buffer.concat(pieces).toString('latin1').startsWith(POINTER)) return;
  throw new InvalidInputError(
    `The file ${excerpt(path)} is a Git LFS pointer, not the file itself`,
    'Get the Git LFS files first with "git lfs pull". Archives created by a Git service may not include them. Nothing was sent.',
  );
}
