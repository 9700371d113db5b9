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
 * @param mayHaveBeenMade true if an earlier try sent it with an unknown outcome
 */
export type PreparedChange<Result> = (mayHaveBeenMade?: boolean) => Promise<Result>;

export interface InProject {
  projectId: string;
  /** Null if the platform does not return it. */
  projectName: string | null;
}

/**
 * Returns the objects of a list, without entries such as null.
 * @throws UnexpectedResponseError for an object, for example a page of a list, which must not count as "no entries"
 */
export function objectsIn<Entry extends object>(value: unknown): Entry[] {
  if (isObject(value)) {
    const fields = excerpt(Object.keys(value).join(', '), [], 200);
    throw new UnexpectedResponseError('The platform returned an object instead of a list', {
      hint: `Use "Call Operation" of the resource GraphQL, which returns it as received. Its fields are: ${fields}`,
    });
  }
  return Array.isArray(value) ? (value.filter(isObject) as unknown[] as Entry[]) : [];
}

/** @param nouns for example `runs` */
export function incompletePoll(nouns: string): PlatformError {
  return new PlatformError(`The platform returned only some of the ${nouns}`, {
    hint: 'No event was created. The next poll tries again.',
    isTemporary: true,
  });
}

/** Older platforms return all versions. */
export function withCurrentVersion<Entity extends object>(entity: Entity): Entity {
  const { versions } = entity as { versions?: unknown };
  if (!Array.isArray(versions)) return entity;
  const current = versions
    .filter(isObject)
    .filter(({ isCurrent }) => isCurrent !== false)
    .map((version) => without(version, 'isCurrent'));
  return { ...entity, versions: current };
}
