import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, OutcomeUnknownError, PlatformError } from '../../common/errors/errors';
import {
  addMissingId,
  prepareRootField,
  readOneEntity,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { requireInputArgument } from '../../graphql/call/commonArguments';
import { buildInputObject } from '../../graphql/call/inputObject';
import { withSchema } from '../../graphql/schema/bySchema';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { makeRepeatableChange } from '../../http/retry';
import { without } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import { partlyMadeError, prepareDeletion, requireNewId, type Deleted } from '../changes';
import { objectsIn, type PreparedChange } from '../entities';
import { readVariablesToSet } from './readVariablesToSet';
import {
  VARIABLE_FIELDS,
  VARIABLE_QUERIES,
  PASSWORD_FIELDS,
  findVariable,
  requireVariableName,
  readVariableOwner,
  requireScopeInSchema,
  requireVariableScope,
  hidePassword,
  type EnvironmentVariable,
  type VariableOwner,
  type VariableScope,
  type VariableToSet,
} from './variable';

interface DeletedVariable extends Pick<Deleted, 'deleted'> {
  /** Undefined if an earlier attempt, whose response was lost, deleted the variable. */
  id?: string;
  name: string;
  scope: VariableScope;
}

/** A change for the output, without the value of a password. */
interface VariableChange {
  name: string;
  scope: string;
  action: 'created' | 'updated' | 'unchanged' | 'deleted';
  isPassword: boolean;
  value?: string | null;
  previousValue?: string | null;
}

interface PlannedChange extends VariableChange {
  /** Undefined for a deletion. */
  wanted?: VariableToSet;
}

const SAVE_MUTATION = 'saveEnvironmentVariable';
const DELETE_MUTATION = 'deleteEnvironmentVariable';

export class Variables {
  readonly readOwner = readVariableOwner;
  readonly readVariablesToSet = readVariablesToSet;

  constructor(private readonly endpoint: GraphqlEndpoint) {}

  /**
   * Lists the variables of an owner. Some platforms also return variables of wider scopes.
   * @throws UnsupportedError if the platform has no variables with this scope
   */
  async list(
    { scope, entityId }: VariableOwner,
    options?: CallOptions,
  ): Promise<EnvironmentVariable[]> {
    const { query, noun = '' } = VARIABLE_QUERIES[scope];
    const readQuery = { name: query, noun, id: entityId, fields: VARIABLE_FIELDS };
    const findQuery = (schema: GraphQLSchema) => {
      requireScopeInSchema(schema, scope);
      return readQuery;
    };
    const listed = await readOneEntity(this.endpoint, findQuery, options);
    return objectsIn<EnvironmentVariable>(listed).map(hidePassword);
  }

  /**
   * Prepares to create a variable, or to change the variable with this name. If the response is lost, reads the variable to find
   * out whether it was set.
   * @param existing variables of the owner; they are read if undefined
   */
  async prepareSet(
    owner: VariableOwner,
    variable: VariableToSet,
    options?: CallOptions,
    existing?: readonly EnvironmentVariable[],
  ): Promise<PreparedChange<EnvironmentVariable>> {
    const wanted = { ...variable, name: requireVariableName(variable.name) };
    const find = async () => findVariable(await this.list(owner, options), owner, wanted.name);
    await requireVariableScope(this.endpoint, owner.scope, options);
    const create = await this.prepareSave(owner, wanted, undefined, options);
    const change = async (current: EnvironmentVariable, mayHaveBeenMade = false) => {
      const save = await this.prepareSave(owner, wanted, current, options);
      const saved = await makeRepeatableChange(save, () => false, mayHaveBeenMade);
      return saved ?? (await find()) ?? current;
    };
    return async (mayHaveBeenMade) => {
      const before = existing ? findVariable(existing, owner, wanted.name) : await find();
      if (!before) requirePasswordValue(wanted);
      try {
        if (before) return await change(before, mayHaveBeenMade);
        return requireNewId(await create(), 'variable', 'List the variables');
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError)) throw error;
        const isPassword = wanted.isPassword === true || before?.isPassword === true;
        if (isPassword && before) throw passwordUnreadableError(error);
        const after = await find().catch(() => undefined);
        // The value of a password cannot be read, so a new password that now exists is set again by its ID.
        if (after && isPassword) return await change(after, true);
        if (after && isSetAsWanted(after, wanted)) return after;
        throw error;
      }
    };
  }

  /**
   * Prepares to delete a variable. The change fails if the variable does not exist, unless an earlier attempt may have deleted it.
   * @param existing variables of the owner; they are read if undefined
   */
  async prepareDelete(
    owner: VariableOwner,
    variableName: unknown,
    options?: CallOptions,
    existing?: readonly EnvironmentVariable[],
  ): Promise<PreparedChange<DeletedVariable>> {
    const { endpoint } = this;
    const name = requireVariableName(variableName);
    const { scope } = owner;
    await requireVariableScope(endpoint, scope, options);
    await withSchema(
      endpoint,
      (schema) => requireRootField(schema, 'mutation', DELETE_MUTATION),
      options,
    );
    return async (mayHaveBeenMade) => {
      const listed = existing ?? (await this.list(owner, options));
      const found = findVariable(listed, owner, name);
      if (!found && mayHaveBeenMade) return { deleted: true, name, scope };
      if (!found) throw missingVariableError(name, scope);
      const noun = 'environment variable';
      const deletion = await prepareDeletion(endpoint, DELETE_MUTATION, noun, found.id, options);
      const { id } = await deletion(mayHaveBeenMade);
      return { deleted: true, id, name, scope };
    };
  }

  /**
   * Sets the wanted variables and deletes all other variables of the owner, but not those of wider scopes. A password without a
   * value keeps its current value. A password with a value is always set, because the current value cannot be read.
   * @param isDryRun true returns the changes without making them
   */
  async prepareReplaceAll(
    owner: VariableOwner,
    wanted: readonly VariableToSet[],
    isDryRun: boolean,
    options?: CallOptions,
  ): Promise<() => Promise<VariableChange[]>> {
    await withSchema(
      this.endpoint,
      (schema) => {
        requireRootField(schema, 'mutation', SAVE_MUTATION);
        requireRootField(schema, 'mutation', DELETE_MUTATION);
      },
      options,
    );
    const list = async () => await this.list(owner, options);
    // Refuses a missing scope, or a new password without a value, before anything is changed.
    planChanges(await list(), owner, wanted);
    return async () => {
      const existing = await list();
      const changes = planChanges(existing, owner, wanted);
      const toMake = changes.filter(({ action }) => !isDryRun && action !== 'unchanged');
      for (const [index, { name, wanted: variable }] of toMake.entries()) {
        try {
          const change = variable
            ? await this.prepareSet(owner, variable, options, existing)
            : await this.prepareDelete(owner, name, options, existing);
          // A variable that another client has deleted counts as deleted.
          await change(!variable);
        } catch (error) {
          if (index === 0) throw error;
          throw partlyMadeError(
            `${index} of ${toMake.length} variables were changed, but the change of "${excerpt(name)}" was not confirmed`,
            'Correct the cause, and replace all variables again.',
            error,
          );
        }
      }
      return changes.map((change) => without(change, 'wanted'));
    };
  }

  private async prepareSave(
    { scope, entityId }: VariableOwner,
    { name, value, description, isPassword: shouldBePassword }: VariableToSet,
    before: EnvironmentVariable | undefined,
    options?: CallOptions,
  ): Promise<PreparedChange<EnvironmentVariable>> {
    const isPassword = shouldBePassword === true || before?.isPassword === true;
    const keepsValue = isPassword && value === '';
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = requireInputArgument(root, 'environmentVariable');
      const values = {
        id: before?.id,
        scope,
        name,
        value: keepsValue ? undefined : value,
        description,
        isPassword: isPassword ? true : shouldBePassword,
      };
      const input = buildInputObject(argument.type, { values, defaults: { isPassword } });
      return {
        arguments: { [argument.name]: input, ...(entityId && { entityId }) },
        selection: { mode: 'supported', text: isPassword ? PASSWORD_FIELDS : VARIABLE_FIELDS },
        idempotent: before !== undefined,
        ifLost: `Before you try again, check whether the environment variable "${name}" exists`,
      };
    };
    const send = await prepareRootField(this.endpoint, 'mutation', SAVE_MUTATION, call, {
      ...options,
      secrets: [...(options?.secrets ?? []), ...(isPassword ? [value] : [])],
    });
    return async () => {
      const result = await send();
      const response = isObject(result) ? result : { name, scope };
      const saved = before ? addMissingId(response, before.id) : response;
      return hidePassword({
        ...saved,
        isPassword: saved.isPassword ?? isPassword,
      } as EnvironmentVariable);
    };
  }
}

function isSetAsWanted(
  variable: EnvironmentVariable,
  { value, description, isPassword }: VariableToSet,
) {
  return (
    (variable.isPassword === true) === (isPassword === true) &&
    variable.value === value &&
    (description === undefined || description === (variable.description ?? ''))
  );
}

function passwordUnreadableError({ failure }: OutcomeUnknownError): OutcomeUnknownError {
  return new OutcomeUnknownError(
    failure,
    'The value of a password cannot be read, so it is unknown whether the new value was set. Set the value again: repeating this is safe.',
  );
}

export function requirePasswordValue({ name, value, isPassword }: VariableToSet): void {
  if (isPassword !== true || value !== '') return;
  throw new InvalidInputError(
    `The new password "${name}" has no value`,
    'Fill in "Value". Only an existing password keeps its value.',
  );
}

function missingVariableError(name: string, scope: VariableScope): PlatformError {
  return new PlatformError(
    `The environment variable "${name}" does not exist in the scope ${scope}`,
    {
      hint: 'Nothing was deleted. "Get Many" lists the variables. Names are case-sensitive. To delete a variable of a wider scope, choose that scope.',
      code: 'NOT_FOUND',
    },
  );
}

function planChanges(
  listed: readonly EnvironmentVariable[],
  { scope }: VariableOwner,
  wanted: readonly VariableToSet[],
): PlannedChange[] {
  const existing = new Map(
    listed
      .filter((variable) => variable.scope === scope)
      .map((variable) => [variable.name ?? '', variable]),
  );
  const changes = wanted.map((variable): PlannedChange => {
    const { name } = variable;
    const before = existing.get(name);
    existing.delete(name);
    if (!before) requirePasswordValue(variable);
    const isPassword = variable.isPassword === true || before?.isPassword === true;
    return {
      name,
      scope,
      action: before ? chooseAction(before, variable, isPassword) : 'created',
      isPassword,
      ...(!isPassword && { value: variable.value }),
      ...(!isPassword && before && { previousValue: before.value ?? null }),
      wanted: variable,
    };
  });
  const deletions = [...existing.values()].map(
    ({ name = '', value, isPassword = false }): PlannedChange => ({
      name,
      scope,
      action: 'deleted',
      isPassword,
      ...(!isPassword && { previousValue: value ?? null }),
    }),
  );
  return [...changes, ...deletions];
}

function chooseAction(
  before: EnvironmentVariable,
  { value, description }: VariableToSet,
  isPassword: boolean,
): 'updated' | 'unchanged' {
  const isSameDescription = description === undefined || description === (before.description ?? '');
  const isSameValue = isPassword
    ? before.isPassword === true && value === ''
    : value === (before.value ?? '');
  return isSameDescription && isSameValue ? 'unchanged' : 'updated';
}
