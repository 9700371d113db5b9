import { PlatformError } from '../errors/errors';
import type { GraphqlEndpoint } from '../graphql/send/endpoint';
import { oneAtATime } from '../time/concurrency';
import { excerpt } from '../text/text';
import type { Entity, PreparedChange } from './entities';
import { partlyMadeError, throwUnread } from './changes';
import { differing } from './comparing';
import type { Settings } from './resource';

/** What became of an entity that was to be as wanted. */
type UpsertAction = 'created' | 'updated' | 'unchanged';

export interface Upserted {
  action: UpsertAction;
}

interface Named {
  alias?: string | null;
  name: string;
}

/** How an entity that may be there already is made to be as wanted. */
interface Upsert<Found extends Entity, Result> {
  /** As "job". */
  what: string;
  projectId: string;
  wanted: Named;
  /** Those of the project. */
  list(): Promise<Found[]>;
  create(): Promise<Result>;
  update(found: Found): Promise<Result & Upserted>;
}

/**
 * Makes an entity, or changes the one that is there. Items that name the same entity come one after the other, so that the
 * second one finds what the first one made.
 */
export async function upsert<Found extends Entity & { alias?: string | null }, Result>(
  endpoint: GraphqlEndpoint,
  { what, projectId, wanted, list, create, update }: Upsert<Found, Result>,
): Promise<Result & Upserted> {
  const place = `${endpoint.key} ${projectId.toLowerCase()} ${what}`;
  const keys = [`${place} name ${wanted.name}`];
  if (wanted.alias) keys.push(`${place} alias ${wanted.alias}`);
  return await oneAtATime(keys, async () => {
    const found = findByAliasOrName(await list(), wanted, what);
    return found ? await update(found) : { ...(await create()), action: 'created' };
  });
}

/** How an entity that exists is made to be as wanted. */
interface Change<One extends Entity> {
  /** As "job". */
  what: string;
  current: One;
  /** What is not set stays as it is. */
  settings: Settings<object>;
  prepareUpdate(changes: Settings<object>): Promise<PreparedChange<unknown>>;
  prepareAddVersion(): Promise<PreparedChange<unknown>>;
  hasVersion(seen: One): Promise<boolean> | boolean;
  read(): Promise<One>;
}

/** Changes the settings that differ, and adds a version if the current one differs. */
export async function makeAsWanted<One extends Entity>({
  what,
  current,
  settings: { values, more = {} },
  prepareUpdate,
  prepareAddVersion,
  hasVersion,
  read,
}: Change<One>): Promise<One & Upserted> {
  const { isScheduled, cronScheduling } = values as {
    isScheduled?: boolean;
    cronScheduling?: unknown;
  };
  const wanted = { ...values, isScheduled: isScheduled ?? (cronScheduling ? true : undefined) };
  const changes = { values: differing(wanted, current), more: differing(more, current) };
  const isEdited = Object.keys({ ...changes.values, ...changes.more }).length > 0;
  const isAdded = !(await hasVersion(current));
  if (!isEdited && !isAdded) return { ...current, action: 'unchanged' };

  // Both are checked against the live schema before the first one is sent.
  const edit = isEdited ? await prepareUpdate(changes) : undefined;
  const add = isAdded ? await prepareAddVersion() : undefined;
  await edit?.();
  try {
    await add?.();
  } catch (error) {
    if (!edit) throw error;
    // The next try compares again. A version of which nothing is known is not added once more.
    const isRepeatable = error instanceof PlatformError && error.effect === 'none';
    throw partlyMadeError(
      `The settings of the ${what} ${current.id} were updated, but its new version was not confirmed`,
      `Check the current version of the ${what}.`,
      error,
      { madeId: current.id, isRepeatable },
    );
  }
  const updated = await read().catch(throwUnread(what, `The ${what} ${current.id} was updated`));
  return { ...updated, action: 'updated' };
}

/**
 * The entity that has the alias, else the one that has the name.
 * @throws PlatformError if several have it: none of them is meant more than the others
 */
function findByAliasOrName<Found extends Entity & { alias?: string | null }>(
  entities: readonly Found[],
  { alias, name }: Named,
  what: string,
): Found | undefined {
  const byAlias = alias ? entities.filter((entity) => entity.alias === alias) : [];
  const [kind, given, meant] =
    byAlias.length > 0
      ? ['alias', alias ?? '', byAlias]
      : ['name', name, entities.filter((entity) => entity.name === name)];
  if (meant.length <= 1) return meant[0];
  const shown = excerpt(given, [], 100);
  throw new PlatformError(`The project has ${meant.length} ${what}s with the ${kind} "${shown}"`, {
    hint: `Use the alias of the right ${what}, or rename the others. Nothing was changed.`,
    code: 'INVALID_VALUE',
  });
}
