import type { GraphQLSchema } from 'graphql';
import { PlatformError, UnexpectedResponseError } from '../errors/errors';
import {
  callRootField,
  readOneEntity,
  unknownEntity,
  type RootFieldCall,
} from '../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { listPath } from '../graphql/schema/listPath';
import { requireFieldOf, requireRootField, type RootField } from '../graphql/schema/rootFields';
import { writtenFields, type WrittenFields } from '../graphql/selection/supported';
import { readIdentifier } from '../input/identifiers';
import { ownValue, without } from '../text/names';
import { excerpt } from '../text/text';
import { isObject, textOf } from '../text/values';

/** A project, job, pipeline or app with the fields that this platform has. */
export interface Entity {
  id: string;
  name?: string;
}

/**
 * A change that was checked against the live schema and not made yet; makes it.
 * @param mayHaveBeenMade true if it was requested before, with an unknown outcome
 */
export type PreparedChange<Result> = (mayHaveBeenMade?: boolean) => Promise<Result>;

/** Lists the entities of one kind in a project. Lists of the same moment share a request. */
export async function listOfProject<Result extends Entity>(
  endpoint: GraphqlEndpoint,
  list: string,
  fields: WrittenFields,
  projectId: unknown,
  options?: CallOptions,
): Promise<Array<Result & InProject>> {
  const id = readIdentifier(projectId, 'project');
  const find = (schema: GraphQLSchema) => {
    const [name, ...below] = listPath(schema, list);
    if (below.length === 0) return { name, what: 'project', id, fields };
    requireFieldOf(requireRootField(schema, 'query', name), list);
    const inProject = writtenFields(`name ${list} { ${fields} }`);
    return { name, what: 'project', id, fields: inProject };
  };
  const found = await readOneEntity(endpoint, find, options);
  const project = isObject(found) ? found : undefined;
  if (!project && !Array.isArray(found)) throw unknownEntity('project', id);
  const inProject = { projectId: id, projectName: textOf(project?.name) ?? null };
  const entities = objectsIn<Result>(project ? ownValue(project, list) : found);
  return entities.map((entity) => ({ ...entity, ...inProject }));
}

/** The project of an entity in a list. */
export interface InProject {
  projectId: string;
  /** Null if the platform does not return it. */
  projectName: string | null;
}

/** Lists the entities of one kind in every project, in one request. */
export async function listOfAllProjects(
  endpoint: GraphqlEndpoint,
  list: string,
  options?: CallOptions,
): Promise<Array<{ project: Entity; entries: Entity[] }>> {
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    requireFieldOf(root, list);
    return {
      selection: { mode: 'supported', text: writtenFields(`id name ${list} { id name }`) },
    };
  };
  const projects = objectsIn<Entity & Record<string, unknown>>(
    await callRootField(endpoint, 'query', 'projects', call, options),
  );
  return projects.map((project) => ({
    project,
    entries: objectsIn<Entity>(ownValue(project, list)),
  }));
}

/**
 * Returns the objects of a list, without entries such as null.
 * @throws UnexpectedResponseError for an object, such as one page of a list: it must not read as "no entries"
 */
export function objectsIn<Entry extends object>(value: unknown): Entry[] {
  if (isObject(value)) {
    const fields = excerpt(Object.keys(value).join(', '), [], 200);
    throw new UnexpectedResponseError('The platform returned an object instead of a list', {
      hint: `Use "Call Operation" of the resource GraphQL, which returns it as received. Its fields are: ${fields}`,
    });
  }
  return Array.isArray(value) ? (value.filter(isObject) as unknown[] as Entry[]) : [];
}

/** Returns the error of a poll whose lists are incomplete. @param nouns such as `runs` */
export function incompletePoll(nouns: string): PlatformError {
  return new PlatformError(`The platform returned only some of the ${nouns}`, {
    hint: 'No event was created. The next poll tries again.',
    isTemporary: true,
  });
}

/** Removes all versions of a job or pipeline but the current one. Older platforms return all. */
export function withCurrentVersion<Entity extends object>(entity: Entity): Entity {
  const { versions } = entity as { versions?: unknown };
  if (!Array.isArray(versions)) return entity;
  const current = versions
    .filter(isObject)
    .filter(({ isCurrent }) => isCurrent !== false)
    .map((version) => without(version, 'isCurrent'));
  return { ...entity, versions: current };
}
