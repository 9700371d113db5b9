import { Cache } from '../../common/time/cache';
import { getSharedTimeout, waitUnlessCancelled } from '../../common/time/cancel';
import { readOneEntity } from '../../graphql/call/callRootField';
import { writtenFields } from '../../graphql/selection/supported';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import { toObject, toText } from '../../common/text/values';

const LABEL_TIMEOUT_MS = 3_000;
const LABEL_AGE_MS = 5 * 60_000;
const MISSING_LABEL_AGE_MS = 60_000;

/** The labels by login and ID of the technology. */
const labels = new Cache<string, Promise<string | undefined>>({
  size: 10_000,
  ageMs: LABEL_AGE_MS,
});

/**
 * Adds labels to the `technology` of entities. If the Projects module returns only IDs, the labels come from the catalog and
 * are cached. A label that cannot be read in time is left out.
 */
export async function withTechnologyLabels<T extends object>(
  platform: Platform,
  entities: readonly T[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<T[]> {
  const addLabel = async (entity: T) => {
    const { label, ...technology } = toObject(toObject(entity).technology);
    const id = toText(label) === undefined ? toText(technology.id) : undefined;
    const foundLabel = id === undefined ? undefined : await findLabel(platform, id);
    return foundLabel === undefined
      ? entity
      : { ...entity, technology: { ...technology, label: foundLabel } };
  };
  return await waitUnlessCancelled(Promise.all(entities.map(addLabel)), signal).catch(() => [
    ...entities,
  ]);
}

async function findLabel(platform: Platform, id: string): Promise<string | undefined> {
  const key = `${platform.session.key} ${id}`;
  const cached = labels.get(key);
  if (cached) return await cached;
  const timeout = getSharedTimeout(LABEL_TIMEOUT_MS);
  const reading = waitUnlessCancelled(readLabel(platform, id, timeout), timeout).catch(
    () => undefined,
  );
  labels.set(key, reading);
  const label = await reading;
  if (label === undefined) labels.set(key, reading, MISSING_LABEL_AGE_MS);
  return label;
}

const LABEL = writtenFields('label');

async function readLabel(
  platform: Platform,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const query = { name: 'technology', noun: 'technology', id, fields: LABEL } as const;
  const technology = await readOneEntity(await platform.catalog({ signal }), () => query, {
    signal,
  });
  return toText(toObject(technology).label);
}
