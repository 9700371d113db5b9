import type { GraphQLSchema } from 'graphql';
import { PlatformError } from '../common/errors/errors';
import {
  callById,
  callRootField,
  prepareById,
  prepareRootField,
  readOneEntity,
  unknownEntityError,
  addMissingId,
  type RootFieldCall,
} from '../graphql/call/callRootField';
import { findInputArgument } from '../graphql/call/commonArguments';
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
import { readIdentifier, readProjectId, withArticle } from '../common/input/identifiers';
import { ownValue } from '../common/text/names';
import { toObject, isObject, toText } from '../common/text/values';
import { runInTurn } from '../common/time/concurrency';
import {
  prepareDeletion,
  readVersionNumber,
  requireChanges,
  requireName,
  throwUnread,
  withNewId,
  type Deleted,
} from './changes';
import { objectsIn, type Entity, type InProject, type PreparedChange } from './entities';
import { buildSelection, type EntityFields, type SettingsOf } from './entityFields';
import { PRESENT_SETTINGS, presentSettings } from './presentSettings';

type Verb = 'create' | 'get' | 'update' | 'duplicate' | 'rollback' | 'delete';

/** A kind of entity. Unusual operations are methods of its class. */
export interface Kind<One = Entity> {
  /** Noun, for example "volume". */
  what: string;
  /** Queries and mutations without the usual names: `volume`, `createVolume`, `editVolume`, `rollbackVolumeVersion`, … */
  names?: Readonly<Partial<Record<Verb, RootName>>>;
  /** The fields that a change returns. Fields that a platform lacks are left out. */
  fields: WrittenFields;
  readFields?: WrittenFields;
  listedFields?: WrittenFields;
  /** The argument with the settings. The default is `what`. */
  argument?: string;
  /** See `WantedInput`. */
  places?: WantedInput['places'];
  readId?(given: unknown): string;
  /** True if an edit also sends unchanged settings; see `presentSettings`. */
  resendsSettings?: true;
  inOneForm?(one: One): One;
}

/** `values` has our names, and `more` the platform's. */
export interface Settings<Values> {
  values: Values;
  more?: Record<string, unknown>;
}

/**
 * The usual operations for a kind of entity. Methods that begin with `prepare` check a change against the live schema. The
 * function that they return sends it.
 */
export class Resource<One extends Entity, Values extends object> {
  constructor(
    protected readonly endpoint: GraphqlEndpoint,
    protected readonly kind: Kind<One>,
  ) {}

  /** @param more fields by the platform's names; those that it lacks are left out */
  async get(id: unknown, options?: CallOptions, more: readonly string[] = []): Promise<One> {
    const { what, fields, readFields = fields } = this.kind;
    const named = more.filter((name) => /^\w+$/.test(name));
    const all = named.length === 0 ? readFields : writtenFields([readFields, ...named].join(' '));
    const call = { kind: 'query', name: this.rootNameOf('get'), what, fields: all } as const;
    return this.inOneForm(await callById<One>(this.endpoint, call, this.readId(id), options));
  }

  /** The request is sent again if its response was lost: the second one changes nothing more. */
  async prepareUpdate(
    givenId: unknown,
    { values, more }: Settings<Values>,
    options?: CallOptions,
  ): Promise<PreparedChange<One>> {
    const { endpoint, kind } = this;
    const { what, fields, places } = kind;
    const id = this.readId(givenId);
    requireChanges({ values, more });
    const changed = Object.entries({ ...values, ...more }).filter(
      ([, value]) => value !== undefined,
    );
    const prepare = async (present: object) => {
      const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
        const { name, type } = findInputArgument(root, kind.argument ?? what);
        const kept = presentSettings(
          type,
          toObject(present),
          changed.map(([setting]) => setting),
          `${what} ${id}`,
        );
        const input = buildInputObject(type, { values: { id, ...values }, more, places });
        return {
          arguments: { [name]: { ...kept, ...input } },
          selection: { mode: 'supported', text: fields },
          idempotent: true,
        };
      };
      return await prepareRootField(endpoint, 'mutation', this.rootNameOf('update'), call, options);
    };
    const checked = await prepare({});
    const read = {
      kind: 'query',
      name: this.rootNameOf('get'),
      what,
      fields: PRESENT_SETTINGS,
    } as const;
    const edit = async (mayHaveBeenMade?: boolean) => {
      const send = kind.resendsSettings
        ? await prepare(await callById(endpoint, read, id, options))
        : checked;
      const result = await makeRepeatableChange(send, () => false, mayHaveBeenMade);
      return this.inOneForm(addMissingId(isObject(result) ? result : {}, id) as unknown as One);
    };
    // Edits take turns: each sends back current settings, and would undo a simultaneous one.
    const key = `${endpoint.key} edit ${what} ${id.toLowerCase()}`;
    return async (mayHaveBeenMade) =>
      await runInTurn([key], async () => await edit(mayHaveBeenMade), options);
  }

  /**
   * Copies an entity and changes the settings of the copy. Never makes a second copy if the response is lost.
   * @param more arguments of the mutation besides the ID
   */
  async prepareDuplicate(
    givenId: unknown,
    settings: Settings<Values>,
    options?: CallOptions,
    more?: Record<string, unknown>,
  ): Promise<PreparedChange<One>> {
    const { what, fields } = this.kind;
    const id = this.readId(givenId);
    const ifLost = `Before you try again, check whether a copy exists among the ${what}s of the project`;
    const name = this.rootNameOf('duplicate');
    const call = {
      kind: 'mutation',
      name,
      what,
      fields,
      more,
      ifLost,
      createsEntity: true,
    } as const;
    const send = await prepareById<One>(this.endpoint, call, id, options);
    const duplicate = async () => this.inOneForm(withNewId(await send(), 'copy', ifLost));
    if (Object.keys({ ...settings.values, ...settings.more }).length === 0) return duplicate;
    // Checks the settings before the copy exists, with the ID of the original.
    await this.prepareUpdate(id, settings, options);
    return async () => {
      const copy = await duplicate();
      try {
        const edit = await this.prepareUpdate(copy.id, settings, options);
        return await edit();
      } catch (error) {
        throw error instanceof PlatformError ? unchangedCopy(copy.id, error) : error;
      }
    };
  }

  /** The request is sent again if its response was lost. */
  async prepareRollback(
    givenId: unknown,
    versionNumber: unknown,
    options?: CallOptions,
  ): Promise<PreparedChange<One>> {
    const { what } = this.kind;
    const id = this.readId(givenId);
    const more = { versionNumber: readVersionNumber(versionNumber) };
    const name = this.rootNameOf('rollback');
    const call = { kind: 'mutation', name, what, fields: ID, more, idempotent: true } as const;
    const send = await prepareById(this.endpoint, call, id, options);
    return async (mayHaveBeenMade) => {
      await makeRepeatableChange(send, () => false, mayHaveBeenMade);
      const done = `The ${what} ${id} was rolled back`;
      return await this.get(id, options).catch(throwUnread(what, done));
    };
  }

  async prepareDelete(id: unknown, options?: CallOptions): Promise<PreparedChange<Deleted>> {
    return await prepareDeletion(
      this.endpoint,
      this.rootNameOf('delete'),
      this.kind.what,
      id,
      options,
    );
  }

  /**
   * Never creates a second entity if the response is lost.
   * @param more arguments of the mutation besides its input, such as a file
   */
  protected async prepareCreation(
    name: string,
    wanted: (root: RootField) => WantedInput,
    options?: CallOptions,
    more: (root: RootField) => RootFieldCall = () => ({}),
  ): Promise<PreparedChange<One>> {
    const { what, fields, argument: usualName = what } = this.kind;
    const mutation = this.rootNameOf('create');
    const ifLost = this.whereCreated(name);
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = findInputArgument(root, usualName);
      const input = { [argument.name]: buildInputObject(argument.type, wanted(root)) };
      const others = more(root);
      return {
        ...others,
        arguments: { ...input, ...others.arguments },
        selection: { mode: 'supported', text: fields },
        ifLost,
        returnsResult: true,
      };
    };
    const send = await prepareRootField(this.endpoint, 'mutation', mutation, call, options);
    return async () =>
      this.inOneForm(withNewId(toObject(await send()) as unknown as One, what, ifLost));
  }

  protected whereCreated(name: string): string {
    return `Before you try again, check whether the project has ${withArticle(this.kind.what)} "${name}"`;
  }

  protected readId(given: unknown): string {
    return this.kind.readId?.(given) ?? readIdentifier(given, this.kind.what);
  }

  protected inOneForm(one: One): One {
    return this.kind.inOneForm?.(one) ?? one;
  }

  private rootNameOf(verb: Verb): RootName {
    const { what, names } = this.kind;
    const noun = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
    const usual: Record<Verb, string> = {
      create: `create${noun}`,
      get: what,
      update: `edit${noun}`,
      duplicate: `duplicate${noun}`,
      rollback: `rollback${noun}Version`,
      delete: `delete${noun}`,
    };
    return names?.[verb] ?? usual[verb];
  }
}

export type UsualVerbs = Pick<
  Resource<Entity, object>,
  'get' | 'prepareUpdate' | 'prepareDuplicate' | 'prepareRollback' | 'prepareDelete'
>;

export class ListedResource<One extends Entity, Values extends object> extends Resource<
  One,
  Values
> {
  async list(projectId: unknown, options?: CallOptions): Promise<Array<One & InProject>> {
    const { fields: ownFields, listedFields: fields = ownFields } = this.kind;
    const list = this.listName();
    const id = readIdentifier(projectId, 'project');
    const find = (schema: GraphQLSchema) => {
      const [name, ...below] = findListPath(schema, list);
      if (below.length === 0) return { name, what: 'project', id, fields };
      requireResultField(requireRootField(schema, 'query', name), list);
      const inProject = writtenFields(`name ${list} { ${fields} }`);
      return { name, what: 'project', id, fields: inProject };
    };
    const found = await readOneEntity(this.endpoint, find, options);
    const project = isObject(found) ? found : undefined;
    if (!project && !Array.isArray(found)) throw unknownEntityError('project', id);
    const inProject = { projectId: id, projectName: toText(project?.name) ?? null };
    const entities = objectsIn<One>(project ? ownValue(project, list) : found);
    return entities.map((entity) => ({ ...entity, ...inProject }));
  }

  async listOfAllProjects(
    options?: CallOptions,
  ): Promise<Array<{ project: Entity; entries: Entity[] }>> {
    const list = this.listName();
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

  private listName(): string {
    return `${this.kind.what}s`;
  }
}

/** A kind that its table describes completely. Its entities have a name and belong to a project. */
export class TableResource<Fields extends EntityFields> extends ListedResource<
  Entity,
  SettingsOf<Fields>
> {
  constructor(
    endpoint: GraphqlEndpoint,
    what: string,
    private readonly table: Fields,
  ) {
    super(endpoint, { what, fields: writtenFields(buildSelection(table)) });
  }

  async prepareCreate(
    projectId: unknown,
    { values, more }: Settings<SettingsOf<Fields>>,
    options?: CallOptions,
  ): Promise<PreparedChange<Entity>> {
    const given = values as Record<string, unknown>;
    const name = requireName(given.name);
    const needed = Object.entries(this.table)
      .filter(([, { isNeeded }]) => isNeeded)
      .map(([setting]) => [setting, readIdentifier(ownValue(given, setting), setting)]);
    const all = { ...given, ...Object.fromEntries(needed), name };
    const wanted = { values: { ...all, projectId: readProjectId(projectId) }, more };
    return await this.prepareCreation(name, () => wanted, options);
  }
}

const ID = writtenFields('id');

function unchangedCopy(id: string, error: PlatformError): PlatformError {
  return new PlatformError(`The copy ${id} was created but not updated: ${error.message}`, {
    hint: `Update or delete the copy. Do not duplicate again. ${error.hint}`,
    effect: 'made',
    status: error.status,
    cause: error,
  });
}
