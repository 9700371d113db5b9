import type { FieldNode, GraphQLSchema } from 'graphql';
import { UnsupportedError } from '../../errors';
import { callRootField } from '../../graphql/call/callOperation';
import { idArgument } from '../../graphql/call/commonArguments';
import type { CallOptions } from '../../graphql/endpoint';
import { findField } from './schemaFields';
import { field } from '../../graphql/document';
import { queryTogether } from '../../graphql/queryTogether';
import { askBySchema, withSchema } from '../../graphql/schema/bySchema';
import { requireRootField } from '../../graphql/schema/rootFields';
import { presentSelection } from '../../graphql/selection/supported';
import { writtenFields, type WrittenFields } from '../../graphql/selection/writtenFields';
import type { Platform } from '../../platform';
import { withCurrentVersion } from '../../projects/currentVersion';
import { isObject, listOfProject, objectsIn, type Entity } from '../../projects/entities';
import { listWay } from '../../projects/listWay';
import { getProject } from '../../projects/projects';
import { textOf } from '../../runs/values';
import type { Part, EntityKind, VariableFile } from '../files/model';
import { readVariables } from './readVariables';
import { readTechnologies, type CatalogTechnology } from './technologies';

/** A volume, job, app or pipeline as the platform tells it, with its current version alone. */
export type Told = Entity & Record<string, unknown>;

/** The login of an image registry; its password is never told. */
export interface DockerCredentials {
  id: string;
  registry?: string;
  username: string;
}

/** A project as the platform tells it. */
export interface ToldProject {
  id: string;
  name: string;
  description?: string;
  entities: Record<EntityKind, Told[]>;
  /** By the ID of what they stand at, the project's included. */
  variables: Map<string, VariableFile[]>;
  /** By ID. */
  technologies: Map<string, CatalogTechnology>;
  dockerCredentials: DockerCredentials[];
}

const ALERTING = 'alerting { emails statusList loginEmails { login } }';
const SCHEDULE = 'isScheduled cronScheduling scheduleTimezone';
const RESOURCES =
  'resources { cpu { request limit } memory { request limit } gpu { request limit } }';
const DOCKER = 'dockerInfo { image dockerCredentialsId }';

const JOB_VERSION = `
  number runtimeVersion commandLine packageInfo { name downloadUrl } ${DOCKER}
  extraTechnology { language version } sourceUrl
`;
const PIPELINE_VERSION = `
  number sourceUrl jobs { id }
  graph {
    jobNodes { id job { id } position { x y } nextNodes }
    conditionNodes {
      id position { x y } nextNodesSuccess nextNodesFailure condition { toString value expression }
    }
  }
`;

const SELECTIONS: Record<EntityKind, WrittenFields> = {
  volume: writtenFields('id name description size'),
  job: writtenFields(`
    id name alias description category technology { id } ${SCHEDULE} isStreaming doesUseGPU
    ${ALERTING} ${RESOURCES}
    versions(onlyCurrent: true) { ${JOB_VERSION} } versions { isCurrent ${JOB_VERSION} }
  `),
  app: writtenFields(`
    id name description technology { id } ${ALERTING} ${RESOURCES}
    currentVersion {
      number ${DOCKER} runtimeContextId
      ports { name number isRewriteUrl basePathVariableName scope }
      volumesWithPath { path volume { id } }
    }
  `),
  pipeline: writtenFields(`
    id name alias description ${SCHEDULE} ${ALERTING} hasExecutionVariablesEnabled
    versions(onlyCurrent: true) { ${PIPELINE_VERSION} }
    versions { isCurrent ${PIPELINE_VERSION} }
  `),
};

const LISTS: Record<EntityKind, { list: string; part: Part }> = {
  volume: { list: 'volumes', part: 'volumes' },
  job: { list: 'jobs', part: 'jobs' },
  app: { list: 'apps', part: 'apps' },
  pipeline: { list: 'pipelines', part: 'pipelines' },
};

/** What the parts refer to: pipelines name jobs, apps name volumes. */
const NEEDS: Record<EntityKind, readonly Part[]> = {
  volume: ['volumes', 'apps'],
  job: ['jobs', 'pipelines'],
  app: ['apps'],
  pipeline: ['pipelines'],
};

interface ReadOptions extends CallOptions {
  /** Whether the catalog is read also where the project has neither jobs nor apps. */
  hasTechnologies?: boolean;
}

/**
 * Reads what a project consists of. Kinds of entities that the platform does not know are none.
 * @throws UnsupportedError where the platform cannot tell about a project
 */
export async function readTarget(
  platform: Platform,
  projectId: unknown,
  include: readonly Part[],
  { hasTechnologies: needsTechnologies = false, ...options }: ReadOptions = {},
): Promise<ToldProject> {
  const endpoint = platform.projects;
  const project = await getProject(endpoint, projectId, options);
  const kinds = (Object.keys(LISTS) as EntityKind[]).filter((kind) =>
    NEEDS[kind].some((part) => include.includes(part)),
  );
  const lists = await Promise.all(
    (Object.keys(LISTS) as EntityKind[]).map(async (kind) =>
      kinds.includes(kind) ? await readEntities(platform, kind, project.id, options) : [],
    ),
  );
  const [volume = [], job = [], app = [], pipeline = []] = lists;
  const entities = { volume, job, app, pipeline };
  const hasTechnologies = needsTechnologies || [...job, ...app].length > 0;
  return {
    id: project.id,
    name: project.name ?? '',
    description: textOf(project.description),
    entities,
    variables: include.includes('variables')
      ? await readVariables(endpoint, project.id, entities, include, options)
      : new Map(),
    technologies: hasTechnologies ? await readTechnologies(platform, options) : new Map(),
    dockerCredentials: await readDockerCredentials(platform, project.id, options),
  };
}

/** The entities of one kind. */
export async function readEntities(
  { projects: endpoint }: Platform,
  kind: EntityKind,
  projectId: string,
  options?: CallOptions,
): Promise<Told[]> {
  const { list } = LISTS[kind];
  const wayOfList = async () =>
    await withSchema(endpoint, (schema) => wayIn(schema, list), options);
  const way = await wayOfList();
  if (!way) return [];
  const read = () => listOfProject<Told>(endpoint, list, SELECTIONS[kind], projectId, options);
  const told = await read().catch(async (error: unknown) => {
    if (!(error instanceof UnsupportedError)) throw error;
    // Of a platform that does not tell its schema it is known by now.
    const known = await wayOfList();
    if (!known) return [];
    if (known.length === way.length) throw error;
    return await read();
  });
  const named = told.filter(({ id }) => textOf(id) !== undefined);
  const whole = kind === 'pipeline' ? await withGraphs(endpoint, named, options) : named;
  return whole.map(withCurrentVersion);
}

function wayIn(schema: GraphQLSchema, list: string): string[] | undefined {
  const way = listWay(schema, list);
  return findField(schema, way) && way;
}

/** Where lists tell rows alone, each pipeline tells its graph. */
async function withGraphs(
  endpoint: Platform['projects'],
  pipelines: readonly Told[],
  options?: CallOptions,
): Promise<Told[]> {
  const read = async (listed: Told): Promise<Told> => {
    const write = (schema: GraphQLSchema) => {
      const isWhole = findField(schema, [...listWay(schema, 'pipelines'), 'versions', 'graph']);
      if (isWhole || !findField(schema, ['graphPipeline', 'versions', 'graph'])) return undefined;
      const root = requireRootField(schema, 'query', 'graphPipeline');
      return field(root.name, {
        arguments: idArgument(root, 'pipeline', listed.id),
        select: presentSelection(schema, root.field.type, SELECTIONS.pipeline),
      });
    };
    const ask = async (asked?: FieldNode) =>
      asked ? await queryTogether(endpoint, asked, options) : undefined;
    const one = await askBySchema(endpoint, write, ask, options);
    return isObject(one) ? { ...listed, ...one, id: listed.id } : listed;
  };
  return await Promise.all(pipelines.map(read));
}

const CREDENTIALS = writtenFields('id registry username');

export async function readDockerCredentials(
  { projects: endpoint }: Platform,
  projectId: string,
  options?: CallOptions,
): Promise<DockerCredentials[]> {
  const query = 'allDockerCredentials';
  const isThere = async () =>
    await withSchema(endpoint, (schema) => findField(schema, [query]) !== undefined, options);
  if (!(await isThere())) return [];
  const answer = await callRootField(
    endpoint,
    'query',
    query,
    (_schema, root) => ({
      arguments: idArgument(root, 'project', projectId),
      selection: { mode: 'supported', text: CREDENTIALS },
    }),
    options,
  ).catch(async (error: unknown) => {
    if (error instanceof UnsupportedError && !(await isThere())) return [];
    throw error;
  });
  return objectsIn<Record<string, unknown>>(answer).flatMap((entry) => {
    const [id, username] = [textOf(entry.id), textOf(entry.username)];
    if (id === undefined || username === undefined) return [];
    return [{ id, username, registry: textOf(entry.registry) }];
  });
}
