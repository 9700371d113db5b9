import { InvalidInputError } from '../../errors';
import { projectFolder, type GivenFile, type ProjectFolder } from '../files/projectFolder';
import { FolderReader } from '../files/parseFiles';
import { WrongFileError } from '../files/readFile';
import { missingNames } from './missingNames';
import { sentences, type FilesProblem } from './problem';
import { wrongPackages } from './wrongPackages';

/** Whoever has more mends these first. */
const MOST_PROBLEMS = 1_000;

/**
 * Checks the files of a project without a platform: names and types of fields, values, names that are used, graphs, packages
 * byte by byte. What depends on a target is told by a plan.
 * @returns what is wrong, at most 1,000 problems; none where a plan can be made of the files
 */
export async function validateFiles(given: readonly GivenFile[]): Promise<FilesProblem[]> {
  let folder: ProjectFolder;
  try {
    folder = projectFolder(given);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return [{ path: '', field: null, message: sentences(error) }];
  }
  const problems: FilesProblem[] = [];
  const reader = new FolderReader(folder.files, (error, path) =>
    problems.push(...problemsOf(error, path)),
  );
  const parsed = await reader.read();
  problems.push(
    ...missingNames(parsed, reader.paths),
    ...(await wrongPackages(parsed, reader.paths)),
  );
  return problems
    .slice(0, MOST_PROBLEMS)
    .map((problem) => ({ ...problem, path: folder.top + problem.path }));
}

function problemsOf(error: InvalidInputError, path: string): FilesProblem[] {
  if (!(error instanceof WrongFileError)) {
    return [{ path, field: null, message: sentences(error) }];
  }
  return [error, ...error.others].map(({ line, what, advice, field, path: file }) => ({
    path: file,
    field: field ?? null,
    message: `${line === undefined ? 'The file' : `Line ${line}`} ${what}. ${advice}`,
  }));
}
