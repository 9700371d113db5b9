import { bytesOf } from '../../content/bytes';
import type { FileContent } from '../../content/fileContent';
import { InvalidInputError } from '../../errors/errors';
import { textOf, valueAt } from '../../text/values';
import { missingPackage } from '../target/packages';
import type { ProjectEntity } from '../files/model';
import type { ParsedFiles } from '../files/parseFiles';
import { sentences, type FilesProblem } from './problem';

/** Packages that the files name and do not hold, and those whose bytes are not what was packed. */
export async function wrongPackages(
  { model, packages }: ParsedFiles,
  paths: ReadonlyMap<ProjectEntity, string>,
): Promise<FilesProblem[]> {
  const problems: FilesProblem[] = [];
  for (const job of model.entities.job) {
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
