import { unknownEntityError, readOneEntity } from '../graphql/call/callRootField';
import { buildField, printDocument } from '../graphql/document/document';
import { queryBatched } from '../graphql/read/queryBatched';
import { readList } from '../graphql/read/result';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { readProjectId } from '../common/input/identifiers';
import { requireName } from './changes';
import { objectsIn, type Entity, type PreparedChange } from './entities';
import { Resource, type Settings } from './resource';

export interface Project {
  id: string;
  name: string;
}

export interface ProjectDetails extends Entity {
  description?: string | null;
  creator?: string;
  creationDate?: string;
  status?: string;
  jobsCount?: number;
}

/** Null empties a setting. */
export interface ProjectSettings {
  name?: string;
  description?: string | null;
  /** List of objects with `name` and `role`, or its JSON text. */
  authorizedGroups?: unknown;
}

export const PROJECT_FIELDS = writtenFields(
  'name id description creator creationDate status jobsCount',
);

const PROJECTS = buildField('projects', { select: [buildField('name'), buildField('id')] });
const LIST_PROJECTS = { query: printDocument('query', [PROJECTS]) };

/** Lists the projects that the login may see (interface, section 4.2). */
export async function listProjects(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<Project[]> {
  return objectsIn<Project>(readList(await endpoint.query(LIST_PROJECTS, options), 'projects'));
}

export const GROUP_FIELDS = writtenFields('name role isAllProjects');

export interface SecurityGroup {
  name?: string;
  /** For example `ROLE_PROJECT_VIEWER`. */
  role?: string | null;
  /** True if the group has this role in all projects. */
  isAllProjects?: boolean;
}

/** Lists of projects, by endpoint and signal. Callers in the same turn of the event loop share them. */
const sharedLists = new WeakMap<GraphqlEndpoint, Map<AbortSignal | undefined, Promise<unknown>>>();

export class Projects extends Resource<ProjectDetails, ProjectSettings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, { noun: 'project', fields: PROJECT_FIELDS });
  }

  async list(options?: CallOptions): Promise<Project[]> {
    return await listProjects(this.endpoint, options);
  }

  /** Finds a project's name in the documented list of projects. Returns null if the list lacks it or cannot be read. */
  async findName(projectId: string, { signal }: CallOptions = {}): Promise<string | null> {
    const { endpoint } = this;
    const listBySignal =
      sharedLists.get(endpoint) ?? new Map<AbortSignal | undefined, Promise<unknown>>();
    sharedLists.set(endpoint, listBySignal);
    const list = listBySignal.get(signal) ?? queryBatched(endpoint, PROJECTS, { signal });
    listBySignal.set(signal, list);
    setImmediate(() => listBySignal.delete(signal));
    const projects = objectsIn<Project>(await list.catch(() => undefined));
    return projects.find(({ id }) => id === projectId)?.name ?? null;
  }

  async listRights(projectId: unknown, options?: CallOptions): Promise<SecurityGroup[]> {
    const id = readProjectId(projectId);
    const query = { name: 'rights', noun: 'project', id, fields: GROUP_FIELDS };
    const groups = await readOneEntity(this.endpoint, () => query, options);
    if (!Array.isArray(groups)) throw unknownEntityError('project', id);
    return objectsIn<SecurityGroup>(groups);
  }

  async prepareCreate(
    { values, more }: Settings<ProjectSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<ProjectDetails>> {
    const name = requireName(values.name);
    const input = { values: { ...values, name }, more };
    return await this.prepareCreation(name, () => input, options);
  }

  protected override buildLostCreationAdvice(name: string): string {
    return `Before you try again, check whether the project "${name}" exists`;
  }
}
