import { GRAPH } from './kinds/graph';
import { copyBytes } from '../common/content/bytes';
import type { FileContent } from '../common/content/fileContent';
import { InvalidInputError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';
import { textOf, valueAt } from '../common/text/values';
import { Problems, type Problem } from './files/problems';
import { findProjectFolder, type InputFile, type ProjectFolder } from './files/projectFolder';
import { listVariables, type ProjectTree, type TreeWithSettings } from './files/projectTree';
import { readForTarget, readWithoutTarget } from './files/readFiles';
import { listTargetFiles } from './files/targetFile';
import { findReferences } from './kinds';
import { isPlainPassword, PLAIN_PASSWORD } from './kinds/variable';
import { describeMissingPackage, PACKAGE } from './plan/packages';
import { PART_OF, toEntryPath } from './tree';

export interface FilesProblem {
  /** As the file was passed; empty if the problem is about all files. */
  path: string;
  /** A dotted path; null if the problem is about the file as a whole. */
  field: string | null;
  message: string;
  /** Undefined for one problem. */
  count?: number;
}

/**
 * Checks the files of a project without a platform: fields, values, references, graphs, packages byte by byte, and the same with
 * each target file. A plan finds problems that depend on a target.
 * @returns the first 100 problems, and how many more there are
 */
export async function validateFiles(given: readonly InputFile[]): Promise<FilesProblem[]> {
  let folder: ProjectFolder;
  try {
    folder = findProjectFolder(given);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return [{ path: '', field: null, message: sentences(error) }];
  }
  const { files, top } = folder;
  const problems = new Problems();
  const read = await readWithoutTarget(files, problems);
  const ofFiles = referenceProblems(read);
  for (const problem of ofFiles) problems.add(problem);
  await checkPackages(read, problems);
  const known = new Set(ofFiles.map(({ path, advice }) => `${path} ${advice}`));
  for (const path of listTargetFiles(files.keys())) {
    const file = files.get(path);
    const ofTarget = file ? await readForTarget(files, read, file, problems) : read;
    for (const problem of referenceProblems(ofTarget)) {
      if (known.has(`${problem.path} ${problem.advice}`)) continue;
      const advice = `With it, ${problem.path} has an invalid "${problem.field}". ${problem.advice}`;
      problems.add({ path, what: '', advice });
    }
  }
  const found = problems.found.map(({ path, field = null, line, what, advice }) => {
    const message = what && `${line === undefined ? 'The file' : `Line ${line}`} ${what}. `;
    return { path: top + path, field, message: message + advice };
  });
  if (problems.isComplete) return found;
  const more = problems.count - found.length;
  const rest = `… and ${more} more ${more === 1 ? 'problem' : 'problems'}. Fix these first.`;
  return [...found, { path: '', field: null, message: rest, count: more }];
}

/** Nothing is ever sent here, so messages do not need to say so. */
function sentences({ message, hint }: InvalidInputError): string {
  return `${message}. ${hint.replace(/ ?Nothing was sent\.$/, '')}`;
}

const FIELDS = { job: GRAPH, volume: 'version.volumes' };

/** Finds references to entities that no file has, and variables that would store a password as plain text. */
function referenceProblems(tree: ProjectTree): Problem[] {
  const { include, entries, passwords } = tree;
  const known = new Set([...entries.job, ...entries.volume].map(toEntryPath));
  const missing = [...entries.pipeline, ...entries.app].flatMap((entry) =>
    findReferences(entry)
      .filter((one) => include.includes(PART_OF[one.kind]) && !known.has(toEntryPath(one)))
      .map(({ kind, key }): Problem => {
        const name = `${kind} "${excerpt(key)}"${kind === 'job' ? ' of the graph' : ''}`;
        const advice = `No file contains the ${name}. Add its file, or remove the name.`;
        return { path: entry.file, what: '', advice, field: FIELDS[kind] };
      }),
  );
  const plain = [...listVariables(tree)]
    .filter(({ variable }) => isPlainPassword(variable, passwords))
    .map(({ variable: { name }, owner }): Problem => ({
      path: owner?.file ?? 'variables.json',
      what: '',
      advice: `Variable "${excerpt(name)}": ${PLAIN_PASSWORD}`,
      field: `${owner ? 'variables.' : ''}${name}.isPassword`,
    }));
  return [...missing, ...plain];
}

async function checkPackages(
  { entries, packages }: TreeWithSettings,
  problems: Problems,
): Promise<void> {
  for (const job of entries.job) {
    const name = textOf(valueAt(job.doc, PACKAGE));
    const advice = job.package
      ? await findDamage(job.package)
      : name !== undefined && packages && describeMissingPackage(name);
    if (advice) problems.add({ path: job.file, what: '', advice, field: PACKAGE });
  }
}

async function findDamage(content: FileContent): Promise<string | undefined> {
  try {
    for await (const piece of copyBytes(content)) void piece;
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return sentences(error);
  }
}
