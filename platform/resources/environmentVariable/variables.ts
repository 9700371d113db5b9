import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, OutcomeUnknownError, PlatformError } from '../../common/errors/errors';
import {
  withKnownId,
  prepareRootField,
  readOneEntity,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { inputArgument } from '../../graphql/call/commonArguments';
import { inputObject } from '../../graphql/call/inputObject';
import { withSchema } from '../../graphql/schema/bySchema';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { repeatableChange } from '../../http/retry';
import { isObject } from '../../common/text/values';
import { prepareDeletion, withNewId, type Deleted } from '../changes';
import { objectsIn, type PreparedChange } from '../entities';
import {
  FIELDS,
  FIELDS_OF_A_PASSWORD,
  findOwn,
  readName,
  readVariablePlace,
  requireScope,
  requireVariableScope,
  sourceOf,
  withoutSecret,
  type EnvironmentVariable,
  type VariablePlace,
  type VariableScope,
} from './variable';

export interface VariableToSet {
  name: string;
  /** Left empty, a password keeps the value that it has. */
  value: string;
  description?: string;
  /** Left out, a variable stays what it is. A password stays one in any case. */
  isPassword?: boolean;
}

interface DeletedVariable extends Pick<Deleted, 'deleted'> {
  /** Not known where an earlier attempt, whose response was lost, has deleted it. */
  id?: string;
  name: string;
  scope: VariableScope;
}

const DELETION = 'deleteEnvironmentVariable';

export class Variables {
  readonly readPlace = readVariablePlace;

  constructor(protected readonly endpoint: GraphqlEndpoint) {}

  /**
   * Lists the variables of a place: its own and, if the platform lists them, those of wider scopes. Lists of the same moment share
   * requests.
   * @throws UnsupportedError if the platform has no variables of the scope
   */
  async list(
    { scope, entityId }: VariablePlace,
    options?: CallOptions,
  ): Promise<EnvironmentVariable[]> {
    const { query, what = '' } = sourceOf(scope);
    const wanted = { name: query, what, id: entityId, fields: FIELDS };
    const find = (schema: GraphQLSchema) => {
      requireScope(schema, scope);
      return wanted;
    };
    const listed = await readOneEntity(this.endpoint, find, options);
    return objectsIn<EnvironmentVariable>(listed).map(withoutSecret);
  }

  /**
   * Prepares to create a variable, or to change the one with its name. If the response is lost, the variable is read once: if it is
   * as wanted, it was set.
   * @param there the variables of the place, if they are known
   */
  async prepareSet(
    place: VariablePlace,
    given: VariableToSet,
    options?: CallOptions,
    there?: readonly EnvironmentVariable[],
  ): Promise<PreparedChange<EnvironmentVariable>> {
    const wanted = { ...given, name: readName(given.name) };
    const find = async () => findOwn(await this.list(place, options), place, wanted.name);
    await requireVariableScope(this.endpoint, place.scope, options);
    // An existing one is sent in the same way, with its ID.
    const create = await this.prepareSave(place, wanted, undefined, options);
    const change = async (present: EnvironmentVariable, mayHaveBeenMade = false) => {
      const save = await this.prepareSave(place, wanted, present, options);
      const saved = await repeatableChange(save, () => false, mayHaveBeenMade);
      return saved ?? (await find()) ?? present;
    };
    return async (mayHaveBeenMade) => {
      const before = there ? findOwn(there, place, wanted.name) : await find();
      if (!before) requireValue(wanted);
      try {
        if (before) return await change(before, mayHaveBeenMade);
        return withNewId(await create(), 'variable', 'List the variables');
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError)) throw error;
        const isPassword = wanted.isPassword === true || before?.isPassword === true;
        if (isPassword && before) throw unreadable(error);
        const seen = await find().catch(() => undefined);
        // The value of a password is never returned: a new variable exists now, and is set again by its ID.
        if (seen && isPassword) return await change(seen, true);
        if (seen && isAsSet(seen, wanted)) return seen;
        throw error;
      }
    };
  }

  /**
   * Prepares to delete the variable with a name. Making the change throws a PlatformError if there is none.
   * @param there the variables of the place, if they are known
   */
  async prepareDelete(
    place: VariablePlace,
    givenName: unknown,
    options?: CallOptions,
    there?: readonly EnvironmentVariable[],
  ): Promise<PreparedChange<DeletedVariable>> {
    const { endpoint } = this;
    const name = readName(givenName);
    const { scope } = place;
    await requireVariableScope(endpoint, scope, options);
    await withSchema(endpoint, (schema) => requireRootField(schema, 'mutation', DELETION), options);
    return async (mayHaveBeenMade) => {
      const listed = there ?? (await this.list(place, options));
      const found = findOwn(listed, place, name);
      if (!found && mayHaveBeenMade) return { deleted: true, name, scope };
      if (!found) throw noSuchVariable(name, scope);
      const entity = 'environment variable';
      const deletion = await prepareDeletion(endpoint, DELETION, entity, found.id, options);
      const { id } = await deletion(mayHaveBeenMade);
      return { deleted: true, id, name, scope };
    };
  }

  private async prepareSave(
    { scope, entityId }: VariablePlace,
    { name, value, description, isPassword: asPassword }: VariableToSet,
    before: EnvironmentVariable | undefined,
    options?: CallOptions,
  ): Promise<PreparedChange<EnvironmentVariable>> {
    const isPassword = asPassword === true || before?.isPassword === true;
    const isKept = isPassword && value === '';
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = inputArgument(root, 'environmentVariable');
      const values = {
        id: before?.id,
        scope,
        name,
        value: isKept ? undefined : value,
        description,
        isPassword: isPassword || asPassword,
      };
      const input = inputObject(argument.type, { values, defaults: { isPassword } });
      return {
        arguments: { [argument.name]: input, ...(entityId && { entityId }) },
        selection: { mode: 'supported', text: isPassword ? FIELDS_OF_A_PASSWORD : FIELDS },
        idempotent: before !== undefined,
        ifLost: `Before you try again, check whether the environment variable "${name}" exists`,
      };
    };
    const send = await prepareRootField(
      this.endpoint,
      'mutation',
      'saveEnvironmentVariable',
      call,
      {
        ...options,
        secrets: [...(options?.secrets ?? []), ...(isPassword ? [value] : [])],
      },
    );
    return async () => {
      const result = await send();
      const answered = isObject(result) ? result : { name, scope };
      const saved = before ? withKnownId(answered, before.id) : answered;
      return withoutSecret({
        ...saved,
        isPassword: saved.isPassword ?? isPassword,
      } as EnvironmentVariable);
    };
  }
}

function isAsSet(seen: EnvironmentVariable, { value, description, isPassword }: VariableToSet) {
  return (
    (seen.isPassword === true) === (isPassword === true) &&
    seen.value === value &&
    (description === undefined || description === (seen.description ?? ''))
  );
}

function unreadable({ failure }: OutcomeUnknownError): OutcomeUnknownError {
  return new OutcomeUnknownError(
    failure,
    'The value of a password cannot be read, so it is not known whether it is the new one. Set it again. It is safe to repeat this.',
  );
}

export function requireValue({ name, value, isPassword }: VariableToSet): void {
  if (isPassword !== true || value !== '') return;
  throw new InvalidInputError(
    `The new password "${name}" has no value`,
    'Fill in "Value". Only an existing variable keeps its value.',
  );
}

function noSuchVariable(name: string, scope: VariableScope): PlatformError {
  return new PlatformError(
    `The environment variable "${name}" does not exist in the scope ${scope}`,
    {
      hint: 'Nothing was deleted. "Get Many" lists the variables. Names are case-sensitive. To delete a variable of a wider scope, choose that scope.',
      code: 'NOT_FOUND',
    },
  );
}
