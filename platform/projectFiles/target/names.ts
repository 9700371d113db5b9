import type { FieldNode, GraphQLSchema } from 'graphql';
import { excerpt } from '../../common/text/text';
import { entriesOf, isObject, textOf, valueAt } from '../../common/text/values';
import type { Platform } from '../../connection/platform';
import { callRootField, readOneEntity } from '../../graphql/call/callRootField';
import { field } from '../../graphql/document/document';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { writtenFields } from '../../graphql/selection/supported';
import type { CallOptions } from '../../graphql/send/endpoint';
import { objectsIn } from '../../resources/entities';
import type { FieldChange } from '../plan/step';
import { findField } from './schema';
import type { Doc, Entry, Part, TechnologyName } from '../tree';

interface CatalogContext {
  id: string;
  label: string;
}

export interface CatalogTechnology {
  id: string;
  label: string;
  repository?: string;
  contexts: CatalogContext[];
}

/** The login of an image registry; its password is never returned. */
interface DockerCredentials {
  id: string;
  registry?: string;
  username: string;
}

/** The names that files can refer to, apart from the entries of the project. */
export interface NamesOnTarget {
  /** By ID, in lower case. */
  technologies: Map<string, CatalogTechnology>;
  dockerCredentials: DockerCredentials[];
  /** The categories that jobs can have. Empty if they are not known. */
  jobCategories?: readonly string[];
}

/** @param projectId undefined for a project that does not exist yet */
export async function readNames(
  platform: Platform,
  projectId: string | undefined,
  include: readonly Part[],
  options?: CallOptions,
): Promise<NamesOnTarget> {
  const has = (...parts: Part[]) => parts.some((part) => include.includes(part));
  const [technologies, dockerCredentials, jobCategories] = await Promise.all([
    has('jobs', 'apps', 'technologies') ? readCatalog(platform, options) : new Map(),
    projectId === undefined ? [] : readDockerCredentials(platform, projectId, options),
    has('jobs') ? readJobCategories(platform, options) : [],
  ]);
  return { technologies, dockerCredentials, jobCategories };
}

const CREDENTIALS = writtenFields('id registry username');

async function readDockerCredentials(
  { projects: endpoint }: Platform,
  projectId: string,
  options?: CallOptions,
): Promise<DockerCredentials[]> {
  const find = (schema: GraphQLSchema) => {
    const name = 'allDockerCredentials';
    if (!findField(schema, [name])) return undefined;
    return { name, what: 'project', id: projectId, fields: CREDENTIALS };
  };
  const response = await readOneEntity(endpoint, find, options);
  return objectsIn<Record<string, unknown>>(response).flatMap((entry) => {
    const [id, username] = [textOf(entry.id), textOf(entry.username)];
    if (id === undefined || username === undefined) return [];
    return [{ id, username, registry: textOf(entry.registry) }];
  });
}

async function readJobCategories(
  { projects: endpoint }: Platform,
  options?: CallOptions,
): Promise<string[]> {
  const name = 'jobCategories';
  const write = (schema: GraphQLSchema) => (findField(schema, [name]) ? field(name) : undefined);
  const ask = async (node: FieldNode | undefined) =>
    node && (await queryBatched(endpoint, node, options));
  const categories = await requestBySchema(endpoint, write, ask, options);
  return entriesOf(categories).flatMap((category) => textOf(category) ?? []);
}

const REPOSITORIES = writtenFields(
  'name technologies { id label contexts { id label } appContexts { id label } }',
);

/** Reads every technology of the platform's catalog, in one request. */
async function readCatalog(
  platform: Platform,
  options?: CallOptions,
): Promise<Map<string, CatalogTechnology>> {
  const catalog = await platform.catalog(options);
  const selection = { mode: 'supported', text: REPOSITORIES } as const;
  const response = await callRootField(catalog, 'query', 'repositories', { selection }, options);
  const technologies = objectsIn<Record<string, unknown>>(response).flatMap((repository) =>
    objectsIn<Record<string, unknown>>(repository.technologies).flatMap((technology) => {
      const [id, label] = [textOf(technology.id), textOf(technology.label)];
      if (id === undefined || label === undefined) return [];
      const contexts = [technology.contexts, technology.appContexts].flatMap(contextsIn);
      return [{ id, label, repository: textOf(repository.name), contexts }];
    }),
  );
  return new Map(technologies.map((technology) => [technology.id.toLowerCase(), technology]));
}

function contextsIn(value: unknown): CatalogContext[] {
  return objectsIn<Record<string, unknown>>(value).flatMap((context) => {
    const id = textOf(context.id);
    return id === undefined ? [] : [{ id, label: textOf(context.label) ?? id }];
  });
}

/** The entity of the target that a name in the files refers to, or why the target does not have it. */
export type Resolved<T> = { found: T } | { blocked: string };

export interface KnownNames extends NamesOnTarget {
  /** Labels of technologies on the target by those in the files, if they differ. */
  labels: ReadonlyMap<string, string>;
}

type TechnologyNames = Pick<KnownNames, 'technologies' | 'labels'>;

/** Finds the technology that a new job or app gets. */
export function resolveTechnology(
  { doc }: Pick<Entry, 'doc'>,
  names: TechnologyNames,
): Resolved<CatalogTechnology> {
  const name = nameIn(doc.technology);
  if (!name) return { blocked: 'The files do not contain its technology.' };
  return findTechnology(name, names);
}

/** Returns how the technology of an existing job or app differs; undefined if it is the same, or one of them is not known. */
export function technologyChange(
  { doc }: Pick<Entry, 'doc'>,
  current: CatalogTechnology | undefined,
  names: TechnologyNames,
): FieldChange | undefined {
  const name = nameIn(doc.technology);
  if (!current || !name) return undefined;
  const label = names.labels.get(name.label) ?? name.label;
  if (label !== current.label) return { field: 'technology.label', from: current.label, to: label };
  const wanted = findTechnology(name, names);
  if (!('found' in wanted) || wanted.found === current) return undefined;
  const [from, to] = [current, name].map(({ repository = null }) => repository);
  return { field: 'technology.repository', from, to };
}

export function findTechnology(
  { label: given, repository }: TechnologyName,
  { technologies, labels }: TechnologyNames,
): Resolved<CatalogTechnology> {
  const label = labels.get(given) ?? given;
  const all = [...technologies.values()].filter((technology) => technology.label === label);
  const inRepository = all.filter((technology) => technology.repository === repository);
  const candidates = inRepository.length > 0 ? inRepository : all;
  const [found] = candidates;
  if (!found) {
    return {
      blocked: `The target has no technology "${excerpt(label)}". Add it to the catalog, or map it in the option "Technologies".`,
    };
  }
  if (candidates.length === 1) return { found };
  return {
    blocked: `The target has ${candidates.length} technologies "${excerpt(label)}", and none of them is in a repository "${excerpt(repository ?? '')}".`,
  };
}

/** Finds the ID of the context that an app runs with. */
export function resolveContext(
  doc: Doc,
  technology: CatalogTechnology | undefined,
): Resolved<string | undefined> {
  const name = textOf(valueAt(doc, 'version.context'));
  if (name === undefined) return { found: undefined };
  const contexts = technology?.contexts ?? [];
  const context =
    contexts.find(({ label }) => label === name) ?? contexts.find(({ id }) => id === name);
  // A catalog without contexts does not show that this one is missing.
  if (context || contexts.length === 0) return { found: context?.id ?? name };
  return {
    blocked: `The technology "${excerpt(technology?.label ?? '')}" of the target has no context "${excerpt(name)}".`,
  };
}

/** Finds the ID of the login that an image is pulled with. */
export function resolveDockerCredentials(
  doc: Doc,
  { dockerCredentials }: Pick<KnownNames, 'dockerCredentials'>,
): Resolved<string | undefined> {
  const credentials = valueAt(doc, 'version.docker.credentials');
  if (!isObject(credentials)) return { found: undefined };
  const [registry, username] = [textOf(credentials.registry), textOf(credentials.username)];
  const found = dockerCredentials.find(
    (known) => known.username === username && known.registry === registry,
  );
  if (found) return { found: found.id };
  return {
    blocked: `The target project has no Docker credential of "${excerpt(username ?? '')}" for the registry "${excerpt(registry ?? 'the usual one')}". Create it there first.`,
  };
}

function nameIn(value: unknown): TechnologyName | undefined {
  if (!isObject(value)) return undefined;
  const label = textOf(value.label);
  return label === undefined ? undefined : { label, repository: textOf(value.repository) };
}
