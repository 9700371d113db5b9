import type { GraphQLSchema } from 'graphql';
import { readOneEntity } from '../../graphql/call/callRootField';
import { writtenFields, type WrittenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { objectsIn, unknownEntity } from '../../resources/entities';
import { GROUP_FIELDS, type SecurityGroup } from '../../resources/project';
import { isObject, textOf } from '../../text/values';
import { APPS, categoryOf, placeOfJobs, technologyGrantName } from '../files/grants';
import type { Grant, GrantKind } from '../files/model';
import { compareTexts } from '../files/stableJson';
import type { ProjectSnapshot } from './readTarget';
import { findField } from './schemaFields';

/** A list of a project that platforms accept only as a whole. */
export interface GrantList {
  /** Of rights: roles by the name of the group. Of technologies: IDs by `technologyKey`. */
  entries: ReadonlyMap<string, string | null>;
  /** Groups with access to all projects: the project does not say so, and they are never sent. */
  ofPlatform: ReadonlyMap<string, string | null>;
}

interface GrantAdapter {
  /** The root field of the list. */
  query: 'rights' | 'project';
  fields: WrittenFields;
  parse(response: unknown): GrantList | undefined;
  /** What `editProject` accepts, by the platform's own names. */
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
      return {
        entries: new Map([...ofJobs, ...idsIn(appTechnologies, APPS)]),
        ofPlatform: new Map(),
      };
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

/** What a technology is told apart by where it is allowed. @param id whatever its case */
export function technologyKey(place: string, id: string): string {
  return `${place}/${id.toLowerCase()}`;
}

function placeIn(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

/** By where the platform returns a setting, and its name in `editProject`. */
const PLACES = {
  right: { read: ['rights'], name: 'authorizedGroups' },
  apps: { read: ['project', 'appTechnologies'], name: 'appTechnologies' },
  jobs: { read: ['project', 'technologiesByCategory'], name: 'technologiesByCategory' },
} as const;

/** Where a grant stands on platforms. @param place of a technology; otherwise that of jobs */
export function placeOfGrant(kind: GrantKind, place?: string) {
  if (kind === 'right') return PLACES.right;
  return place === APPS ? PLACES.apps : PLACES.jobs;
}

/** @returns undefined if the platform does not return such a list at all @throws PlatformError if there is no such project */
export async function readGrantList(
  endpoint: GraphqlEndpoint,
  kind: GrantKind,
  projectId: string,
  options?: CallOptions,
): Promise<GrantList | undefined> {
  const { query: name, fields, parse } = ADAPTERS[kind];
  const find = (schema: GraphQLSchema) =>
    findField(schema, placeOfGrant(kind).read) && { name, what: 'project', id: projectId, fields };
  const response = await readOneEntity(endpoint, find, options);
  if (response === undefined) return undefined;
  const list = parse(response);
  if (!list) throw unknownEntity('project', projectId);
  return list;
}

/** What `editProject` is sent for a list, which platforms replace as a whole. */
export function grantSettings(
  kind: GrantKind,
  entries: GrantList['entries'],
  before: GrantList['entries'],
): Record<string, unknown> {
  return ADAPTERS[kind].settings(entries, before);
}

/** A grant of the platform as files have it. */
export interface DeployedGrant extends Grant {
  key: string;
}

/** Everything of a list, as files have it; technologies that the catalog does not have have no name, and are left alone. */
export function deployedGrants(
  kind: GrantKind,
  { grants, technologies }: ProjectSnapshot,
): DeployedGrant[] {
  const entries = [...(grants?.get(kind)?.entries ?? [])];
  const counts = new Map<string, number>();
  for (const { label } of technologies.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
  const found = entries.flatMap(([key, value]): DeployedGrant[] => {
    if (kind === 'right') return [{ key, name: key, ...(value !== null && { role: value }) }];
    const known = technologies.get((value ?? '').toLowerCase());
    if (!known) return [];
    const { label, repository } = known;
    const technology = counts.get(label) === 1 ? { label } : { label, repository };
    const place = placeIn(key);
    return [{ key, name: technologyGrantName(place, technology), place, technology }];
  });
  return found.sort((one, other) => compareTexts(one.name, other.name));
}
