import type { GraphQLSchema } from 'graphql';
import { PlatformError, UnexpectedResponseError } from '../errors/errors';
import {
  callRootField,
  prepareRootField,
  readOneEntity,
  type RootFieldCall,
} from '../graphql/call/callRootField';
import { idArgument } from '../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { NotDoneError, failOnFalse } from '../graphql/read/result';
import { listPath } from '../graphql/schema/listPath';
import {
  requireFieldOf,
  requireRootField,
  rootNames,
  type RootField,
  type RootKind,
  type RootName,
} from '../graphql/schema/rootFields';
import { writtenFields, type WrittenFields } from '../graphql/selection/supported';
import { readIdentifier, withArticle } from '../input/identifiers';
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
 * @param mayHaveBeenMade whether it was asked for before, and it is not known what became of that
 */
export type PreparedChange<Result> = (mayHaveBeenMade?: boolean) => Promise<Result>;

/** A root field that is about one entity, by its ID. */
export interface CallById extends Pick<RootFieldCall, 'idempotent' | 'ifLost'> {
  kind: RootKind;
  /** The root field's. */
  name: RootName;
  /** What the ID is of, as "app". */
  what: string;
  /** The fields that matter, as a selection set; those that the platform lacks are left out. */
  fields: WrittenFields;
  /** What it takes besides the ID; undefined is left out. */
  more?: Record<string, unknown>;
  /** Whether it makes another entity, as a copy: the ID is then not that of the response. */
  createsEntity?: boolean;
}

/** Calls a root field for one entity. @throws PlatformError if there is no such entity */
export async function callById<Result extends Entity>(
  endpoint: GraphqlEndpoint,
  call: CallById,
  given: unknown,
  options?: CallOptions,
): Promise<Result> {
  const send = await prepareById<Result>(endpoint, call, given, options);
  return await send();
}

/** The same up to the point where it is sent. */
export async function prepareById<Result extends Entity>(
  endpoint: GraphqlEndpoint,
  { kind, name, what, fields, more, idempotent, ifLost, createsEntity = false }: CallById,
  given: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Result>> {
  const id = readIdentifier(given, what);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: { ...more, ...idArgument(root, what, id) },
    selection: { mode: 'supported', text: fields },
    idempotent,
    ifLost,
  });
  const [newest] = rootNames(name);
  const done = failOnFalse(newest, () => notDone(newest, what, id), options);
  const send = await prepareRootField(endpoint, kind, name, call, done);
  return async () => {
    const result = await send();
    // Some platforms answer a change with nothing but "true".
    const told = isObject(result) || kind === 'query' ? result : {};
    if (!isObject(told)) throw unknownEntity(what, id);
    const isOfThis = kind === 'mutation' && !createsEntity;
    return (isOfThis ? withKnownId(told, id) : told) as unknown as Result;
  };
}

/** The entities of one kind in a project. What is asked for at the same moment shares a request. */
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

/** What a list returns of the project that its entities are in. */
export interface InProject {
  projectId: string;
  /** Null if the platform does not return it. */
  projectName: string | null;
}

/** The entities of one kind in every project, in one request. */
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
 * The objects of a list; entries that are none, as null, tell nothing.
 * @throws UnexpectedResponseError for an object, as of a list in pages: nothing must read as "no entries"
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

export function unknownEntity(what: string, id: string): PlatformError {
  return new PlatformError(`The platform has no ${what} with the ID ${id}`, {
    hint: `Choose the ${what} again from the list. It may have been deleted.`,
    code: 'NOT_FOUND',
  });
}

/** What a trigger says of a list that came without a part of it. @param nouns as `runs` */
export function incompletePoll(nouns: string): PlatformError {
  return new PlatformError(`The platform returned only some of the ${nouns}`, {
    hint: 'No event was created. The next poll tries again.',
    isTemporary: true,
  });
}

function notDone(name: string, what: string, id: string): NotDoneError {
  return new NotDoneError(
    `The platform did not do "${name}" for the ${what} ${id}`,
    `Check that ${withArticle(what)} with this ID exists and that this login has the right to do this.`,
  );
}

/** A job or pipeline with its current version alone: older platforms return all, each with whether it is the current one. */
export function withCurrentVersion<Entity extends object>(entity: Entity): Entity {
  const { versions } = entity as { versions?: unknown };
  if (!Array.isArray(versions)) return entity;
  const current = versions
    .filter(isObject)
    .filter(({ isCurrent }) => isCurrent !== false)
    .map((version) => without(version, 'isCurrent'));
  return { ...entity, versions: current };
}

/** What a change returned, with the ID of what was changed: a platform may leave it out. */
export function withKnownId<Result extends { id?: unknown }>(result: Result, id: string): Result {
  return textOf(result.id) === undefined ? { ...result, id } : result;
}
