import type { FileShape } from '../../resources/entityFields';
import { excerpt } from '../../text/text';
import { entriesOf, fieldsOf, isObject, textOf } from '../../text/values';
import { PART_OF, type Entry, type FileEntry, type TechnologyName } from '../tree';
import type { Problems } from './problems';
import { hasShape } from './readEntry';
import type { SettingsFile } from './readJson';
import { TECHNOLOGY } from './shapes';
import { compareTexts } from './stableJson';

/** Platforms accept the rights of groups, and the technologies allowed in a project, only as whole lists. */
export const GRANT_KINDS = ['technology', 'right'] as const;

export type GrantKind = (typeof GRANT_KINDS)[number];

/** Where a technology is allowed: for apps, or for the jobs of a category. */
export const APPS = 'apps';
const JOBS = 'jobs/';

export function placeOfJobs(category: string): string {
  return `${JOBS}${category}`;
}

/** Returns the category of jobs that a place is for; undefined for apps. */
export function categoryOf(place: string): string | undefined {
  return place.startsWith(JOBS) ? place.slice(JOBS.length) : undefined;
}

const TECHNOLOGIES: FileShape = { listOf: { ...TECHNOLOGY, allowsText: true } };

/** Roles by group, and technologies by place. */
export const GRANT_SHAPES: Record<GrantKind, FileShape> = {
  right: { mapOf: 'text' },
  technology: { fields: { $schema: 'text', apps: TECHNOLOGIES, jobs: { mapOf: TECHNOLOGIES } } },
};

/** The document of an allowed technology. */
export interface TechnologyDoc extends Record<string, unknown> {
  place: string;
  technology: TechnologyName;
}

export function grantFile(kind: GrantKind): string {
  return `${PART_OF[kind]}.json`;
}

export function toRight(name: string, role: string | undefined): Entry {
  const doc = role === undefined ? {} : { role };
  return { kind: 'right', key: name, name, doc, variables: [] };
}

export function toTechnology(place: string, technology: TechnologyName): Entry {
  const { label, repository } = technology;
  const name = `${place}/${label}${repository === undefined ? '' : ` (${repository})`}`;
  const doc: TechnologyDoc = { place, technology };
  return { kind: 'technology', key: name, name, doc, variables: [] };
}

/** Reads rights.json or technologies.json. */
export function readGrants(kind: GrantKind, file: SettingsFile, problems: Problems): FileEntry[] {
  const { path, value, lineOf } = file;
  if (!isObject(value)) {
    problems.add({ path, what: 'contains no object', advice: 'It is an object.', line: 1 });
    return [];
  }
  if (!hasShape(file, GRANT_SHAPES[kind], problems)) return [];
  for (const name of Object.keys(value).filter((one) => one.trim() === '')) {
    const what = 'has a group without a name';
    problems.add({ path, what, advice: 'Add its name.', line: lineOf([name]) });
  }
  const grants =
    kind === 'right'
      ? Object.entries(value).map(([name, role]) => toRight(name, textOf(role)))
      : technologiesIn(file, problems);
  return grants
    .map((grant) => ({ ...grant, file: path }))
    .sort((one, other) => compareTexts(one.name, other.name));
}

function technologiesIn({ path, value, lineOf }: SettingsFile, problems: Problems): Entry[] {
  const { apps, jobs } = fieldsOf(value);
  const lists = [
    { place: APPS, at: ['apps'], list: apps },
    ...Object.entries(fieldsOf(jobs)).map(([category, list]) => ({
      place: placeOfJobs(category),
      at: ['jobs', category],
      list,
    })),
  ];
  const seen = new Set<string>();
  return lists.flatMap(({ place, at, list }) =>
    entriesOf(list).map((entry, index) => {
      const technology = isObject(entry)
        ? { label: String(entry.label), repository: textOf(entry.repository) }
        : { label: String(entry) };
      const grant = toTechnology(place, technology);
      if (seen.has(grant.name)) {
        const what = `contains "${excerpt(grant.name, [], 200)}" twice`;
        const line = lineOf([...at, index]);
        problems.add({ path, what, advice: 'Keep only one of them.', line });
      }
      seen.add(grant.name);
      return grant;
    }),
  );
}

/** Returns the content of rights.json or technologies.json. */
export function grantsAsFile(kind: GrantKind, grants: readonly Entry[]): unknown {
  if (kind === 'right') {
    return Object.fromEntries(grants.map(({ name, doc }) => [name, doc.role ?? null]));
  }
  const lists = new Map<string, unknown[]>();
  for (const { doc } of grants) {
    const { place, technology } = doc as TechnologyDoc;
    const { label, repository } = technology;
    const entry = repository === undefined ? label : { label, repository };
    lists.set(place, [...(lists.get(place) ?? []), entry]);
  }
  const jobs = [...lists].flatMap(([place, list]) => {
    const category = categoryOf(place);
    return category === undefined ? [] : [[category, list] as const];
  });
  return { apps: lists.get(APPS) ?? [], jobs: Object.fromEntries(jobs) };
}
