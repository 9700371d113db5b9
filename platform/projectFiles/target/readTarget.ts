import type { GraphQLSchema } from 'graphql';
import type { CallOptions } from '../../graphql/send/endpoint';
import { callRootField, readOneEntity } from '../../graphql/call/callRootField';
import { PROJECT_FIELDS, projects, type ProjectDetails } from '../../resources/project';
import {
  fieldsForOneCall,
  writtenFields,
  type WrittenFields,
} from '../../graphql/selection/supported';
import { readIdentifier } from '../../input/identifiers';
import { ownValue } from '../../text/names';
import type { Platform } from '../../connection/platform';
import { APP } from '../../resources/app/app';
import { JOB } from '../../resources/job/job';
import { PIPELINE } from '../../resources/pipeline/pipeline';
import { selectionForFiles } from '../../resources/entityFields';
import { VOLUME } from '../../resources/volume';
import {
  withCurrentVersion,
  listOfProject,
  objectsIn,
  type Entity,
  listPath,
} from '../../resources/entities';
import { isObject, textOf } from '../../text/values';
import {
  GRANT_KINDS,
  GRANT_PARTS,
  PART_OF,
  type EntityKind,
  type GrantKind,
  type Part,
  type VariableFile,
} from '../files/model';
import { readGrantList, type GrantList } from './grants';
import { readVariables, readVariablesOf } from './readVariables';
import { findField } from './schemaFields';

/** A volume, job, app or pipeline as the platform returns it, with its current version alone. */
export type EntitySnapshot = Entity & Record<string, unknown>;

interface CatalogContext {
  id: string;
  label: string;
}

export interface CatalogTechnology {
  id: string;
  label: string;
  /** The name of its repository. */
  repository?: string;
  contexts: CatalogContext[];
}

/** The login of an image registry; its password is never returned. */
export interface DockerCredentials {
  id: string;
  registry?: string;
  username: string;
}

/** A project as the platform returns it. */
export interface ProjectSnapshot {
  id: string;
  name: string;
  description?: string;
  /** Whether it is ready, in the platform's words. */
  status?: string;
  entities: Record<EntityKind, EntitySnapshot[]>;
  /** By the ID of what they stand at, the project's included. */
  variables: Map<string, VariableFile[]>;
  /** By ID. */
  technologies: Map<string, CatalogTechnology>;
  dockerCredentials: DockerCredentials[];
  /** Those that were asked for and that the platform has. */
  grants?: ReadonlyMap<GrantKind, GrantList>;
}

const JOB_VERSION = `number creationDate ${selectionForFiles(JOB.version)}`;
/** On platforms without graphs, pipelines are rows of jobs. */
const PIPELINE_VERSION = `number jobs { id } ${selectionForFiles(PIPELINE.version)}`;

const SELECTIONS: Record<EntityKind, WrittenFields> = {
  volume: writtenFields(`id ${selectionForFiles(VOLUME.settings)}`),
  job: writtenFields(`
    id technology { id } ${selectionForFiles(JOB.settings)}
    versions(onlyCurrent: true) { ${JOB_VERSION} } versions { isCurrent ${JOB_VERSION} }
  `),
  app: writtenFields(`
    id technology { id } ${selectionForFiles(APP.settings)}
    currentVersion { number ${selectionForFiles(APP.version)} }
  `),
  pipeline: writtenFields(`
    id ${selectionForFiles(PIPELINE.settings)}
    versions(onlyCurrent: true) { ${PIPELINE_VERSION} }
    versions { isCurrent ${PIPELINE_VERSION} }
  `),
};

/** What the parts refer to: pipelines name jobs, apps name volumes. */
const NEEDS: Record<EntityKind, readonly Part[]> = {
  volume: ['volumes', 'apps'],
  // What they use is kept.
  job: ['jobs', 'pipelines', 'technologies'],
  app: ['apps', 'technologies'],
  pipeline: ['pipelines'],
};

interface ReadOptions extends CallOptions {
  /** Whether the catalog is read at once; otherwise it is once a project is seen to have jobs or apps. */
  readsCatalog?: 'always' | 'ahead';
}

/**
 * Reads what a project consists of. Kinds of entities that the platform does not know are none.
 * @throws UnsupportedError where the platform cannot return a project
 */
export async function readTarget(
  platform: Platform,
  projectId: unknown,
  include: readonly Part[],
  { readsCatalog, ...options }: ReadOptions = {},
): Promise<ProjectSnapshot> {
  const endpoint = platform.projects;
  const id = readIdentifier(projectId, 'project');
  const isNeeded = (kind: EntityKind) => NEEDS[kind].some((part) => include.includes(part));
  const read = async (kind: EntityKind) =>
    isNeeded(kind) ? await readEntities(platform, kind, id, options) : [];
  // What is asked for at the same moment comes with one request.
  const project = readProject(platform, id, options);
  const lists = Promise.all([read('volume'), read('job'), read('app'), read('pipeline')]);
  const grants = Promise.all(
    GRANT_KINDS.filter((kind) => include.includes(GRANT_PARTS[kind])).map(
      async (kind) => [kind, await readGrantList(endpoint, kind, id, options)] as const,
    ),
  );
  const credentials = readDockerCredentials(platform, id, options);
  const hasVariables = include.includes('variables');
  const own = hasVariables ? readVariablesOf(endpoint, 'project', id, options) : undefined;
  const grantsTechnologies = include.includes('technologies');
  const readsAhead =
    readsCatalog === 'always' ||
    grantsTechnologies ||
    (readsCatalog && (isNeeded('job') || isNeeded('app')));
  const catalog = readsAhead ? readTechnologies(platform, options) : undefined;
  // Whoever needs it gets the error.
  catalog?.catch(() => undefined);
  // Where there is no such project, that is what counts.
  await Promise.allSettled([project, lists, credentials, own, grants]);
  const { name = '', description, status } = await project;
  const [volume, job, app, pipeline] = await lists;
  const entities = { volume, job, app, pipeline };
  const needsCatalog =
    readsCatalog === 'always' || grantsTechnologies || [...job, ...app].length > 0;
  const [technologies, variables] = await Promise.all([
    needsCatalog ? (catalog ?? readTechnologies(platform, options)) : [],
    hasVariables ? readVariables(endpoint, entities, include, options) : [],
  ]);
  const ofProject = await own;
  const listed = (await grants).flatMap(([kind, list]) => (list ? [[kind, list] as const] : []));
  return {
    id,
    name,
    description: textOf(description),
    status,
    entities,
    variables: new Map([...(ofProject ? [[id, ofProject] as const] : []), ...variables]),
    technologies: new Map(technologies),
    dockerCredentials: await credentials,
    ...(listed.length > 0 && { grants: new Map(listed) }),
  };
}

/** The project itself, in one request with what else is asked for at this moment. @throws PlatformError if there is none */
async function readProject(
  { projects: endpoint }: Platform,
  id: string,
  options?: CallOptions,
): Promise<ProjectDetails> {
  const find = () => ({ name: 'project', what: 'project', id, fields: PROJECT_FIELDS });
  const project = await readOneEntity(endpoint, find, options);
  // Asked for by itself, what is not there is reported by name.
  if (!isObject(project)) return await projects(endpoint).get(id, options);
  return { ...project, id };
}

/** The entities of one kind; none if the platform does not list them. */
export async function readEntities(
  { projects: endpoint }: Platform,
  kind: EntityKind,
  projectId: string,
  options?: CallOptions,
): Promise<EntitySnapshot[]> {
  const list = PART_OF[kind];
  const fields = SELECTIONS[kind];
  const inProject = fieldsForOneCall(`${list} { ${fields} }`);
  const find = (schema: GraphQLSchema) => {
    const way = listPath(schema, list);
    if (!findField(schema, way)) return undefined;
    const [name, below] = way;
    return { name, what: 'project', id: projectId, fields: below ? inProject : fields };
  };
  const found = await readOneEntity(endpoint, find, options);
  if (found === undefined) return [];
  const listed = isObject(found) ? ownValue(found, list) : found;
  // Asked for by itself, a project that is not there is reported by name.
  const entities = Array.isArray(listed)
    ? objectsIn<EntitySnapshot>(listed)
    : await listOfProject<EntitySnapshot>(endpoint, list, fields, projectId, options);
  const named = entities.filter(({ id }) => textOf(id) !== undefined);
  const whole = kind === 'pipeline' ? await withGraphs(endpoint, named, options) : named;
  return whole.map(withCurrentVersion);
}

/** If lists return rows alone, each pipeline returns its graph. */
async function withGraphs(
  endpoint: Platform['projects'],
  pipelines: readonly EntitySnapshot[],
  options?: CallOptions,
): Promise<EntitySnapshot[]> {
  const read = async (listed: EntitySnapshot): Promise<EntitySnapshot> => {
    const find = (schema: GraphQLSchema) => {
      const isWhole = findField(schema, [...listPath(schema, 'pipelines'), 'versions', 'graph']);
      if (isWhole || !findField(schema, ['graphPipeline', 'versions', 'graph'])) return undefined;
      const fields = SELECTIONS.pipeline;
      return { name: 'graphPipeline', what: 'pipeline', id: listed.id, fields };
    };
    const one = await readOneEntity(endpoint, find, options);
    return isObject(one) ? { ...listed, ...one, id: listed.id } : listed;
  };
  return await Promise.all(pipelines.map(read));
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

const REPOSITORIES = writtenFields(
  'name technologies { id label contexts { id label } appContexts { id label } }',
);

/** Every technology of the platform's catalog, in one request. */
export async function readTechnologies(
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
