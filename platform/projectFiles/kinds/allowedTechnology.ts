import { PlatformError } from '../../common/errors/errors';
import { writtenFields } from '../../graphql/selection/supported';
import { objectsIn } from '../../resources/entities';
import type { FileShape, FileShapes } from '../../resources/entityFields';
import { excerpt } from '../../common/text/text';
import { entriesOf, fieldsOf, isObject, textOf } from '../../common/text/values';
import { findTechnology } from '../target/names';
import type { Current, Doc, Entry, TechnologyName } from '../tree';
import type { GrantDefinition } from './definition';

/** A technology as files name it. */
export const TECHNOLOGY: FileShapes = {
  fields: { label: 'text', repository: 'text' },
  needed: { label: 'Add the label, and a "repository" if several technologies have it.' },
};

const TECHNOLOGIES: FileShape = { listOf: { ...TECHNOLOGY, allowsText: true } };

/** Where a technology is allowed: for apps, or for the jobs of a category. */
const APPS = 'apps';
const JOBS = 'jobs/';

const OF_APPS = settingNamed('appTechnologies');
const OF_JOBS = settingNamed('technologiesByCategory');

interface TechnologyDoc extends Doc {
  place: string;
  technology: TechnologyName;
}

/** A technology that the apps, or the jobs of a category, may use. */
export const technology: GrantDefinition = {
  shape: { fields: { $schema: 'text', apps: TECHNOLOGIES, jobs: { mapOf: TECHNOLOGIES } } },
  fromFile(file, problems) {
    const { apps, jobs } = fieldsOf(file.value);
    const ofJobs = Object.entries(fieldsOf(jobs)).map(([category, list]) => ({
      place: JOBS + category,
      at: ['jobs', category],
      list,
    }));
    const seen = new Set<string>();
    return [{ place: APPS, at: ['apps'], list: apps }, ...ofJobs].flatMap(({ place, at, list }) =>
      entriesOf(list).map((given, index) => {
        const { label, repository } = isObject(given) ? given : { label: given };
        const name = { label: String(label), repository: textOf(repository) };
        const entry = toTechnology(place, name);
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
    const lists = new Map<string, unknown[]>([[APPS, []]]);
    for (const { doc } of entries) {
      const { place, technology: name } = doc as TechnologyDoc;
      const inFile = name.repository === undefined ? name.label : name;
      lists.set(place, [...(lists.get(place) ?? []), inFile]);
    }
    const jobs = [...lists].flatMap(([place, list]) => {
      const category = categoryOf(place);
      return category === undefined ? [] : [[category, list] as const];
    });
    return { apps: lists.get(APPS), jobs: Object.fromEntries(jobs) };
  },
  query: 'project',
  selection: writtenFields(
    'technologiesByCategory { jobCategory technologies { id } } appTechnologies { id }',
  ),
  settings: [OF_APPS, OF_JOBS],
  settingOf: ({ doc: { place } }) => (place === APPS ? OF_APPS : OF_JOBS),
  fromResponse(response) {
    if (!isObject(response)) return undefined;
    const allowedIn = (place: string, list: unknown) =>
      knownList<{ id?: unknown }>(list).flatMap(({ id }) => {
        const known = textOf(id);
        return known === undefined ? [] : [allowedTechnology(place, known)];
      });
    const ofJobs = knownList<Doc>(response.technologiesByCategory).flatMap(
      ({ jobCategory, technologies }) =>
        allowedIn(JOBS + (textOf(jobCategory) ?? ''), technologies),
    );
    return [...ofJobs, ...allowedIn(APPS, response.appTechnologies)];
  },
  // A technology that is not in the catalog has no name, and stays unchanged.
  inFiles(list, { technologies }) {
    const counts = new Map<string, number>();
    for (const { label } of technologies.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
    return list.flatMap((entry) => {
      const known = technologies.get((entry.technologyId ?? '').toLowerCase());
      if (!known) return [];
      const { label, repository } = known;
      const name = counts.get(label) === 1 ? { label } : { label, repository };
      return [{ ...entry, ...toTechnology(placeOf(entry), name), variables: [] }];
    });
  },
  resolve(entry, names) {
    const { technology: name } = entry.doc as TechnologyDoc;
    const resolved = findTechnology(name, names);
    return 'blocked' in resolved ? resolved : allowedTechnology(placeOf(entry), resolved.found.id);
  },
  toSettings(list, before) {
    const places = new Set([...before, ...list].map(placeOf));
    const idsAt = (place: string) =>
      list
        .filter((entry) => placeOf(entry) === place)
        .map(({ technologyId }) => ({ id: technologyId }));
    const byCategory = [...places].flatMap((place) => {
      const jobCategory = categoryOf(place);
      return jobCategory === undefined ? [] : [{ jobCategory, technologies: idsAt(place) }];
    });
    return {
      ...(byCategory.length > 0 && { technologiesByCategory: byCategory }),
      ...(places.has(APPS) && { appTechnologies: idsAt(APPS) }),
    };
  },
};

/** @throws PlatformError for null: it is not known to be empty, and what it contains would be withdrawn */
function knownList<Item extends object>(list: unknown = []): Item[] {
  if (Array.isArray(list)) return objectsIn<Item>(list);
  throw new PlatformError('The platform did not return the allowed technologies of the project', {
    hint: 'Check that the login may see them, or exclude technologies: without the list, a change would withdraw others.',
  });
}

function settingNamed(name: string) {
  return { read: ['project', name], name };
}

/** Returns the allowed technology that a job or app needs; undefined for other entries. */
export function neededTechnology(
  { kind, doc }: Pick<Entry, 'kind' | 'doc'>,
  technologyId: string | undefined,
): Current | undefined {
  if (technologyId === undefined) return undefined;
  if (kind === 'app') return allowedTechnology(APPS, technologyId);
  if (kind !== 'job') return undefined;
  return allowedTechnology(JOBS + (textOf(doc.category) ?? ''), technologyId);
}

/** Returns a technology as the list of a platform has it, by its place and ID. Files have its label. */
function allowedTechnology(place: string, technologyId: string): Current {
  const id = `${place}/${technologyId.toLowerCase()}`;
  return {
    ...{ kind: 'technology', id, key: id, name: id, technologyId },
    ...{ doc: { place }, variables: [], notReturned: [] },
  };
}

function placeOf({ doc }: Entry): string {
  return (doc as TechnologyDoc).place;
}

/** Returns the category of jobs that a place is for; undefined for apps. */
function categoryOf(place: string): string | undefined {
  return place.startsWith(JOBS) ? place.slice(JOBS.length) : undefined;
}

function toTechnology(place: string, name: TechnologyName): Entry {
  const { label, repository } = name;
  const key = `${place}/${label}${repository === undefined ? '' : ` (${repository})`}`;
  const doc: TechnologyDoc = { place, technology: name };
  return { kind: 'technology', key, name: key, doc, variables: [] };
}
