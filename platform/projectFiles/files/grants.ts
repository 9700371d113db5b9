import type { FileShape } from '../../resources/entityFields';
import { excerpt } from '../../text/text';
import { entriesOf, fieldsOf, isObject, textOf } from '../../text/values';
import { GRANT_PARTS, type Grant, type GrantKind, type TechnologyName } from './model';
import { requireShape, wrongFile, type SettingsFile } from './readFile';
import { TECHNOLOGY } from './shapes';
import { compareTexts } from './stableJson';

/** Where a technology is allowed: for apps, or for the jobs of a category. */
export const APPS = 'apps';
const JOBS = 'jobs/';

export function placeOfJobs(category: string): string {
  return `${JOBS}${category}`;
}

/** The category of jobs that a place is for; undefined for apps. */
export function categoryOf(place: string): string | undefined {
  return place.startsWith(JOBS) ? place.slice(JOBS.length) : undefined;
}

const TECHNOLOGIES: FileShape = { listOf: { ...TECHNOLOGY, allowsText: true } };

/** What the files hold: roles by group, and technologies by where they are allowed. */
export const GRANT_SHAPES: Record<GrantKind, FileShape> = {
  right: { mapOf: 'text' },
  technology: { fields: { $schema: 'text', apps: TECHNOLOGIES, jobs: { mapOf: TECHNOLOGIES } } },
};

export function grantFile(kind: GrantKind): string {
  return `${GRANT_PARTS[kind]}.json`;
}

/** @throws WrongFileError if it is missing, or naming the line of what cannot be used */
export function readGrants(kind: GrantKind, file: SettingsFile | undefined): Grant[] {
  const path = grantFile(kind);
  if (!file) {
    const advice = `Add it, or remove "${GRANT_PARTS[kind]}" from "include" of project.json.`;
    throw wrongFile(path, 'is missing', advice);
  }
  if (!isObject(file.value)) throw wrongFile(path, 'contains no object', 'It is an object.', 1);
  requireShape(file, GRANT_SHAPES[kind]);
  const unnamed = Object.keys(file.value).find((name) => name.trim() === '');
  if (unnamed !== undefined) {
    throw wrongFile(path, 'has a group without a name', 'Add its name.', file.lineOf([unnamed]));
  }
  const grants = kind === 'right' ? rightsIn(file.value) : technologiesIn(file);
  return grants.sort((one, other) => compareTexts(one.name, other.name));
}

function rightsIn(file: object): Grant[] {
  return Object.entries(file).map(([name, role]: [string, unknown]) => ({
    name,
    ...(textOf(role) !== undefined && { role: textOf(role) }),
  }));
}

function technologiesIn({ path, value, lineOf }: SettingsFile): Grant[] {
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
    entriesOf(list).map((entry, index): Grant => {
      const technology = isObject(entry)
        ? { label: String(entry.label), repository: textOf(entry.repository) }
        : { label: String(entry) };
      const name = technologyGrantName(place, technology);
      if (seen.has(name)) {
        const what = `contains "${excerpt(name, [], 200)}" twice`;
        throw wrongFile(path, what, 'Keep only one of them.', lineOf([...at, index]));
      }
      seen.add(name);
      return { name, place, technology };
    }),
  );
}

/** As plans name it: `jobs/Extraction/Python`, with the repository if the files have it. */
export function technologyGrantName(place: string, { label, repository }: TechnologyName): string {
  return `${place}/${label}${repository === undefined ? '' : ` (${repository})`}`;
}

/** The content of the file. */
export function grantsAsFile(kind: GrantKind, grants: readonly Grant[]): unknown {
  if (kind === 'right') {
    return Object.fromEntries(grants.map(({ name, role }) => [name, role ?? null]));
  }
  const lists = new Map<string, unknown[]>();
  for (const { place = APPS, technology } of grants) {
    const { label, repository } = technology ?? { label: '' };
    const entry = repository === undefined ? label : { label, repository };
    lists.set(place, [...(lists.get(place) ?? []), entry]);
  }
  const jobs = [...lists].flatMap(([place, list]) => {
    const category = categoryOf(place);
    return category === undefined ? [] : [[category, list] as const];
  });
  return { apps: lists.get(APPS) ?? [], jobs: Object.fromEntries(jobs) };
}
