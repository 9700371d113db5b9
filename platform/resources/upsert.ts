import { PlatformError } from '../common/errors/errors';
import type { GraphqlEndpoint } from '../graphql/send/endpoint';
import { runInTurn } from '../common/time/concurrency';
import { cleanName } from '../common/text/text';
import type { Entity, PreparedChange } from './entities';
import { partlyMadeError, throwUnread } from './changes';
import { findDifferences } from './comparing';
import type { Settings } from './resource';

type UpsertAction = 'created' | 'updated' | 'unchanged';

export interface Upserted {
  action: UpsertAction;
}

interface Named {
  alias?: string | null;
  name: string;
}

interface Upsert<Found extends Entity, Result> {
  what: string;
  projectId: string;
  wanted: Named;
  list: () => Promise<Found[]>;
  create: () => Promise<Result>;
  update: (found: Found) => Promise<Result & Upserted>;
}

/**
 * Creates an entity, or updates an existing one. Items with the same entity take turns, so that the second item finds the entity
 * of the first.
 */
export async function upsert<Found extends Entity & { alias?: string | null }, Result>(
  endpoint: GraphqlEndpoint,
  { what, projectId, wanted, list, create, update }: Upsert<Found, Result>,
): Promise<Result & Upserted> {
  const place = `${endpoint.key} ${projectId.toLowerCase()} ${what}`;
  const keys = [`${place} name ${wanted.name}`];
  if (wanted.alias) keys.push(`${place} alias ${wanted.alias}`);
  return await runInTurn(keys, async () => {
    const found = findByAliasOrName(await list(), wanted, what);
    return found ? await update(found) : { ...(await create()), action: 'created' };
  });
}

interface Change<One extends Entity> {
  what: string;
  current: One;
  /** Other settings stay. */
  settings: Settings<object>;
  prepareUpdate: (changes: Settings<object>) => Promise<PreparedChange<unknown>>;
  prepareAddVersion: () => Promise<PreparedChange<unknown>>;
  hasVersion: (seen: One) => Promise<boolean> | boolean;
  read: () => Promise<One>;
}

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
  const changes = {
    values: findDifferences(wanted, current),
    more: findDifferences(more, current),
  };
  const isEdited = Object.keys({ ...changes.values, ...changes.more }).length > 0;
  const isAdded = !(await hasVersion(current));
  if (!isEdited && !isAdded) return { ...current, action: 'unchanged' };

  // Both changes are checked against the live schema before one is sent.
  const edit = isEdited ? await prepareUpdate(changes) : undefined;
  const add = isAdded ? await prepareAddVersion() : undefined;
  await edit?.();
  try {
    await add?.();
  } catch (error) {
    if (!edit) throw error;
    // The next try compares again, but cannot see whether an unconfirmed version was added.
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

/** @throws PlatformError if several entities match */
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
  const shown = cleanName(given);
  throw new PlatformError(`The project has ${meant.length} ${what}s with the ${kind} "${shown}"`, {
    hint: `Use the alias of the right ${what}, or rename the others. Nothing was changed.`,
    code: 'INVALID_VALUE',
  });
}
