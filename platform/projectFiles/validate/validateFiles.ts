import { InvalidInputError } from '../../errors/errors';
import { projectFolder, type GivenFile, type ProjectFolder } from '../files/projectFolder';
import { FolderReader, type ParsedFiles } from '../files/parseFiles';
import { MAX_PROBLEMS, WrongFileError } from '../files/readFile';
import { targetFiles } from '../files/targetFile/findTargetFile';
import { missingNames } from './missingNames';
import { plainPasswords } from './plainPasswords';
import { sentences, type FilesProblem } from './problem';
import { wrongPackages } from './wrongPackages';

/**
 * Checks the files of a project without a platform: names and types of fields, values, names that are used, graphs, packages
 * byte by byte, and what each target file makes of them. What depends on a target itself is told by a plan.
 * @returns what is wrong, the first 100 problems and how many more there are; none where a plan can be made of the files
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
  let more = 0;
  const add = (problem: FilesProblem) => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ ...problem, path: folder.top + problem.path });
    else more++;
  };
  const reader = new FolderReader(folder.files, (error, path) => {
    problemsOf(error, path).forEach(add);
    more += error instanceof WrongFileError ? error.more : 0;
  });
  const parsed = await reader.read();
  const wrongNames = (files: ParsedFiles) => [
    ...missingNames(files, reader.paths),
    ...plainPasswords(files, reader.paths),
  ];
  const found = wrongNames(parsed);
  [...found, ...(await wrongPackages(parsed, reader.paths))].forEach(add);
  for (const path of targetFiles(folder.files.keys())) {
    const ofTarget = await reader.forTarget(parsed, path);
    onlyForTarget(wrongNames(ofTarget), found, path).forEach(add);
  }
  if (more === 0) return problems;
  const rest = `… and ${more} more ${more === 1 ? 'problem' : 'problems'}. Fix these first.`;
  return [...problems, { path: '', field: null, message: rest }];
}

/** What is wrong with the files of one target alone. */
function onlyForTarget(
  found: readonly FilesProblem[],
  known: readonly FilesProblem[],
  target: string,
): FilesProblem[] {
  const form = ({ path, message }: FilesProblem) => JSON.stringify([path, message]);
  const forms = new Set(known.map(form));
  return found
    .filter((problem) => !forms.has(form(problem)))
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
