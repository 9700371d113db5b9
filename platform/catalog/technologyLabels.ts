import { Cache } from '../cache';
import { unlessCancelled } from '../cancel';
import { idArgument } from '../graphql/call/knownArguments';
import { field } from '../graphql/document';
import type { CallOptions } from '../graphql/endpoint';
import { queryTogether } from '../graphql/queryTogether';
import { requireRootField } from '../graphql/schema/rootFields';
import { schemaOf } from '../graphql/schema/schemaStore';
import { presentSelection } from '../graphql/selection/known';
import type { Platform } from '../platform';
import { fieldsOf, textOf } from '../runs/values';

const LABELS_TAKE_MS = 3_000;
const KEPT_FOR_MS = 5 * 60_000;
/** So long a catalog that did not tell a label is not asked for it again. */
const SILENCE_KEPT_FOR_MS = 60_000;
const MOST_KEPT = 10_000;

/** The labels that one login can read. */
interface Labels {
  /** Those asked for now included. */
  known: Cache<string, Promise<string | undefined>>;
  /** What is asked for together. */
  gathering?: { ids: Set<string>; read: Promise<ReadonlyMap<string, string>> };
}

const labelsOfLogins = new Cache<string, Labels>({ size: 100 });

/**
 * Things with the label beside the ID of their `technology`. The Projects module tells the ID alone, so the catalog is
 * asked, once for all who ask at the same moment, and its answer is kept for some minutes. Labels are a help, not a
 * need: what cannot be read within some seconds is left out.
 */
export async function withTechnologyLabels<Thing extends object>(
  platform: Platform,
  things: readonly Thing[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Thing[]> {
  const wanted = new Set(things.flatMap((thing) => unlabelled(thing) ?? []));
  if (wanted.size === 0) return [...things];
  const labels = await unlessCancelled(read(platform, wanted), signal).catch(
    () => new Map<string, string>(),
  );
  return things.map((thing) => {
    const label = labels.get(unlabelled(thing) ?? '');
    if (label === undefined) return thing;
    return { ...thing, technology: { ...fieldsOf(fieldsOf(thing).technology), label } };
  });
}

/** The ID of a thing's technology, where it stands there without a label. */
function unlabelled(thing: object): string | undefined {
  const { id, label } = fieldsOf(fieldsOf(thing).technology);
  return textOf(label) === undefined ? textOf(id) : undefined;
}

function labelsFor({ session }: Platform): Labels {
  return labelsOfLogins.getOrSet(session.key, () => ({
    known: new Cache({ size: MOST_KEPT, ageMs: KEPT_FOR_MS }),
  }));
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
  const known = labels.known.get(id);
  if (known) return await known;
  const together = (labels.gathering ??= gather(platform, labels));
  together.ids.add(id);
  const asked = together.read.then((found) => found.get(id));
  labels.known.set(id, asked);
  const label = await asked;
  if (label === undefined) labels.known.set(id, asked, SILENCE_KEPT_FOR_MS);
  return label;
}

function gather(platform: Platform, labels: Labels): NonNullable<Labels['gathering']> {
  const ids = new Set<string>();
  const begun = new Promise((resolve) => setImmediate(resolve));
  const read = begun.then(async () => {
    labels.gathering = undefined;
    return await ask(platform, ids).catch(() => new Map<string, string>());
  });
  return { ids, read };
}

/** Not cancelled with one who asked: others may wait for it. */
async function ask(platform: Platform, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const options = { signal: AbortSignal.timeout(LABELS_TAKE_MS) };
  const catalog = await platform.catalog(options);
  const { schema } = await schemaOf(catalog, options);
  const root = requireRootField(schema, 'query', 'technology');
  const select = presentSelection(schema, root.field.type, 'label');
  const labels = new Map<string, string>();
  if (select.length === 0) return labels;
  await Promise.allSettled(
    [...ids].map(async (id) => {
      const asked = field(root.name, { arguments: idArgument(root, 'technology', id), select });
      const label = textOf(fieldsOf(await queryTogether(catalog, asked, options)).label);
      if (label !== undefined) labels.set(id, label);
    }),
  );
  return labels;
}
