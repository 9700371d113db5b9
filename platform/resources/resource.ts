import type { GraphQLSchema } from 'graphql';
import { PlatformError } from '../common/errors/errors';
import {
  callById,
  callRootField,
  prepareCallById,
  prepareRootField,
  readOneEntity,
  unknownEntityError,
  addMissingId,
  type RootFieldCall,
} from '../graphql/call/callRootField';
import { requireInputArgument } from '../graphql/call/commonArguments';
import { buildInputObject, type WantedInput } from '../graphql/call/inputObject';
import { findListPath } from '../graphql/schema/listPath';
import {
  requireResultField,
  requireRootField,
  type RootField,
  type RootName,
} from '../graphql/schema/rootFields';
import { writtenFields, type WrittenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { makeRepeatableChange } from '../http/retry';
import { readIdentifier, withArticle } from '../common/input/identifiers';
import { ownValue } from '../common/text/names';
import { toObject, isObject, toText } from '../common/text/values';
import { runInTurn } from '../common/time/concurrency';
import {
  prepareDeletion,
  readVersionNumber,
  requireChanges,
  buildUnreadThrower,
  requireNewId,
  type Deleted,
} from './changes';
import { objectsIn, type Entity, type InProject, type PreparedChange } from './entities';
import { buildResentSettings, RESENT_SETTINGS } from './resentSettings';

type Verb = 'create' | 'get' | 'update' | 'duplicate' | 'rollback' | 'delete';

/** Describes a kind of entity. Its class, which extends `Resource`, adds or overrides operations. */
export interface Kind<T = Entity> {
  /** For example "volume". */
  noun: string;
  /** Unusual names of queries and mutations. The usual ones are `volume`, `createVolume`, `editVolume`, `rollbackVolumeVersion`, … */
  names?: Readonly<Partial<Record<Verb, RootName>>>;
  /** The fields that a change returns. Fields that a platform lacks are left out. */
  fields: WrittenFields;
  /** The fields that `get` reads. The default is `fields`. */
  readFields?: WrittenFields;
  /** The fields that `list` reads. The default is `fields`. */
  listedFields?: WrittenFields;
  /** See `WantedInput`. */
  inputPaths?: WantedInput['inputPaths'];
  readId?(value: unknown): string;
  /** True if an edit also sends unchanged settings; see `buildResentSettings`. */
  resendsSettings?: true;
  /** Converts an entity that `get` or a change returns, for example one of an older platform. */
  normalize?(entity: T): T;
}

/** `values` are settings by their names in nodes, and `more` are further settings by the platform's names. */
export interface Settings<Values> {
  values: Values;
  more?: Record<string, unknown>;
}

/**
 * The usual operations for a kind of entity. Methods that begin with `prepare` check a change against the live schema. The
 * function that they return sends it.
 */
export class Resource<T extends Entity, Values extends object> {
  constructor(
    protected readonly endpoint: GraphqlEndpoint,
    protected readonly kind: Kind<T>,
  ) {}

  /** @param moreFields further fields by the platform's names; fields that the platform lacks are left out */
  async get(id: unknown, options?: CallOptions, moreFields: readonly string[] = []): Promise<T> {
    const { noun, fields, readFields = fields } = this.kind;
    const names = moreFields.filter((name) => /^\w+$/.test(name));
    const allFields =
      names.length === 0 ? readFields : writtenFields([readFields, ...names].join(' '));
    const name = this.findRootName('get');
    const call = { kind: 'query', name, noun, fields: allFields } as const;
    return this.normalize(await callById<T>(this.endpoint, call, this.readId(id), options));
  }

  /** Sends the request again if its response is lost, because a second update changes nothing more. */
  async prepareUpdate(
    entityId: unknown,
    { values, more }: Settings<Values>,
    options?: CallOptions,
  ): Promise<PreparedChange<T>> {
    const { endpoint, kind } = this;
    const { noun, fields, inputPaths } = kind;
    const id = this.readId(entityId);
    requireChanges({ values, more });
    const changed = Object.entries({ ...values, ...more }).filter(
      ([, value]) => value !== undefined,
    );
    const prepare = async (current: object) => {
      const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
        const { name, type } = requireInputArgument(root, noun);
        const resent = buildResentSettings(
          type,
          toObject(current),
          changed.map(([setting]) => setting),
          `${noun} ${id}`,
        );
        const input = buildInputObject(type, { values: { id, ...values }, more, inputPaths });
        return {
          arguments: { [name]: { ...resent, ...input } },
          selection: { mode: 'supported', text: fields },
          idempotent: true,
        };
      };
      const mutation = this.findRootName('update');
      return await prepareRootField(endpoint, 'mutation', mutation, call, options);
    };
    const sendChangesOnly = await prepare({});
    const readCurrent = {
      kind: 'query',
      name: this.findRootName('get'),
      noun,
      fields: RESENT_SETTINGS,
    } as const;
    const edit = async (mayHaveBeenMade?: boolean) => {
      const send = kind.resendsSettings
        ? await prepare(await callById(endpoint, readCurrent, id, options))
        : sendChangesOnly;
      const result = await makeRepeatableChange(send, () => false, mayHaveBeenMade);
      return this.normalize(addMissingId(isObject(result) ? result : {}, id) as unknown as T);
    };
    // Edits of an entity take turns, because one that sends back current settings would undo a simultaneous edit.
    const key = `${endpoint.key} edit ${noun} ${id.toLowerCase()}`;
    return async (mayHaveBeenMade) =>
      await runInTurn([key], async () => await edit(mayHaveBeenMade), options);
  }

  /**
   * Copies an entity and changes the settings of the copy. Never makes a second copy if the response is lost.
   * @param moreArguments arguments of the mutation in addition to the ID
   */
  async prepareDuplicate(
    entityId: unknown,
    settings: Settings<Values>,
    options?: CallOptions,
    moreArguments?: Record<string, unknown>,
  ): Promise<PreparedChange<T>> {
    const { noun, fields } = this.kind;
    const id = this.readId(entityId);
    const ifLost = `Before you try again, check whether a copy exists among the ${noun}s of the project`;
    const name = this.findRootName('duplicate');
    const call = {
      kind: 'mutation',
      name,
      noun,
      fields,
      more: moreArguments,
      ifLost,
      createsEntity: true,
    } as const;
    const send = await prepareCallById<T>(this.endpoint, call, id, options);
    const duplicate = async () => this.normalize(requireNewId(await send(), 'copy', ifLost));
    if (Object.keys({ ...settings.values, ...settings.more }).length === 0) return duplicate;
    // Checks the settings before the copy exists, with the ID of the original.
    await this.prepareUpdate(id, settings, options);
    return async () => {
      const copy = await duplicate();
      try {
        const edit = await this.prepareUpdate(copy.id, settings, options);
        return await edit();
      } catch (error) {
        throw error instanceof PlatformError ? copyNotUpdatedError(copy.id, error) : error;
      }
    };
  }

  /** Sends the request again if its response is lost, because a second rollback changes nothing more. */
  async prepareRollback(
    entityId: unknown,
    versionNumber: unknown,
    options?: CallOptions,
  ): Promise<PreparedChange<T>> {
    const { noun } = this.kind;
    const id = this.readId(entityId);
    const more = { versionNumber: readVersionNumber(versionNumber) };
    const name = this.findRootName('rollback');
    const call = {
      kind: 'mutation',
      name,
      noun,
      fields: ID,
      more,
      idempotent: true,
    } as const;
    const send = await prepareCallById(this.endpoint, call, id, options);
    return async (mayHaveBeenMade) => {
      await makeRepeatableChange(send, () => false, mayHaveBeenMade);
      const done = `The ${noun} ${id} was rolled back`;
      return await this.get(id, options).catch(buildUnreadThrower(noun, done));
    };
  }

  async prepareDelete(id: unknown, options?: CallOptions): Promise<PreparedChange<Deleted>> {
    const mutation = this.findRootName('delete');
    return await prepareDeletion(this.endpoint, mutation, this.kind.noun, id, options);
  }

  /**
   * Prepares to create an entity. Never creates a second entity if the response is lost.
   * @param buildMore returns further parts of the call, such as a file
   */
  protected async prepareCreation(
    name: string,
    buildInput: (root: RootField) => WantedInput,
    options?: CallOptions,
    buildMore: (root: RootField) => RootFieldCall = () => ({}),
  ): Promise<PreparedChange<T>> {
    const { noun, fields } = this.kind;
    const mutation = this.findRootName('create');
    const ifLost = this.buildLostCreationAdvice(name);
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = requireInputArgument(root, noun);
      const input = { [argument.name]: buildInputObject(argument.type, buildInput(root)) };
      const more = buildMore(root);
      return {
        ...more,
        arguments: { ...input, ...more.arguments },
        selection: { mode: 'supported', text: fields },
        ifLost,
        returnsResult: true,
      };
    };
    const send = await prepareRootField(this.endpoint, 'mutation', mutation, call, options);
    return async () =>
      this.normalize(requireNewId(toObject(await send()) as unknown as T, noun, ifLost));
  }

  protected buildLostCreationAdvice(name: string): string {
    return `Before you try again, check whether the project has ${withArticle(this.kind.noun)} "${name}"`;
  }

  protected readId(value: unknown): string {
    return this.kind.readId?.(value) ?? readIdentifier(value, this.kind.noun);
  }

  protected normalize(entity: T): T {
    return this.kind.normalize?.(entity) ?? entity;
  }

  private findRootName(verb: Verb): RootName {
    const { noun, names } = this.kind;
    const capitalized = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
    const usualNames: Record<Verb, string> = {
      create: `create${capitalized}`,
      get: noun,
      update: `edit${capitalized}`,
      duplicate: `duplicate${capitalized}`,
      rollback: `rollback${capitalized}Version`,
      delete: `delete${capitalized}`,
    };
    return names?.[verb] ?? usualNames[verb];
  }
}

export type UsualMethods = Pick<
  Resource<Entity, object>,
  'get' | 'prepareUpdate' | 'prepareDuplicate' | 'prepareRollback' | 'prepareDelete'
>;

export class ListedResource<T extends Entity, Values extends object> extends Resource<T, Values> {
  async list(projectId: unknown, options?: CallOptions): Promise<Array<T & InProject>> {
    const { fields: defaultFields, listedFields: fields = defaultFields } = this.kind;
    const list = this.getListName();
    const id = readIdentifier(projectId, 'project');
    const findQuery = (schema: GraphQLSchema) => {
      const [name, ...pathBelow] = findListPath(schema, list);
      if (pathBelow.length === 0) return { name, noun: 'project', id, fields };
      requireResultField(requireRootField(schema, 'query', name), list);
      const projectFields = writtenFields(`name ${list} { ${fields} }`);
      return { name, noun: 'project', id, fields: projectFields };
    };
    const response = await readOneEntity(this.endpoint, findQuery, options);
    const project = isObject(response) ? response : undefined;
    if (!project && !Array.isArray(response)) throw unknownEntityError('project', id);
    const inProject = { projectId: id, projectName: toText(project?.name) ?? null };
    const entities = objectsIn<T>(project ? ownValue(project, list) : response);
    return entities.map((entity) => ({ ...entity, ...inProject }));
  }

  async listInAllProjects(
    options?: CallOptions,
  ): Promise<Array<{ project: Entity; entries: Entity[] }>> {
    const list = this.getListName();
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      requireResultField(root, list);
      const text = writtenFields(`id name ${list} { id name }`);
      return { selection: { mode: 'supported', text } };
    };
    const projects = objectsIn<Entity & Record<string, unknown>>(
      await callRootField(this.endpoint, 'query', 'projects', call, options),
    );
    return projects.map((project) => ({
      project,
      entries: objectsIn<Entity>(ownValue(project, list)),
    }));
  }

  private getListName(): string {
    return `${this.kind.noun}s`;
  }
}

const ID = writtenFields('id');

function copyNotUpdatedError(id: string, error: PlatformError): PlatformError {
  return new PlatformError(`The copy ${id} was created but not updated: ${error.message}`, {
    hint: `Update or delete the copy. Do not duplicate the original again. ${error.hint}`,
    effect: 'made',
    status: error.status,
    cause: error,
  });
}
