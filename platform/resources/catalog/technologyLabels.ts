import type { GraphQLOutputType, GraphQLSchema } from 'graphql';
import { Cache } from '../../time/cache';
import { unlessCancelled } from '../../time/cancel';
import type { CallOptions } from '../../graphql/send/endpoint';
import { readEach } from '../../graphql/call/readEach';
import { SharedReads } from '../../graphql/read/sharedReads';
import { presentSelection, writtenFields } from '../../graphql/selection/supported';
import type { Platform } from '../../connection/platform';
import { fieldsOf, textOf } from '../../text/values';

const LABELS_TAKE_MS = 3_000;
export const KEPT_FOR_MS = 5 * 60_000;
/** So long a catalog that did not tell a label is not asked for it again. */
const SILENCE_KEPT_FOR_MS = 60_000;
const MAX_KEPT = 10_000;

/** The labels that one login can read, those asked for now included. */
type Labels = Cache<string, Promise<string | undefined>>;

const labelsOfLogins = new Cache<string, Labels>({ size: 100 });
const asked = new SharedReads<unknown>();

/**
 * Entities with the label beside the ID of their `technology`. The Projects module tells the ID alone, so the catalog is
 * asked, once for all who ask at the same moment, and its response is kept for some minutes. Labels are a help, not a
 * need: what cannot be read within some seconds is left out.
 */
export async function withTechnologyLabels<Entity extends object>(
  platform: Platform,
  entities: readonly Entity[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Entity[]> {
  const wanted = new Set(entities.flatMap((entity) => unlabelled(entity) ?? []));
  if (wanted.size === 0) return [...entities];
  const labels = await unlessCancelled(read(platform, wanted), signal).catch(
    () => new Map<string, string>(),
  );
  return entities.map((entity) => {
    const label = labels.get(unlabelled(entity) ?? '');
    if (label === undefined) return entity;
    return { ...entity, technology: { ...fieldsOf(fieldsOf(entity).technology), label } };
  });
}

/** The ID of an entity's technology, where it stands there without a label. */
function unlabelled(entity: object): string | undefined {
  const { id, label } = fieldsOf(fieldsOf(entity).technology);
  return textOf(label) === undefined ? textOf(id) : undefined;
}

function labelsFor({ session }: Platform): Labels {
  const limits = { size: MAX_KEPT, ageMs: KEPT_FOR_MS };
  return labelsOfLogins.getOrSet(session.key, () => new Cache(limits));
}

async function read(platform: Platform, wanted: ReadonlySet<string>): Promise<Map<string, string>> {
  const labels = labelsFor(platform);
  const told = await Promise.all(
    [...wanted].map(async (id) => [id, await labelOf(platform, labels, id)] as const),
  );
  return new Map(told.flatMap(([id, label]) => (label === undefined ? [] : [[id, label]])));
}

async function labelOf(
  platform: Platform,
  labels: Labels,
  id: string,
): Promise<string | undefined> {
  const known = labels.get(id);
  if (known) return await known;
  const read = asked
    .get([platform.session.key], id, async (ids) => await ask(platform, ids))
    .then(
      (response) => textOf(fieldsOf(response).label),
      () => undefined,
    );
  labels.set(id, read);
  const label = await read;
  if (label === undefined) labels.set(id, read, SILENCE_KEPT_FOR_MS);
  return label;
}

const LABEL = writtenFields('label');

async function ask(platform: Platform, ids: ReadonlySet<string>): Promise<Map<string, unknown>> {
  const signal = AbortSignal.timeout(LABELS_TAKE_MS);
  const select = (schema: GraphQLSchema, type: GraphQLOutputType) =>
    presentSelection(schema, type, LABEL);
  const wanted = { name: 'technology', what: 'technology', select };
  return await readEach(await platform.catalog({ signal }), wanted, ids, signal);
}
