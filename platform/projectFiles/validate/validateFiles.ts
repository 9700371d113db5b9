import { InvalidInputError } from '../../errors/errors';
import { projectFolder, type GivenFile, type ProjectFolder } from '../files/projectFolder';
import { FolderReader, type ParsedFiles } from '../files/parseFiles';
import { WrongFileError } from '../files/readFile';
import { targetFiles } from '../files/targetFile/findTargetFile';
import { missingNames } from './missingNames';
import { plainPasswords } from './plainPasswords';
import { sentences, type FilesProblem } from './problem';
import { wrongPackages } from './wrongPackages';

/** Whoever has more mends these first. */
const MOST_PROBLEMS = 1_000;

/**
 * Checks the files of a project without a platform: names and types of fields, values, names that are used, graphs, packages
 * byte by byte, and what each target file makes of them. What depends on a target itself is told by a plan.
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
  const wrongNames = (files: ParsedFiles) => [
    ...missingNames(files, reader.paths),
    ...plainPasswords(files, reader.paths),
  ];
  const found = wrongNames(parsed);
  problems.push(...found, ...(await wrongPackages(parsed, reader.paths)));
  for (const path of targetFiles(folder.files.keys())) {
    const ofTarget = await reader.forTarget(parsed, path);
    problems.push(...onlyForTarget(wrongNames(ofTarget), found, path));
  }
  return problems
    .slice(0, MOST_PROBLEMS)
    .map((problem) => ({ ...problem, path: folder.top + problem.path }));
}

/** What is wrong with the files of one target alone. */
function onlyForTarget(
  found: readonly FilesProblem[],
  known: readonly FilesProblem[],
  target: string,
): FilesProblem[] {
  const isKnown = (problem: FilesProblem) =>
    known.some(({ path, message }) => path === problem.path && message === problem.message);
  return found
    .filter((problem) => !isKnown(problem))
    .map(({ path, field, message }) => ({
      path: target,
      field: null,
      message: `With it, ${path} has an invalid "${field}". ${message}`,
    }));
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
