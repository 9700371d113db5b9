import { PlatformError } from '../../common/errors/errors';
import { writtenFields } from '../../graphql/selection/supported';
import { objectsIn } from '../../resources/entities';
import type { FileShape, FileObject } from '../../resources/entityFields';
import { excerpt } from '../../common/text/text';
import { toList, toObject, isObject, toText } from '../../common/text/values';
import { findTechnology } from '../plan/resolve';
import type { CurrentEntry, Doc, Entry, TechnologyName } from '../tree';
import type { GrantDefinition } from './definition';

export const TECHNOLOGY_SHAPE: FileObject = {
  fields: { label: 'text', repository: 'text' },
  adviceIfMissing: { label: 'Add the label, and a "repository" if the label is not unique.' },
};

const TECHNOLOGIES_SHAPE: FileShape = { listOf: { ...TECHNOLOGY_SHAPE, allowsText: true } };

const APP_SETTING = toProjectSetting('appTechnologies');
const JOB_SETTING = toProjectSetting('technologiesByCategory');

interface TechnologyDoc extends Doc {
  /** The category of the jobs that may use the technology; undefined if apps may use it. */
  category?: string;
  technology: TechnologyName;
}

/** A technology that the apps, or the jobs of a category, may use. */
export const technology: GrantDefinition = {
  shape: {
    fields: { $schema: 'text', apps: TECHNOLOGIES_SHAPE, jobs: { mapOf: TECHNOLOGIES_SHAPE } },
  },
  fromFile(file, problems) {
    const { apps, jobs } = toObject(file.value);
    const jobLists = Object.entries(toObject(jobs)).map(([category, list]) => ({
      category,
      at: ['jobs', category],
      list,
    }));
    const appList = { category: undefined, at: ['apps'], list: apps };
    const seen = new Set<string>();
    return [appList, ...jobLists].flatMap(({ category, at, list }) =>
      toList(list).map((listed, index) => {
        const { label, repository } = isObject(listed) ? listed : { label: listed };
        const name = { label: String(label), repository: toText(repository) };
        const entry = toEntryOfFiles(category, name);
        if (seen.has(entry.name)) {
          const mistake = `contains "${excerpt(entry.name, [], 200)}" twice`;
          problems.addAt(file, [...at, index], mistake, 'Keep only one of them.');
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
  settings: [APP_SETTING, JOB_SETTING],
  findSetting: (entry) => (getCategory(entry) === undefined ? APP_SETTING : JOB_SETTING),
  fromResponse(response) {
    if (!isObject(response)) return undefined;
    const toEntries = (category: string | undefined, list: unknown) =>
      requireList<{ id?: unknown }>(list).flatMap(({ id }) => {
        const technologyId = toText(id);
        return technologyId === undefined ? [] : [toEntryOfTarget(category, technologyId)];
      });
    const forJobs = requireList<Doc>(response.technologiesByCategory).flatMap(
      ({ jobCategory, technologies }) => toEntries(toText(jobCategory) ?? '', technologies),
    );
    return [...forJobs, ...toEntries(undefined, response.appTechnologies)];
  },
  // Files cannot name a technology that is not in the catalog, so it is left out and stays unchanged.
  selectForFiles(list, { technologies }) {
    const counts = new Map<string, number>();
    for (const { label } of technologies.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
    return list.flatMap((entry) => {
      const inCatalog = technologies.get((entry.technologyId ?? '').toLowerCase());
      if (!inCatalog) return [];
      const { label, repository } = inCatalog;
      const name = counts.get(label) === 1 ? { label } : { label, repository };
      return [{ ...entry, ...toEntryOfFiles(getCategory(entry), name), variables: [] }];
    });
  },
  resolve(entry, names) {
    const { technology: name } = entry.doc as TechnologyDoc;
    const resolved = findTechnology(name, names);
    return 'blocked' in resolved
      ? resolved
      : toEntryOfTarget(getCategory(entry), resolved.found.id);
  },
  toSettings(list, before) {
    const categories = new Set([...before, ...list].map(getCategory));
    const listIds = (category: string | undefined) =>
      list
        .filter((entry) => getCategory(entry) === category)
        .map(({ technologyId }) => ({ id: technologyId }));
    const byCategory = [...categories].flatMap((jobCategory) =>
      jobCategory === undefined ? [] : [{ jobCategory, technologies: listIds(jobCategory) }],
    );
    return {
      ...(byCategory.length > 0 && { technologiesByCategory: byCategory }),
      ...(categories.has(undefined) && { appTechnologies: listIds(undefined) }),
    };
  },
};

/** @throws PlatformError if the list is null: it may have entries, and a change would withdraw them */
function requireList<Item extends object>(list: unknown = []): Item[] {
  if (Array.isArray(list)) return objectsIn<Item>(list);
  throw new PlatformError('The platform did not return the allowed technologies of the project', {
    hint: 'Check that the login may see them, or leave technologies out of "Include" (in a deploy: out of "include" in project.json). Without the list, a change would withdraw technologies that are allowed now.',
  });
}

function toProjectSetting(name: string) {
  return { queryPath: ['project', name], name };
}

/** Builds the entry that the platform's list must have so that a job or app may use its technology. */
export function toNeededTechnology(
  { kind, doc }: Pick<Entry, 'kind' | 'doc'>,
  technologyId: string | undefined,
): CurrentEntry | undefined {
  if (technologyId === undefined || (kind !== 'app' && kind !== 'job')) return undefined;
  return toEntryOfTarget(kind === 'app' ? undefined : (toText(doc.category) ?? ''), technologyId);
}

/** Builds an entry of the platform's list. Its key contains the ID of the technology. */
function toEntryOfTarget(category: string | undefined, technologyId: string): CurrentEntry {
  const id = buildKey(category, technologyId.toLowerCase());
  return {
    kind: 'technology',
    id,
    key: id,
    name: id,
    technologyId,
    doc: { category },
    variables: [],
    notReturned: [],
  };
}

/** Builds an entry of the files. Its key contains the label of the technology. */
function toEntryOfFiles(category: string | undefined, technology: TechnologyName): Entry {
  const { label, repository } = technology;
  const key = buildKey(category, `${label}${repository === undefined ? '' : ` (${repository})`}`);
  const doc: TechnologyDoc = { category, technology };
  return { kind: 'technology', key, name: key, doc, variables: [] };
}

function getCategory({ doc }: Entry): string | undefined {
  return (doc as TechnologyDoc).category;
}

function buildKey(category: string | undefined, name: string): string {
  return category === undefined ? `apps/${name}` : `jobs/${category}/${name}`;
}
