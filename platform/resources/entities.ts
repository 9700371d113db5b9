import { PlatformError, UnexpectedResponseError } from '../common/errors/errors';
import { without } from '../common/text/names';
import { excerpt } from '../common/text/text';
import { isObject } from '../common/text/values';

/** A project, job, pipeline or app with the fields that this platform has. */
export interface Entity {
  id: string;
  name?: string;
}

/**
 * A change that was checked against the live schema and not made yet; makes it.
 * @param mayHaveBeenMade true if it was requested before, with an unknown outcome
 */
export type PreparedChange<Result> = (mayHaveBeenMade?: boolean) => Promise<Result>;

/** The project of an entity in a list. */
export interface InProject {
  projectId: string;
  /** Null if the platform does not return it. */
  projectName: string | null;
}

/**
 * Returns the objects of a list, without entries such as null.
 * @throws UnexpectedResponseError for an object, such as one page of a list: it must not read as "no entries"
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

/** Returns the error of a poll whose lists are incomplete. @param nouns such as `runs` */
export function incompletePoll(nouns: string): PlatformError {
  return new PlatformError(`The platform returned only some of the ${nouns}`, {
    hint: 'No event was created. The next poll tries again.',
    isTemporary: true,
  });
}

/** Removes all versions of a job or pipeline but the current one. Older platforms return all. */
export function withCurrentVersion<Entity extends object>(entity: Entity): Entity {
  const { versions } = entity as { versions?: unknown };
  if (!Array.isArray(versions)) return entity;
  const current = versions
    .filter(isObject)
    .filter(({ isCurrent }) => isCurrent !== false)
    .map((version) => without(version, 'isCurrent'));
  return { ...entity, versions: current };
}
