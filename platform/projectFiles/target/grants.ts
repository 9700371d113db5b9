import type { GraphQLSchema } from 'graphql';
import { readOneEntity } from '../../graphql/call/callRootField';
import { writtenFields, type WrittenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { objectsIn, unknownEntity } from '../../resources/entities';
import { GROUP_FIELDS, type SecurityGroup } from '../../resources/project';
import { isObject, textOf } from '../../text/values';
import {
  APPS,
  categoryOf,
  placeOfJobs,
  toRight,
  toTechnology,
  type GrantKind,
} from '../files/grants';
import { compareTexts } from '../files/stableJson';
import type { Current, Entry } from '../tree';
import type { Snapshot } from './readTarget';
import { findField } from './schema';

/** A list of a project that platforms accept only as a whole. */
export interface GrantList {
  /** Of rights: roles by the name of the group. Of technologies: IDs by `technologyKey`. */
  entries: ReadonlyMap<string, string | null>;
  /** Groups with access to all projects. The project does not decide about them, so they are never sent. */
  ofPlatform: ReadonlyMap<string, string | null>;
}

interface GrantAdapter {
  /** The root field of the list. */
  query: 'rights' | 'project';
  fields: WrittenFields;
  parse(response: unknown): GrantList | undefined;
  /** Returns the input of `editProject`. */
  settings(entries: GrantList['entries'], before: GrantList['entries']): Record<string, unknown>;
}

const ADAPTERS: Record<GrantKind, GrantAdapter> = {
  right: {
    query: 'rights',
    fields: GROUP_FIELDS,
    parse(response) {
      if (!Array.isArray(response)) return undefined;
      const groups = objectsIn<SecurityGroup>(response);
      const rolesOf = (isAll: boolean) =>
        new Map(
          groups
            .filter(({ isAllProjects = false }) => isAllProjects === isAll)
            .flatMap(({ name, role }) => {
              const known = textOf(name);
              return known === undefined ? [] : [[known, textOf(role) ?? null] as const];
            }),
        );
      return { entries: rolesOf(false), ofPlatform: rolesOf(true) };
    },
    settings: (entries) => ({
      authorizedGroups: [...entries].map(([name, role]) => ({
        name,
        ...(role !== null && { role }),
      })),
    }),
  },
  technology: {
    query: 'project',
    fields: writtenFields(
      'technologiesByCategory { jobCategory technologies { id } } appTechnologies { id }',
    ),
    parse(response) {
      if (!isObject(response)) return undefined;
      const { technologiesByCategory, appTechnologies } = response;
      const idsIn = (list: unknown, place: string) =>
        objectsIn<{ id?: unknown }>(list).flatMap(({ id }) => {
          const known = textOf(id);
          return known === undefined ? [] : [[technologyKey(place, known), known] as const];
        });
      const ofJobs = objectsIn<Record<string, unknown>>(technologiesByCategory).flatMap(
        ({ jobCategory, technologies }) =>
          idsIn(technologies, placeOfJobs(textOf(jobCategory) ?? '')),
      );
      const entries = new Map([...ofJobs, ...idsIn(appTechnologies, APPS)]);
      return { entries, ofPlatform: new Map() };
    },
    settings(entries, before) {
      const places = new Set([...before.keys(), ...entries.keys()].map(placeIn));
      const idsAt = (place: string) =>
        [...entries].filter(([key]) => placeIn(key) === place).map(([, id]) => ({ id }));
      const byCategory = [...places].flatMap((place) => {
        const jobCategory = categoryOf(place);
        return jobCategory === undefined ? [] : [{ jobCategory, technologies: idsAt(place) }];
      });
      return {
        ...(byCategory.length > 0 && { technologiesByCategory: byCategory }),
        ...(places.has(APPS) && { appTechnologies: idsAt(APPS) }),
      };
    },
  },
};

/** Returns the key of an allowed technology: its place, and its ID in lower case. */
export function technologyKey(place: string, id: string): string {
  return `${place}/${id.toLowerCase()}`;
}

/** Returns the key of the technology that a job or app uses; undefined for other entries. */
export function keyOfTechnology(
  { kind, doc }: Pick<Entry, 'kind' | 'doc'>,
  technologyId: string,
): string | undefined {
  if (kind === 'app') return technologyKey(APPS, technologyId);
  if (kind !== 'job') return undefined;
  return technologyKey(placeOfJobs(textOf(doc.category) ?? ''), technologyId);
}

function placeIn(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

/** Where the platform returns a setting, and its name in `editProject`. */
const SETTINGS = {
  right: { read: ['rights'], name: 'authorizedGroups' },
  apps: { read: ['project', 'appTechnologies'], name: 'appTechnologies' },
  jobs: { read: ['project', 'technologiesByCategory'], name: 'technologiesByCategory' },
} as const;

/** Returns the setting that has a grant. @param place of a technology; without it, that of jobs */
export function settingOfGrant(kind: GrantKind, place?: string) {
  if (kind === 'right') return SETTINGS.right;
  return place === APPS ? SETTINGS.apps : SETTINGS.jobs;
}

/** @returns undefined if the platform does not return such a list @throws PlatformError if the project does not exist */
export async function readGrantList(
  endpoint: GraphqlEndpoint,
  kind: GrantKind,
  projectId: string,
  options?: CallOptions,
): Promise<GrantList | undefined> {
  const { query: name, fields, parse } = ADAPTERS[kind];
  const find = (schema: GraphQLSchema) =>
    findField(schema, settingOfGrant(kind).read) && {
      name,
      what: 'project',
      id: projectId,
      fields,
    };
  const response = await readOneEntity(endpoint, find, options);
  if (response === undefined) return undefined;
  const list = parse(response);
  if (!list) throw unknownEntity('project', projectId);
  return list;
}

/** Returns the input of `editProject` for a list, which platforms replace as a whole. */
export function grantSettings(
  kind: GrantKind,
  entries: GrantList['entries'],
  before: GrantList['entries'],
): Record<string, unknown> {
  return ADAPTERS[kind].settings(entries, before);
}

/** Returns the entries of a list. A technology that is not in the catalog has no name, and is left alone. */
export function currentGrants(
  kind: GrantKind,
  { grants, technologies }: Pick<Snapshot, 'grants' | 'technologies'>,
): Current[] {
  const counts = new Map<string, number>();
  for (const { label } of technologies.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
  const found = [...(grants?.get(kind)?.entries ?? [])].flatMap(([id, value]): Current[] => {
    const current = { id, variables: [], notReturned: [] };
    if (kind === 'right') return [{ ...toRight(id, value ?? undefined), ...current }];
    const known = technologies.get((value ?? '').toLowerCase());
    if (!known) return [];
    const { label, repository } = known;
    const technology = counts.get(label) === 1 ? { label } : { label, repository };
    return [{ ...toTechnology(placeIn(id), technology), ...current }];
  });
  return found.sort((one, other) => compareTexts(one.name, other.name));
}
