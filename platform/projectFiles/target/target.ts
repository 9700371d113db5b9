import { InvalidInputError } from '../../common/errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import { listProjects } from '../../resources/project';
import { excerpt } from '../../common/text/text';

/**
 * The project that files are deployed to, by its ID or its name. A name that does not exist is created.
 * With `isNew`, it is known not to exist.
 */
export type Target = { projectId: unknown } | { name: string; isNew?: true };

export interface TargetProject {
  /** Undefined for one that has to be made. */
  id?: string;
  name: string;
}

/** @throws InvalidInputError if several projects have the name */
export async function findTarget(
  { projects }: Platform,
  target: Target,
  options?: CallOptions,
): Promise<TargetProject> {
  if ('projectId' in target) return { id: String(target.projectId), name: '' };
  const name = target.name.trim();
  if (name === '') {
    throw new InvalidInputError('The name of the new project is missing', 'Fill in "Name".');
  }
  if (target.isNew) return { name };
  const found = (await listProjects(projects, options)).filter((project) => project.name === name);
  if (found.length > 1) {
    throw new InvalidInputError(
      `${found.length} projects are named "${excerpt(name)}"`,
      'Choose one of them in "Project" instead.',
    );
  }
  return { id: found[0]?.id, name };
}
