import { Cache } from '../../common/time/cache';
import { getSharedTimeout, waitUnlessCancelled } from '../../common/time/cancel';
import { readOneEntity } from '../../graphql/call/callRootField';
import { writtenFields } from '../../graphql/selection/supported';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import { toObject, toText } from '../../common/text/values';

const LABELS_TAKE_MS = 3_000;
const KEPT_FOR_MS = 5 * 60_000;
const MISSING_LABEL_KEPT_MS = 60_000;

/** By login and ID. */
const labels = new Cache<string, Promise<string | undefined>>({
  size: 10_000,
  ageMs: KEPT_FOR_MS,
});

/**
 * Adds labels to the `technology` of entities. The Projects module returns only IDs, so labels come from the catalog and are
 * cached. A label that cannot be read in time is left out.
 */
export async function withTechnologyLabels<Entity extends object>(
  platform: Platform,
  entities: readonly Entity[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Entity[]> {
  const read = async (entity: Entity) => {
    const { label, ...technology } = toObject(toObject(entity).technology);
    const id = toText(label) === undefined ? toText(technology.id) : undefined;
    const found = id === undefined ? undefined : await findLabel(platform, id);
    return found === undefined
      ? entity
      : { ...entity, technology: { ...technology, label: found } };
  };
  return await waitUnlessCancelled(Promise.all(entities.map(read)), signal).catch(() => [
    ...entities,
  ]);
}

async function findLabel(platform: Platform, id: string): Promise<string | undefined> {
  const key = `${platform.session.key} ${id}`;
  const known = labels.get(key);
  if (known) return await known;
  const late = getSharedTimeout(LABELS_TAKE_MS);
  const asked = waitUnlessCancelled(askLabel(platform, id, late), late);
  const read = asked.catch(() => undefined);
  labels.set(key, read);
  const label = await read;
  if (label === undefined) labels.set(key, read, MISSING_LABEL_KEPT_MS);
  return label;
}

const LABEL = writtenFields('label');

async function askLabel(
  platform: Platform,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const wanted = { name: 'technology', what: 'technology', id, fields: LABEL } as const;
  const technology = await readOneEntity(await platform.catalog({ signal }), () => wanted, {
    signal,
  });
  return toText(toObject(technology).label);
}
