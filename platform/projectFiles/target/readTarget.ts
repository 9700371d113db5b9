import type { FieldNode, GraphQLSchema } from 'graphql';
import { InvalidInputError } from '../../common/errors/errors';
import { readIdentifier } from '../../common/input/identifiers';
import { ownValue } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import { toList, isObject, toText } from '../../common/text/values';
import type { Platform } from '../../connection/platform';
import { callRootField, readOneEntity, unknownEntityError } from '../../graphql/call/callRootField';
import { buildField } from '../../graphql/document/document';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { findListPath } from '../../graphql/schema/listPath';
import { writtenFields } from '../../graphql/selection/supported';
import type { CallOptions } from '../../graphql/send/endpoint';
import { objectsIn, keepOnlyCurrentVersion } from '../../resources/entities';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import { listProjects, PROJECT_FIELDS, type ProjectDetails } from '../../resources/project';
import { ENTITIES, GRANTS } from '../kinds';
import { readTargetVariables } from '../kinds/variable';
import { findField } from './schema';
import type {
  CatalogContext,
  CatalogTechnology,
  DockerCredential,
  NamesOnTarget,
  RawEntity,
  Snapshot,
} from './snapshot';
import {
  type CurrentEntry,
  ENTITY_KINDS,
  type EntityKind,
  GRANT_KINDS,
  type GrantKind,
  type Part,
  PART_OF,
} from '../tree';

/** A project by its ID or name. If no project has the name, a deploy creates one. `isNew` is set if a lookup has found none. */
export type Target = { projectId: unknown } | { name: string; isNew?: true };

export interface TargetProject {
  /** Undefined if the project does not exist yet. */
  id?: string;
  /** Empty if the target is given by its ID and not read yet. */
  name: string;
}

/** @throws InvalidInputError if the name is empty, or several projects have it */
export async function findTarget(
  { projects }: Platform,
  target: Target,
  options?: CallOptions,
): Promise<TargetProject> {
  if ('projectId' in target) return { id: String(target.projectId), name: '' };
  const name = target.name.trim();
  if (name === '') {
    throw new InvalidInputError('The name of the new project is missing', 'Fill in "Name".');
  }
  if (target.isNew) return { name };
  const found = (await listProjects(projects, options)).filter((project) => project.name === name);
  if (found.length > 1) {
    throw new InvalidInputError(
      `${found.length} projects are named "${excerpt(name)}"`,
      'Choose one of them in "Project" instead.',
    );
  }
  return { id: found[0]?.id, name };
}

export async function readSnapshotOfNewProject(
  platform: Platform,
  name: string,
  include: readonly Part[],
  options?: CallOptions,
): Promise<Snapshot> {
  return {
    id: '',
    name,
    entities: { volume: [], job: [], app: [], pipeline: [] },
    variables: new Map(),
    ...(await readNames(platform, undefined, include, options)),
  };
}

/**
 * Reads the included parts of a project, and the parts that these need, in a few requests. Kinds that the platform lacks are empty.
 * @throws UnsupportedError if the platform cannot return a project
 */
export async function readSnapshot(
  platform: Platform,
  projectId: unknown,
  include: readonly Part[],
  options: CallOptions = {},
): Promise<Snapshot> {
  const endpoint = platform.projects;
  const id = readIdentifier(projectId, 'project');
  const read = async (kind: EntityKind) =>
    ENTITIES[kind].neededFor.some((part) => include.includes(part))
      ? await readEntities(platform, kind, id, options)
      : [];
  const hasVariables = include.includes('variables');
  const grantKinds = GRANT_KINDS.filter((kind) => include.includes(PART_OF[kind]));
  // Reads that start together share a request.
  const reading = [
    readProjectDetails(platform, id, options),
    Promise.all([read('volume'), read('job'), read('app'), read('pipeline')]),
    hasVariables ? readTargetVariables(endpoint, 'PROJECT', id, options) : undefined,
    Promise.all(grantKinds.map(async (kind) => await readGrantList(endpoint, kind, id, options))),
  ] as const;
  const readingNames = readNames(platform, id, include, options);
  readingNames.catch(() => undefined);
  // If the project does not exist, that error must be thrown, not the error of another read.
  await Promise.allSettled(reading);
  const { name = '', description, status } = await reading[0];
  const [, [volume, job, app, pipeline], projectVariables, grantLists] = await Promise.all(reading);
  const entities = { volume, job, app, pipeline };
  const [names, variables] = await Promise.all([
    readingNames,
    hasVariables ? readEntityVariables(endpoint, entities, include, options) : [],
  ]);
  const grants = grantKinds.flatMap((kind, index) => {
    const list = grantLists[index];
    return list ? [[kind, list] as const] : [];
  });
  return {
    id,
    name,
    description: toText(description),
    status,
    entities,
    variables: new Map([
      ...(projectVariables ? [[id, projectVariables] as const] : []),
      ...variables,
    ]),
    ...names,
    ...(grants.length > 0 && { grants: new Map(grants) }),
  };
}

/** @throws PlatformError if the project does not exist */
async function readProjectDetails(
  { projects: endpoint }: Platform,
  id: string,
  options?: CallOptions,
): Promise<ProjectDetails> {
  const find = () => ({ name: 'project', noun: 'project', id, fields: PROJECT_FIELDS });
  const project = await readOneEntity(endpoint, find, options);
  if (!isObject(project)) throw unknownEntityError('project', id);
  return { ...project, id };
}

/** Reads the variables of the included entities. Returns them by the ID of the entity. */
async function readEntityVariables(
  endpoint: Platform['projects'],
  entities: Snapshot['entities'],
  include: readonly Part[],
  options?: CallOptions,
): Promise<ReadonlyArray<readonly [string, EnvironmentVariable[]]>> {
  const owners = ENTITY_KINDS.flatMap((kind) => {
    const scope = ENTITIES[kind].variableScope;
    return scope && include.includes(PART_OF[kind])
      ? entities[kind].map(({ id }) => ({ scope, id }))
      : [];
  });
  return await Promise.all(
    owners.map(
      async ({ scope, id }) =>
        [id, await readTargetVariables(endpoint, scope, id, options)] as const,
    ),
  );
}

/** Reads the entities of a kind. Returns none if the platform does not list them. */
export async function readEntities(
  { projects: endpoint }: Platform,
  kind: EntityKind,
  projectId: string,
  options?: CallOptions,
): Promise<RawEntity[]> {
  const list = PART_OF[kind];
  const fields = ENTITIES[kind].selection;
  const inProject = writtenFields(`${list} { ${fields} }`);
  const find = (schema: GraphQLSchema) => {
    const path = findListPath(schema, list);
    if (!findField(schema, path)) return undefined;
    const [name, nested] = path;
    return { name, noun: 'project', id: projectId, fields: nested ? inProject : fields };
  };
  const response = await readOneEntity(endpoint, find, options);
  if (response === undefined) return [];
  const listed = isObject(response) ? ownValue(response, list) : response;
  if (!Array.isArray(listed)) throw unknownEntityError('project', projectId);
  const withIds = objectsIn<RawEntity>(listed).filter(({ id }) => toText(id) !== undefined);
  const entities =
    kind === 'pipeline' ? await addMissingGraphs(endpoint, withIds, options) : withIds;
  return entities.map(keepOnlyCurrentVersion);
}

/** Some platforms return the graph only with a single pipeline, not in the list. */
async function addMissingGraphs(
  endpoint: Platform['projects'],
  pipelines: readonly RawEntity[],
  options?: CallOptions,
): Promise<RawEntity[]> {
  const read = async (listed: RawEntity): Promise<RawEntity> => {
    const find = (schema: GraphQLSchema) => {
      const inList = [...findListPath(schema, 'pipelines'), 'versions', 'graph'];
      const inSingle = ['graphPipeline', 'versions', 'graph'];
      if (findField(schema, inList) || !findField(schema, inSingle)) return undefined;
      const fields = ENTITIES.pipeline.selection;
      return { name: 'graphPipeline', noun: 'pipeline', id: listed.id, fields };
    };
    const single = await readOneEntity(endpoint, find, options);
    return isObject(single) ? { ...listed, ...single, id: listed.id } : listed;
  };
  return await Promise.all(pipelines.map(read));
}

/**
 * @returns undefined if the platform does not have the list
 * @throws PlatformError if the project does not exist
 */
export async function readGrantList(
  endpoint: Platform['projects'],
  kind: GrantKind,
  projectId: string,
  options?: CallOptions,
): Promise<CurrentEntry[] | undefined> {
  const { query, selection, settings, fromResponse } = GRANTS[kind];
  const find = (schema: GraphQLSchema) =>
    settings.some(({ queryPath }) => findField(schema, queryPath))
      ? { name: query, noun: 'project', id: projectId, fields: selection }
      : undefined;
  const response = await readOneEntity(endpoint, find, options);
  if (response === undefined) return undefined;
  const list = fromResponse(response);
  if (!list) throw unknownEntityError('project', projectId);
  return list;
}

async function readNames(
  platform: Platform,
  projectId: string | undefined,
  include: readonly Part[],
  options?: CallOptions,
): Promise<NamesOnTarget> {
  const includesAny = (...parts: Part[]) => parts.some((part) => include.includes(part));
  const [technologies, dockerCredentials, jobCategories] = await Promise.all([
    includesAny('jobs', 'apps', 'technologies') ? readCatalog(platform, options) : new Map(),
    projectId === undefined ? [] : readDockerCredentials(platform, projectId, options),
    includesAny('jobs') ? readJobCategories(platform, options) : [],
  ]);
  return { technologies, dockerCredentials, jobCategories };
}

const CREDENTIAL_FIELDS = writtenFields('id registry username');

async function readDockerCredentials(
  { projects: endpoint }: Platform,
  projectId: string,
  options?: CallOptions,
): Promise<DockerCredential[]> {
  const find = (schema: GraphQLSchema) => {
    const name = 'allDockerCredentials';
    if (!findField(schema, [name])) return undefined;
    return { name, noun: 'project', id: projectId, fields: CREDENTIAL_FIELDS };
  };
  const response = await readOneEntity(endpoint, find, options);
  return objectsIn<Record<string, unknown>>(response).flatMap((entry) => {
    const [id, username] = [toText(entry.id), toText(entry.username)];
    if (id === undefined || username === undefined) return [];
    return [{ id, username, registry: toText(entry.registry) }];
  });
}

async function readJobCategories(
  { projects: endpoint }: Platform,
  options?: CallOptions,
): Promise<string[]> {
  const name = 'jobCategories';
  const buildQuery = (schema: GraphQLSchema) =>
    findField(schema, [name]) ? buildField(name) : undefined;
  const send = async (node: FieldNode | undefined) =>
    node && (await queryBatched(endpoint, node, options));
  const categories = await requestBySchema(endpoint, buildQuery, send, options);
  return toList(categories).flatMap((category) => toText(category) ?? []);
}

const REPOSITORY_FIELDS = writtenFields(
  'name technologies { id label contexts { id label } appContexts { id label } }',
);

/** Reads the technologies of all repositories. Returns them by ID in lower case. */
async function readCatalog(
  platform: Platform,
  options?: CallOptions,
): Promise<Map<string, CatalogTechnology>> {
  const catalog = await platform.catalog(options);
  const selection = { mode: 'supported', text: REPOSITORY_FIELDS } as const;
  const response = await callRootField(catalog, 'query', 'repositories', { selection }, options);
  const technologies = objectsIn<Record<string, unknown>>(response).flatMap((repository) =>
    objectsIn<Record<string, unknown>>(repository.technologies).flatMap((technology) => {
      const [id, label] = [toText(technology.id), toText(technology.label)];
      if (id === undefined || label === undefined) return [];
      const contexts = [technology.contexts, technology.appContexts].flatMap(readContexts);
      return [{ id, label, repository: toText(repository.name), contexts }];
    }),
  );
  return new Map(technologies.map((technology) => [technology.id.toLowerCase(), technology]));
}

function readContexts(value: unknown): CatalogContext[] {
  return objectsIn<Record<string, unknown>>(value).flatMap((context) => {
    const id = toText(context.id);
    return id === undefined ? [] : [{ id, label: toText(context.label) ?? id }];
  });
}
