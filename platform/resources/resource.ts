import type { GraphQLSchema } from 'graphql';
import { PlatformError } from '../errors/errors';
import { prepareRootField, type RootFieldCall } from '../graphql/call/callRootField';
import { inputArgument } from '../graphql/call/commonArguments';
import { inputObject, type WantedInput } from '../graphql/call/inputObject';
import { readObject } from '../graphql/read/result';
import { rootNames, type RootField, type RootName } from '../graphql/schema/rootFields';
import { writtenFields, type WrittenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { repeatableChange } from '../http/retry';
import { readIdentifier, withArticle } from '../input/identifiers';
import { fieldsOf, isObject } from '../text/values';
import { oneAtATime } from '../time/concurrency';
import {
  prepareDeletion,
  readAfterwards,
  readVersionNumber,
  requireChanges,
  withNewId,
} from './changes';
import {
  callById,
  listOfAllProjects,
  listOfProject,
  prepareById,
  withKnownId,
  type Entity,
  type PreparedChange,
} from './entities';
import { PRESENT_SETTINGS, presentSettings } from './presentSettings';

type Verb = 'get' | 'update' | 'duplicate' | 'rollback' | 'delete';

/** A kind of thing. What is usual is declared here; what is not is code in the file of the kind. */
export interface Kind<One = Entity, V extends Verb = never> {
  /** As "volume". */
  what: string;
  /** The query or mutation of each verb. */
  names: Readonly<Record<V | 'create', RootName>>;
  /** What a change returns; fields that a platform lacks are left out. */
  fields: WrittenFields;
  /** What one is read with, if that is more. */
  readFields?: WrittenFields;
  /** The usual name of the argument that holds what is set, if it is not `what`. */
  argument?: string;
  /** Where platforms accept what is set; see `WantedInput`. */
  places?: WantedInput['places'];
  /** For IDs of a form of their own. */
  readId?(given: unknown): string;
  /** Whether an edit sends back what it does not change; see `presentSettings`. */
  resendsSettings?: true;
  /** One as all platforms return it. */
  inOneForm?(one: One): One;
}

/** Settings by our names, and fields by the platform's own. */
export interface Settings<Values> {
  values: Values;
  more?: Record<string, unknown>;
}

type MethodOf<V> = V extends 'get' ? 'get' : V extends string ? `prepare${Capitalize<V>}` : never;

/** The verbs of a kind on a platform. What is prepared is checked against the live schema, and sent when it is called. */
export function resource<One extends Entity, Values extends object, V extends Verb>(
  endpoint: GraphqlEndpoint,
  kind: Kind<One, V>,
): Pick<ReturnType<typeof allVerbs<One, Values>>, MethodOf<V>> {
  return allVerbs<One, Values>(endpoint, kind as Kind<One, Verb>);
}

/** The lists of a kind that a project has as its field. @param list its name @param fields of each */
export function listsIn<One extends Entity>(
  endpoint: GraphqlEndpoint,
  list: string,
  fields: WrittenFields,
) {
  return {
    list: async (projectId: unknown, options?: CallOptions) =>
      await listOfProject<One>(endpoint, list, fields, projectId, options),
    listOfAllProjects: async (options?: CallOptions) =>
      await listOfAllProjects(endpoint, list, options),
  };
}

function allVerbs<One extends Entity, Values extends object>(
  endpoint: GraphqlEndpoint,
  kind: Kind<One, Verb>,
) {
  const { what, names, fields, readFields = fields, places } = kind;
  const readId = (given: unknown) => kind.readId?.(given) ?? readIdentifier(given, what);
  const inOneForm = (one: One) => kind.inOneForm?.(one) ?? one;

  /** @param more fields by the platform's own names; those that it does not have are left out */
  async function get(
    id: unknown,
    options?: CallOptions,
    more: readonly string[] = [],
  ): Promise<One> {
    const named = more.filter((name) => /^\w+$/.test(name));
    const all = named.length === 0 ? readFields : writtenFields([readFields, ...named].join(' '));
    const call = { kind: 'query', name: names.get, what, fields: all } as const;
    return inOneForm(await callById<One>(endpoint, call, readId(id), options));
  }

  /** It is repeated if the response was lost: the second time changes nothing more. */
  async function prepareUpdate(
    givenId: unknown,
    { values, more }: Settings<Values>,
    options?: CallOptions,
  ): Promise<PreparedChange<One>> {
    const id = readId(givenId);
    requireChanges({ values, more });
    const changed = Object.entries({ ...values, ...more }).filter(
      ([, value]) => value !== undefined,
    );
    const prepare = async (present: object) => {
      const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
        const { name, type } = inputArgument(root, kind.argument ?? what);
        const kept = presentSettings(
          type,
          fieldsOf(present),
          changed.map(([setting]) => setting),
          `${what} ${id}`,
        );
        const input = inputObject(type, { values: { id, ...values }, more, places });
        return {
          arguments: { [name]: { ...kept, ...input } },
          selection: { mode: 'supported', text: fields },
          idempotent: true,
        };
      };
      return await prepareRootField(endpoint, 'mutation', names.update, call, options);
    };
    const checked = await prepare({});
    const read = { kind: 'query', name: names.get, what, fields: PRESENT_SETTINGS } as const;
    const edit = async (mayHaveBeenMade?: boolean) => {
      const send = kind.resendsSettings
        ? await prepare(await callById(endpoint, read, id, options))
        : checked;
      const result = await repeatableChange(send, () => false, mayHaveBeenMade);
      return inOneForm(withKnownId(isObject(result) ? result : {}, id) as unknown as One);
    };
    // Of two edits at once, the second one would send back what the first one changes.
    const key = `${endpoint.key} edit ${what} ${id.toLowerCase()}`;
    return async (mayHaveBeenMade) =>
      await oneAtATime([key], async () => await edit(mayHaveBeenMade), options);
  }

  /**
   * Copies one, and changes what was set of the copy; never a second copy if the response is lost.
   * @param more what the mutation accepts besides the ID
   */
  async function prepareDuplicate(
    givenId: unknown,
    settings: Settings<Values>,
    options?: CallOptions,
    more?: Record<string, unknown>,
  ): Promise<PreparedChange<One>> {
    const id = readId(givenId);
    const ifLost = `Before you try again, check whether a copy exists among the ${what}s of the project`;
    const call = { kind: 'mutation', name: names.duplicate, what, fields, more, ifLost } as const;
    const send = await prepareById<One>(endpoint, { ...call, createsEntity: true }, id, options);
    const duplicate = async () => inOneForm(withNewId(await send(), 'copy', ifLost));
    if (Object.keys({ ...settings.values, ...settings.more }).length === 0) return duplicate;
    // Whether the copy can be changed like this is known before it is made: its ID alone is not.
    await prepareUpdate(id, settings, options);
    return async () => {
      const copy = await duplicate();
      try {
        const edit = await prepareUpdate(copy.id, settings, options);
        return await edit();
      } catch (error) {
        throw error instanceof PlatformError ? unchangedCopy(copy.id, error) : error;
      }
    };
  }

  /** Makes an earlier version the current one. It is repeated if the response was lost. */
  async function prepareRollback(
    givenId: unknown,
    versionNumber: unknown,
    options?: CallOptions,
  ): Promise<PreparedChange<One>> {
    const id = readId(givenId);
    const more = { versionNumber: readVersionNumber(versionNumber) };
    const call = { kind: 'mutation', name: names.rollback, what, fields: ID, more } as const;
    const send = await prepareById(endpoint, { ...call, idempotent: true }, id, options);
    return async (mayHaveBeenMade) => {
      await repeatableChange(send, () => false, mayHaveBeenMade);
      const done = `The ${what} ${id} was rolled back`;
      return await readAfterwards(what, done, async () => await get(id, options));
    };
  }

  const prepareDelete = async (id: unknown, options?: CallOptions) =>
    await prepareDeletion(endpoint, names.delete, what, id, options);

  return { get, prepareUpdate, prepareDuplicate, prepareRollback, prepareDelete };
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

/** Where a new one would be found. @param name of the new one */
export function whereCreated(what: string, name: string): string {
  return `Before you try again, check whether the project has ${withArticle(what)} "${name}"`;
}

/**
 * Prepares to create one; never a second one if the response is lost.
 * @param ifLost where it would be found, in a sentence
 * @param more what the mutation accepts in addition to its input, such as a file
 */
export async function prepareCreation<One extends Entity>(
  endpoint: GraphqlEndpoint,
  { what, names, fields, argument: usualName = what, inOneForm = (one) => one }: Kind<One>,
  ifLost: string,
  wanted: (root: RootField) => WantedInput,
  options?: CallOptions,
  more: (root: RootField) => RootFieldCall = () => ({}),
): Promise<PreparedChange<One>> {
  const [newest] = rootNames(names.create);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const argument = inputArgument(root, usualName);
    const input = { [argument.name]: inputObject(argument.type, wanted(root)) };
    const others = more(root);
    return {
      ...others,
      arguments: { ...input, ...others.arguments },
      selection: { mode: 'supported', text: fields },
      ifLost,
    };
  };
  const send = await prepareRootField(endpoint, 'mutation', names.create, call, options);
  return async () =>
    inOneForm(withNewId(readObject<One>({ [newest]: await send() }, newest), what, ifLost));
}
