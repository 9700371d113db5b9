import { field, printDocument } from '../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { queryBatched } from '../graphql/read/queryBatched';
import { readList } from '../graphql/read/result';
import { writtenFields } from '../graphql/selection/supported';
import {
  prepareCreation,
  prepareDeletion,
  type Deleted,
  prepareEdit,
  requireName,
} from './changes';
import { callById, objectsIn, type Entity, type PreparedChange } from './entities';

export interface Project {
  id: string;
  name: string;
}

const PROJECTS = field('projects', { select: [field('name'), field('id')] });
const LIST_PROJECTS = { query: printDocument('query', [PROJECTS]) };

/** All projects that the login may see (interface, section 4.2). */
export async function listProjects(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<Project[]> {
  return objectsIn<Project>(readList(await endpoint.query(LIST_PROJECTS, options), 'projects'));
}

/** Lists that are asked for now; who asks at the same moment gets the same. */
const askedNow = new WeakMap<GraphqlEndpoint, Map<AbortSignal | undefined, Promise<unknown>>>();

/**
 * The name of a project by the documented list, which is part of the request for what is in it at the same moment. It is a
 * help, not a need: null where it cannot be read.
 */
export async function projectNameOf(
  endpoint: GraphqlEndpoint,
  projectId: string,
  { signal }: CallOptions = {},
): Promise<string | null> {
  const asked = askedNow.get(endpoint) ?? new Map<AbortSignal | undefined, Promise<unknown>>();
  askedNow.set(endpoint, asked);
  const list = asked.get(signal) ?? queryBatched(endpoint, PROJECTS, { signal, isOptional: true });
  asked.set(signal, list);
  setImmediate(() => asked.delete(signal));
  const projects = objectsIn<Project>(await list.catch(() => undefined));
  return projects.find(({ id }) => id === projectId)?.name ?? null;
}

/** A project with the fields that this platform has. */
export interface ProjectDetails extends Entity {
  description?: string | null;
  creator?: string;
  creationDate?: string;
  status?: string;
  jobsCount?: number;
}

/** What can be set of a project; null empties. */
export interface ProjectChanges {
  name?: string;
  description?: string | null;
  /** Objects with `name` and `role`, or JSON text of a list of them. */
  authorizedGroups?: unknown;
}

export const PROJECT_FIELDS = writtenFields(
  'name id description creator creationDate status jobsCount',
);

export async function getProject(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<ProjectDetails> {
  const call = { kind: 'query', name: 'project', what: 'project', fields: PROJECT_FIELDS } as const;
  return await callById(endpoint, call, projectId, options);
}

/** Prepares to make a project; never a second one where the response is lost. */
export async function prepareCreateProject(
  endpoint: GraphqlEndpoint,
  settings: ProjectChanges,
  more?: Record<string, unknown>,
  options?: CallOptions,
): Promise<PreparedChange<ProjectDetails>> {
  const name = requireName(settings.name);
  const creation = {
    name: 'createProject',
    what: 'project',
    argument: 'project',
    fields: PROJECT_FIELDS,
    ifLost: `Before you try again, check whether the project "${name}" exists`,
  };
  const wanted = { values: { ...settings, name }, more };
  return await prepareCreation(endpoint, creation, wanted, options);
}

export async function prepareUpdateProject(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  changes: ProjectChanges,
  more?: Record<string, unknown>,
  options?: CallOptions,
): Promise<PreparedChange<ProjectDetails>> {
  const edition = { name: 'editProject', what: 'project', fields: PROJECT_FIELDS };
  return await prepareEdit(endpoint, edition, projectId, { values: { ...changes }, more }, options);
}

/** Prepares to delete a project with everything in it. */
export async function prepareDeleteProject(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Deleted>> {
  return await prepareDeletion(endpoint, 'deleteProject', 'project', projectId, options);
}
