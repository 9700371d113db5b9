import type { FieldNode, GraphQLSchema } from 'graphql';
import type { Platform } from '../../connection/platform';
import { callRootField, readOneEntity } from '../../graphql/call/callRootField';
import { field } from '../../graphql/document/document';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { writtenFields } from '../../graphql/selection/supported';
import type { CallOptions } from '../../graphql/send/endpoint';
import { objectsIn } from '../../resources/entities';
import { entriesOf, textOf } from '../../common/text/values';
import type { Part } from '../tree';
import { findField } from './schema';

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
