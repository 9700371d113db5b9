import { PlatformError } from '../../common/errors/errors';
import { writtenFields } from '../../graphql/selection/supported';
import { objectsIn } from '../../resources/entities';
import type { FileShape, FileShapes } from '../../resources/entityFields';
import { excerpt } from '../../common/text/text';
import { toList, toObject, isObject, toText } from '../../common/text/values';
import { findTechnology } from '../plan/resolve';
import type { Current, Doc, Entry, TechnologyName } from '../tree';
import type { GrantDefinition } from './definition';

export const TECHNOLOGY: FileShapes = {
  fields: { label: 'text', repository: 'text' },
  needed: { label: 'Add the label, and a "repository" if several technologies have it.' },
};

const TECHNOLOGIES: FileShape = { listOf: { ...TECHNOLOGY, allowsText: true } };

const OF_APPS = settingNamed('appTechnologies');
const OF_JOBS = settingNamed('technologiesByCategory');

interface TechnologyDoc extends Doc {
  /** The category of the jobs that may use it; undefined for apps. */
  category?: string;
  technology: TechnologyName;
}

/** A technology that the apps, or the jobs of a category, may use. */
export const technology: GrantDefinition = {
  shape: { fields: { $schema: 'text', apps: TECHNOLOGIES, jobs: { mapOf: TECHNOLOGIES } } },
  fromFile(file, problems) {
    const { apps, jobs } = toObject(file.value);
    const ofJobs = Object.entries(toObject(jobs)).map(([category, list]) => ({
      category,
      at: ['jobs', category],
      list,
    }));
    const ofApps = { category: undefined, at: ['apps'], list: apps };
    const seen = new Set<string>();
    return [ofApps, ...ofJobs].flatMap(({ category, at, list }) =>
      toList(list).map((given, index) => {
        const { label, repository } = isObject(given) ? given : { label: given };
        const name = { label: String(label), repository: toText(repository) };
        const entry = toTechnology(category, name);
        if (seen.has(entry.name)) {
          const what = `contains "${excerpt(entry.name, [], 200)}" twice`;
          problems.addAt(file, [...at, index], what, 'Keep only one of them.');
        }
        seen.add(entry.name);
        return entry;
      }),
    );
  },
  toFile(entries) {
    const apps: unknown[] = [];
    const jobs = new Map<string, unknown[]>();
    for (const { doc } of entries) {
      const { category, technology: name } = doc as TechnologyDoc;
      const list = category === undefined ? apps : (jobs.get(category) ?? []);
      list.push(name.repository === undefined ? name.label : name);
      if (category !== undefined) jobs.set(category, list);
    }
    return { apps, jobs: Object.fromEntries(jobs) };
  },
  query: 'project',
  selection: writtenFields(
    'technologiesByCategory { jobCategory technologies { id } } appTechnologies { id }',
  ),
  settings: [OF_APPS, OF_JOBS],
  settingOf: (entry) => (categoryOf(entry) === undefined ? OF_APPS : OF_JOBS),
  fromResponse(response) {
    if (!isObject(response)) return undefined;
    const allowedIn = (category: string | undefined, list: unknown) =>
      knownList<{ id?: unknown }>(list).flatMap(({ id }) => {
        const known = toText(id);
        return known === undefined ? [] : [allowedTechnology(category, known)];
      });
    const ofJobs = knownList<Doc>(response.technologiesByCategory).flatMap(
      ({ jobCategory, technologies }) => allowedIn(toText(jobCategory) ?? '', technologies),
    );
    return [...ofJobs, ...allowedIn(undefined, response.appTechnologies)];
  },
  // A technology that is not in the catalog has no name for files, so it is left out and stays unchanged.
  inFiles(list, { technologies }) {
    const counts = new Map<string, number>();
    for (const { label } of technologies.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
    return list.flatMap((entry) => {
      const known = technologies.get((entry.technologyId ?? '').toLowerCase());
      if (!known) return [];
      const { label, repository } = known;
      const name = counts.get(label) === 1 ? { label } : { label, repository };
      return [{ ...entry, ...toTechnology(categoryOf(entry), name), variables: [] }];
    });
  },
  resolve(entry, names) {
    const { technology: name } = entry.doc as TechnologyDoc;
    const resolved = findTechnology(name, names);
    return 'blocked' in resolved
      ? resolved
      : allowedTechnology(categoryOf(entry), resolved.found.id);
  },
  toSettings(list, before) {
    const categories = new Set([...before, ...list].map(categoryOf));
    const idsOf = (category: string | undefined) =>
      list
        .filter((entry) => categoryOf(entry) === category)
        .map(({ technologyId }) => ({ id: technologyId }));
    const byCategory = [...categories].flatMap((jobCategory) =>
      jobCategory === undefined ? [] : [{ jobCategory, technologies: idsOf(jobCategory) }],
    );
    return {
      ...(byCategory.length > 0 && { technologiesByCategory: byCategory }),
      ...(categories.has(undefined) && { appTechnologies: idsOf(undefined) }),
    };
  },
};

/** @throws PlatformError for null: the list may have entries, which a change would withdraw */
function knownList<Item extends object>(list: unknown = []): Item[] {
  if (Array.isArray(list)) return objectsIn<Item>(list);
  throw new PlatformError('The platform did not return the allowed technologies of the project', {
    hint: 'Check that the login may see them, or exclude technologies: without the list, a change would withdraw others.',
  });
}

function settingNamed(name: string) {
  return { read: ['project', name], name };
}

/** Returns the allowed technology that a job or app needs. */
export function neededTechnology(
  { kind, doc }: Pick<Entry, 'kind' | 'doc'>,
  technologyId: string | undefined,
): Current | undefined {
  if (technologyId === undefined || (kind !== 'app' && kind !== 'job')) return undefined;
  return allowedTechnology(kind === 'app' ? undefined : (toText(doc.category) ?? ''), technologyId);
}

/** Returns an entry of a platform's list, whose key has the ID of the technology. */
function allowedTechnology(category: string | undefined, technologyId: string): Current {
  const id = keyOf(category, technologyId.toLowerCase());
  return {
    ...{ kind: 'technology', id, key: id, name: id, technologyId },
    ...{ doc: { category }, variables: [], notReturned: [] },
  };
}

/** Returns an entry of the files, whose key has the label of the technology. */
function toTechnology(category: string | undefined, technology: TechnologyName): Entry {
  const { label, repository } = technology;
  const key = keyOf(category, `${label}${repository === undefined ? '' : ` (${repository})`}`);
  const doc: TechnologyDoc = { category, technology };
  return { kind: 'technology', key, name: key, doc, variables: [] };
}

function categoryOf({ doc }: Entry): string | undefined {
  return (doc as TechnologyDoc).category;
}

function keyOf(category: string | undefined, name: string): string {
  return category === undefined ? `apps/${name}` : `jobs/${category}/${name}`;
}
