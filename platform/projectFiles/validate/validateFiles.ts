import { bytesOf } from '../../content/bytes';
import type { FileContent } from '../../content/fileContent';
import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { textOf, valueAt } from '../../text/values';
import { PART_OF, referencesOf, type ProjectEntity, type Reference } from '../files/model';
import { FolderReader, type ParsedFiles } from '../files/parseFiles';
import { isPlainPassword, PLAIN_PASSWORD, variablesIn } from '../files/variables';
import { projectFolder, type GivenFile, type ProjectFolder } from '../files/projectFolder';
import { MAX_PROBLEMS, WrongFileError } from '../files/readFile';
import { targetFiles } from '../files/targetFile/readTargetFile';
import { missingPackage } from '../target/packages';

/** Something that is wrong with the files of a project. */
export interface FilesProblem {
  /** The file, as it was passed; empty if it is about all of them. */
  path: string;
  /** Its dotted path in the file; null if it is about the file as a whole. */
  field: string | null;
  /** What is wrong and what to do. */
  message: string;
  /** The number of problems that an entry stands for, if it is not one. */
  count?: number;
}

type Paths = ReadonlyMap<ProjectEntity, string>;

/**
 * Checks the files of a project without a platform: names and types of fields, values, names that are used, graphs, packages
 * byte by byte, and what each target file makes of them. What depends on a target itself is found by a plan.
 * @returns what is wrong, the first 100 problems and how many more there are; none if a plan can be made of the files
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
  [...found, ...(await wrongPackages(parsed, reader))].forEach(add);
  for (const path of targetFiles(folder.files.keys())) {
    const ofTarget = await reader.forTarget(parsed, path);
    onlyForTarget(wrongNames(ofTarget), found, path).forEach(add);
  }
  if (more === 0) return problems;
  const rest = `… and ${more} more ${more === 1 ? 'problem' : 'problems'}. Fix these first.`;
  return [...problems, { path: '', field: null, message: rest, count: more }];
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

/** Nothing is ever sent here, so that is not said. */
function sentences({ message, hint }: InvalidInputError): string {
  return `${message}. ${hint.replace(/ ?Nothing was sent\.$/, '')}`;
}

const FIELD_OF: Record<Reference['kind'], string> = {
  job: 'version.graph',
  volume: 'version.volumes',
};

/** Names of jobs and volumes that files use and none of them has; of parts that are left out, the target may have them. */
function missingNames({ model: { include, entities } }: ParsedFiles, paths: Paths): FilesProblem[] {
  const keys = {
    job: new Set(entities.job.map(({ key }) => key)),
    volume: new Set(entities.volume.map(({ key }) => key)),
  };
  const isMissing = ({ kind, key }: Reference) =>
    include.includes(PART_OF[kind]) && !keys[kind].has(key);
  const problem = (entity: ProjectEntity, { kind, key }: Reference): FilesProblem => {
    const what = `${kind} "${excerpt(key)}"${kind === 'job' ? ' of the graph' : ''}`;
    return {
      path: paths.get(entity) ?? '',
      field: FIELD_OF[kind],
      message: `No file contains the ${what}. Add its file, or remove the name.`,
    };
  };
  return (['pipeline', 'app'] as const).flatMap((kind) =>
    entities[kind].flatMap((entity) =>
      referencesOf(kind, entity.file)
        .filter(isMissing)
        .map((reference) => problem(entity, reference)),
    ),
  );
}

/** Variables that only the option "Variables" can give a value, and that would store a password as plain text. */
function plainPasswords({ model, passwords }: ParsedFiles, paths: Paths): FilesProblem[] {
  return [...variablesIn(model)]
    .filter(({ variable }) => isPlainPassword(variable, passwords))
    .map(({ variable: { name }, owner }) => ({
      path: owner ? (paths.get(owner) ?? '') : 'variables.json',
      field: `${owner ? 'variables.' : ''}${name}.isPassword`,
      message: `Variable "${excerpt(name)}": ${PLAIN_PASSWORD}`,
    }));
}

/** Packages that the files name and do not hold, and those whose bytes are not what was packed. */
async function wrongPackages(
  { model, packages }: ParsedFiles,
  { paths, withWrongPackage }: FolderReader,
): Promise<FilesProblem[]> {
  const problems: FilesProblem[] = [];
  for (const job of model.entities.job) {
    if (withWrongPackage.has(job)) continue;
    const path = paths.get(job) ?? '';
    const content = packages.get(job.key);
    const name = textOf(valueAt(job.file, 'version.package'));
    const message = content
      ? await damage(content)
      : name !== undefined && model.packages && missingPackage(name);
    if (message) problems.push({ path, field: 'version.package', message });
  }
  return problems;
}

async function damage(content: FileContent): Promise<string | undefined> {
  try {
    for await (const piece of bytesOf(content)) void piece;
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return sentences(error);
  }
}
