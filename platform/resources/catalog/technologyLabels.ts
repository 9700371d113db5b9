import { Cache } from '../../common/time/cache';
import { sharedTimeout, unlessCancelled } from '../../common/time/cancel';
import { readOneEntity } from '../../graphql/call/callRootField';
import { writtenFields } from '../../graphql/selection/supported';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import { fieldsOf, textOf } from '../../common/text/values';

const LABELS_TAKE_MS = 3_000;
const KEPT_FOR_MS = 5 * 60_000;
/** If a catalog did not return a label, it is not requested again for this time. */
const SILENCE_KEPT_FOR_MS = 60_000;

/** The labels that each login can read, including those being read. */
const labels = new Cache<string, Promise<string | undefined>>({
  size: 10_000,
  ageMs: KEPT_FOR_MS,
});

/**
 * Adds labels to the `technology` of entities. The Projects module returns only IDs, so the labels come from the catalog, in one
 * request for all callers of a moment, and are kept for some minutes. A label that cannot be read within some seconds is left out.
 */
export async function withTechnologyLabels<Entity extends object>(
  platform: Platform,
  entities: readonly Entity[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Entity[]> {
  const read = async (entity: Entity) => {
    const { label, ...technology } = fieldsOf(fieldsOf(entity).technology);
    const id = textOf(label) === undefined ? textOf(technology.id) : undefined;
    const found = id === undefined ? undefined : await labelOf(platform, id);
    return found === undefined
      ? entity
      : { ...entity, technology: { ...technology, label: found } };
  };
  return await unlessCancelled(Promise.all(entities.map(read)), signal).catch(() => [...entities]);
}

async function labelOf(platform: Platform, id: string): Promise<string | undefined> {
  const key = `${platform.session.key} ${id}`;
  const known = labels.get(key);
  if (known) return await known;
  const late = sharedTimeout(LABELS_TAKE_MS);
  const asked = unlessCancelled(askLabel(platform, id, late), late);
  const read = asked.catch(() => undefined);
  labels.set(key, read);
  const label = await read;
  if (label === undefined) labels.set(key, read, SILENCE_KEPT_FOR_MS);
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
  return textOf(fieldsOf(technology).label);
}
