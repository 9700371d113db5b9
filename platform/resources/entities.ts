import { PlatformError, UnexpectedResponseError } from '../common/errors/errors';
import { without } from '../common/text/names';
import { excerpt } from '../common/text/text';
import { isObject } from '../common/text/values';

export interface Entity {
  id: string;
  name?: string;
}

/**
 * Makes a change that was checked against the live schema.
 * @param mayHaveBeenMade true if an earlier attempt sent the change, and its outcome is unknown
 */
export type PreparedChange<Result> = (mayHaveBeenMade?: boolean) => Promise<Result>;

export interface InProject {
  projectId: string;
  /** Null if the platform does not return the name. */
  projectName: string | null;
}

/**
 * Returns the objects of a list. Leaves out other entries, such as null. Null and scalars count as an empty list.
 * @throws UnexpectedResponseError if the value is an object, for example a page of a list, which must not count as an empty list
 */
export function objectsIn<Entry extends object>(value: unknown): Entry[] {
  if (isObject(value)) {
    const fields = excerpt(Object.keys(value).join(', '), [], 200);
    throw new UnexpectedResponseError('The platform returned an object instead of a list', {
      hint: `Use "Call Operation" of the resource GraphQL, which returns the object unchanged. The fields of the object are: ${fields}`,
    });
  }
  return Array.isArray(value) ? (value.filter(isObject) as unknown[] as Entry[]) : [];
}

/** @param nouns for example "runs" */
export function incompletePollError(nouns: string): PlatformError {
  return new PlatformError(`The platform returned only some of the ${nouns}`, {
    hint: 'No event was created. The next poll tries again.',
    isTemporary: true,
  });
}

/** Removes versions that are not current, because older platforms return all versions. */
export function keepOnlyCurrentVersion<T extends object>(entity: T): T {
  const { versions } = entity as { versions?: unknown };
  if (!Array.isArray(versions)) return entity;
  const currentVersions = versions
    .filter(isObject)
    .filter(({ isCurrent }) => isCurrent !== false)
    .map((version) => without(version, 'isCurrent'));
  return { ...entity, versions: currentVersions };
}
