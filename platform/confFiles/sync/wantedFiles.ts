import { InvalidInputError } from '../../errors/errors';
import type { FileContent } from '../../content/fileContent';
import { excerpt } from '../../text/text';
import type { SyncOutcome } from './attempts';
import type { MountPath } from '../paths';

export interface WantedFile {
  path: MountPath;
  content: FileContent;
  /** What an earlier try has made of it, if one has brought it into place: it keeps that. */
  done?: SyncOutcome;
}

/** @throws InvalidInputError for files that exclude each other */
export function requireUniquePaths(wanted: readonly WantedFile[]): void {
  const paths = new Set<MountPath>();
  for (const { path } of wanted) {
    if (paths.has(path)) {
      throw new InvalidInputError(
        `Two items have the path ${excerpt(path)}`,
        'Use a different "File Path" for each item. Nothing was sent.',
      );
    }
    paths.add(path);
  }
  const inner = wanted.find(({ path }) => [...parentsOf(path)].some((parent) => paths.has(parent)));
  if (!inner) return;
  throw new InvalidInputError(
    `${excerpt(inner.path)} is below a path that is a file`,
    'A path can be a file or a folder, but not both. Change "File Path" of one item. Nothing was sent.',
  );
}

function* parentsOf(path: MountPath): Generator<MountPath> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    yield path.slice(0, end);
  }
}
