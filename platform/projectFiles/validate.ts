import { GRAPH } from './kinds/graph';
import { copyBytes } from '../common/content/bytes';
import type { FileContent } from '../common/content/fileContent';
import { InvalidInputError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';
import { toText, valueAt } from '../common/text/values';
import { joinMessageAndHint, Problems, type Problem } from './files/problems';
import { findProjectFolder, type InputFile, type ProjectFolder } from './files/projectFolder';
import { listVariables, type ProjectTree, type TreeWithSettings } from './files/projectTree';
import { readWithTargetFile, readWithoutTargetFile } from './files/readFiles';
import { listTargetFiles } from './files/targetFile';
import { findReferences } from './kinds';
import { isPlainPassword, PLAIN_PASSWORD } from './kinds/variable';
import { describeMissingPackage, PACKAGE } from './plan/packages';
import { PART_OF, toEntryPath } from './tree';

export interface FilesProblem {
  /** The path of a passed file; empty if the problem is not in a single file. */
  path: string;
  /** A dotted path; null if no field is named. */
  field: string | null;
  message: string;
  /** The number of further problems. Only the element after the first 100 has it. */
  count?: number;
}

/**
 * Checks the files of a project without a platform: fields, values, references, graphs and packages. Checks the settings again with
 * each target file. Only a plan finds problems that depend on the target.
 * @returns the first 100 problems and, if there are more, an element with the number of the others
 */
export async function validateFiles(passed: readonly InputFile[]): Promise<FilesProblem[]> {
  let folder: ProjectFolder;
  try {
    folder = findProjectFolder(passed);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return [{ path: '', field: null, message: joinMessageAndHint(error) }];
  }
  const { files, top } = folder;
  const problems = new Problems();
  const tree = await readWithoutTargetFile(files, problems);
  const referenceProblems = findReferenceAndPasswordProblems(tree);
  for (const problem of referenceProblems) problems.add(problem);
  await checkPackages(tree, problems);
  const reported = new Set(referenceProblems.map(({ path, advice }) => `${path} ${advice}`));
  for (const path of listTargetFiles(files.keys())) {
    const file = files.get(path);
    const patchedTree = file ? await readWithTargetFile(files, tree, file, problems) : tree;
    for (const problem of findReferenceAndPasswordProblems(patchedTree)) {
      if (reported.has(`${problem.path} ${problem.advice}`)) continue;
      const advice = `With this target file, ${problem.path} has an invalid "${problem.field}". ${problem.advice}`;
      problems.add({ path, mistake: '', advice });
    }
  }
  const found = problems.found.map(({ path, field = null, line, mistake, advice }) => {
    const sentence = mistake && `${line === undefined ? 'The file' : `Line ${line}`} ${mistake}. `;
    return { path: top + path, field, message: sentence + advice };
  });
  if (problems.isComplete) return found;
  const more = problems.count - found.length;
  const message = `… and ${more} more ${more === 1 ? 'problem' : 'problems'}. Fix the listed problems first.`;
  return [...found, { path: '', field: null, message, count: more }];
}

const REFERENCE_FIELDS = { job: GRAPH, volume: 'version.volumes' };

/** Finds references to entities that no file has, and variables that would store a password as plain text. */
function findReferenceAndPasswordProblems(tree: ProjectTree): Problem[] {
  const { include, entries, passwords } = tree;
  const inFiles = new Set([...entries.job, ...entries.volume].map(toEntryPath));
  const missing = [...entries.pipeline, ...entries.app].flatMap((entry) =>
    findReferences(entry)
      .filter(
        (reference) =>
          include.includes(PART_OF[reference.kind]) && !inFiles.has(toEntryPath(reference)),
      )
      .map(({ kind, key }): Problem => {
        const name = `${kind} "${excerpt(key)}"${kind === 'job' ? ' of the graph' : ''}`;
        const advice = `No file contains the ${name}. Add its file, or remove the reference.`;
        return { path: entry.file, mistake: '', advice, field: REFERENCE_FIELDS[kind] };
      }),
  );
  const plain = [...listVariables(tree)]
    .filter(({ variable }) => isPlainPassword(variable, passwords))
    .map(({ variable: { name }, owner }): Problem => ({
      path: owner?.file ?? 'variables.json',
      mistake: '',
      advice: `Variable "${excerpt(name)}": ${PLAIN_PASSWORD}`,
      field: `${owner ? 'variables.' : ''}${name}.isPassword`,
    }));
  return [...missing, ...plain];
}

async function checkPackages(
  { entries, hasPackages }: TreeWithSettings,
  problems: Problems,
): Promise<void> {
  for (const job of entries.job) {
    const name = toText(valueAt(job.doc, PACKAGE));
    const advice = job.package
      ? await findDamage(job.package)
      : name !== undefined && hasPackages && describeMissingPackage(name);
    if (advice) problems.add({ path: job.file, mistake: '', advice, field: PACKAGE });
  }
}

async function findDamage(content: FileContent): Promise<string | undefined> {
  try {
    for await (const piece of copyBytes(content)) void piece;
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return joinMessageAndHint(error);
  }
}
