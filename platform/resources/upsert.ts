import { PlatformError } from '../common/errors/errors';
import type { GraphqlEndpoint } from '../graphql/send/endpoint';
import { runInTurn } from '../common/time/concurrency';
import { cleanName } from '../common/text/text';
import type { Entity, PreparedChange } from './entities';
import { partlyMadeError, buildUnreadThrower } from './changes';
import { findDifferences } from './comparing';
import type { Settings } from './resource';

export interface Upserted {
  action: 'created' | 'updated' | 'unchanged';
}

interface AliasAndName {
  alias?: string | null;
  name: string;
}

interface Upsert<Found extends Entity, Result> {
  noun: string;
  projectId: string;
  wanted: AliasAndName;
  list: () => Promise<Found[]>;
  create: () => Promise<Result>;
  update: (found: Found) => Promise<Result & Upserted>;
}

/**
 * Updates the entity with the alias, otherwise the one with the name. Creates one if neither exists. Items with the same name
 * or alias take turns, so that the second item finds the entity that the first item created.
 */
export async function upsert<Found extends Entity & { alias?: string | null }, Result>(
  endpoint: GraphqlEndpoint,
  { noun, projectId, wanted, list, create, update }: Upsert<Found, Result>,
): Promise<Result & Upserted> {
  const prefix = `${endpoint.key} ${projectId.toLowerCase()} ${noun}`;
  const keys = [`${prefix} name ${wanted.name}`];
  if (wanted.alias) keys.push(`${prefix} alias ${wanted.alias}`);
  return await runInTurn(keys, async () => {
    const found = findByAliasOrName(await list(), wanted, noun);
    return found ? await update(found) : { ...(await create()), action: 'created' };
  });
}

interface EntityUpdate<T extends Entity> {
  noun: string;
  current: T;
  /** The wanted settings. Other settings stay unchanged. */
  settings: Settings<object>;
  prepareUpdate: (changes: Settings<object>) => Promise<PreparedChange<unknown>>;
  prepareAddVersion: () => Promise<PreparedChange<unknown>>;
  hasWantedVersion: (current: T) => Promise<boolean> | boolean;
  read: () => Promise<T>;
}

/** Updates the settings that differ, and adds a version if the current version is not the wanted one. */
export async function updateIfDifferent<T extends Entity>({
  noun,
  current,
  settings: { values, more = {} },
  prepareUpdate,
  prepareAddVersion,
  hasWantedVersion,
  read,
}: EntityUpdate<T>): Promise<T & Upserted> {
  const { isScheduled, cronScheduling } = values as {
    isScheduled?: boolean;
    cronScheduling?: unknown;
  };
  const wanted = { ...values, isScheduled: isScheduled ?? (cronScheduling ? true : undefined) };
  const changes = {
    values: findDifferences(wanted, current),
    more: findDifferences(more, current),
  };
  const needsEdit = Object.keys({ ...changes.values, ...changes.more }).length > 0;
  const needsVersion = !(await hasWantedVersion(current));
  if (!needsEdit && !needsVersion) return { ...current, action: 'unchanged' };

  // Both changes are checked against the live schema before either is sent.
  const edit = needsEdit ? await prepareUpdate(changes) : undefined;
  const addVersion = needsVersion ? await prepareAddVersion() : undefined;
  await edit?.();
  try {
    await addVersion?.();
  } catch (error) {
    if (!edit) throw error;
    // A second attempt compares again, but cannot see whether an unconfirmed version was added.
    const isRepeatable = error instanceof PlatformError && error.effect === 'none';
    throw partlyMadeError(
      `The settings of the ${noun} ${current.id} were updated, but its new version was not confirmed`,
      `Check the current version of the ${noun}.`,
      error,
      { madeId: current.id, isRepeatable },
    );
  }
  const done = `The ${noun} ${current.id} was updated`;
  const updated = await read().catch(buildUnreadThrower(noun, done));
  return { ...updated, action: 'updated' };
}

/** @throws PlatformError if several entities match */
function findByAliasOrName<Found extends Entity & { alias?: string | null }>(
  entities: readonly Found[],
  { alias, name }: AliasAndName,
  noun: string,
): Found | undefined {
  const byAlias = alias ? entities.filter((entity) => entity.alias === alias) : [];
  const [property, value, matches] =
    byAlias.length > 0
      ? ['alias', alias ?? '', byAlias]
      : ['name', name, entities.filter((entity) => entity.name === name)];
  if (matches.length <= 1) return matches[0];
  const message = `The project has ${matches.length} ${noun}s with the ${property} "${cleanName(value)}"`;
  throw new PlatformError(message, {
    hint: `Use the alias of the right ${noun}, or rename the others. Nothing was changed.`,
    code: 'INVALID_VALUE',
  });
}
