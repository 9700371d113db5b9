import { UnsupportedError } from '../../errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import { readOneEntity } from '../../graphql/call/callRootField';
import type { Platform } from '../../connection/platform';
import { isObject } from '../../text/values';
import { PROJECT_FIELDS, projects as resource, type ProjectDetails } from '../../resources/project';

/** The project itself, in one request with what else is asked for at this moment. @throws PlatformError where there is none */
export async function readProject(
  { projects }: Platform,
  id: string,
  options?: CallOptions,
): Promise<ProjectDetails> {
  const find = () => ({ name: 'project', what: 'project', id, fields: PROJECT_FIELDS });
  const project = await readOneEntity(projects, find, options).catch((error: unknown) => {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  });
  // Asked for by itself, what is not there is reported by name.
  if (!isObject(project)) return await resource.get(projects, id, options);
  return { ...project, id };
}
