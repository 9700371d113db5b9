import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, OutcomeUnknownError, PlatformError } from '../../common/errors/errors';
import {
  addMissingId,
  prepareRootField,
  readOneEntity,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { findInputArgument } from '../../graphql/call/commonArguments';
import { buildInputObject } from '../../graphql/call/inputObject';
import { withSchema } from '../../graphql/schema/bySchema';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { makeRepeatableChange } from '../../http/retry';
import { without } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import { partlyMadeError, prepareDeletion, withNewId, type Deleted } from '../changes';
import { objectsIn, type PreparedChange } from '../entities';
import { readVariables } from './text';
import {
  FIELDS,
  FIELDS_OF_A_PASSWORD,
  findOwn,
  readName,
  readVariablePlace,
  requireScope,
  requireVariableScope,
  findSource,
  withoutSecret,
  type EnvironmentVariable,
  type VariablePlace,
  type VariableScope,
  type VariableToSet,
} from './variable';

interface DeletedVariable extends Pick<Deleted, 'deleted'> {
  /** Undefined if an earlier attempt, whose response was lost, has deleted it. */
  id?: string;
  name: string;
  scope: VariableScope;
}

/** It never contains the value of a password. */
interface VariableChange {
  name: string;
  scope: string;
  action: 'created' | 'updated' | 'unchanged' | 'deleted';
  isPassword: boolean;
  value?: string | null;
  previousValue?: string | null;
}

interface Step extends VariableChange {
  wanted?: VariableToSet;
}

const SAVE = 'saveEnvironmentVariable';
const DELETION = 'deleteEnvironmentVariable';

export class Variables {
  readonly readPlace = readVariablePlace;
  readonly read = readVariables;

  constructor(private readonly endpoint: GraphqlEndpoint) {}

  /**
   * Lists the variables of a place. Some platforms also return those of wider scopes.
   * @throws UnsupportedError if the platform has no variables of the scope
   */
  async list(
    { scope, entityId }: VariablePlace,
    options?: CallOptions,
  ): Promise<EnvironmentVariable[]> {
    const { query, what = '' } = findSource(scope);
    const wanted = { name: query, what, id: entityId, fields: FIELDS };
    const find = (schema: GraphQLSchema) => {
      requireScope(schema, scope);
      return wanted;
    };
    const listed = await readOneEntity(this.endpoint, find, options);
    return objectsIn<EnvironmentVariable>(listed).map(withoutSecret);
  }

  /**
   * Prepares to create a variable, or to change the one with its name. If the response is lost, reading the variable shows whether
   * it was set.
   * @param there variables of the place, if they are known
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
    const create = await this.prepareSave(place, wanted, undefined, options);
    const change = async (present: EnvironmentVariable, mayHaveBeenMade = false) => {
      const save = await this.prepareSave(place, wanted, present, options);
      const saved = await makeRepeatableChange(save, () => false, mayHaveBeenMade);
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
        // The value of a password is never returned, so a new password, which now exists, is set again by its ID.
        if (seen && isPassword) return await change(seen, true);
        if (seen && isAsSet(seen, wanted)) return seen;
        throw error;
      }
    };
  }

  /**
   * The prepared change throws a PlatformError if the variable does not exist.
   * @param there variables of the place, if they are known
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

  /**
   * Other variables of the place are deleted, but not those of wider scopes. A password without a value keeps its current one, and
   * a password with a value is always set, because the platform never returns it.
   * @param isDryRun whether to return the changes without making them
   */
  async prepareReplaceAll(
    place: VariablePlace,
    wanted: readonly VariableToSet[],
    isDryRun: boolean,
    options?: CallOptions,
  ): Promise<() => Promise<VariableChange[]>> {
    await withSchema(
      this.endpoint,
      (schema) => {
        requireRootField(schema, 'mutation', SAVE);
        requireRootField(schema, 'mutation', DELETION);
      },
      options,
    );
    const list = async () => await this.list(place, options);
    // This refuses a missing scope, or a new password without a value, before anything is changed.
    stepsTo(await list(), place, wanted);
    return async () => {
      const there = await list();
      const changes = stepsTo(there, place, wanted);
      const toMake = changes.filter(({ action }) => !isDryRun && action !== 'unchanged');
      for (const [index, { name, wanted: variable }] of toMake.entries()) {
        try {
          const change = variable
            ? await this.prepareSet(place, variable, options, there)
            : await this.prepareDelete(place, name, options, there);
          await change(!variable);
        } catch (error) {
          if (index === 0) throw error;
          throw partlyMadeError(
            `${index} of ${toMake.length} changes of variables were made, but that of "${excerpt(name)}" was not confirmed`,
            'Correct the cause, and replace all variables again.',
            error,
          );
        }
      }
      return changes.map((change) => without(change, 'wanted'));
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
      const argument = findInputArgument(root, 'environmentVariable');
      const values = {
        id: before?.id,
        scope,
        name,
        value: isKept ? undefined : value,
        description,
        isPassword: isPassword || asPassword,
      };
      const input = buildInputObject(argument.type, { values, defaults: { isPassword } });
      return {
        arguments: { [argument.name]: input, ...(entityId && { entityId }) },
        selection: { mode: 'supported', text: isPassword ? FIELDS_OF_A_PASSWORD : FIELDS },
        idempotent: before !== undefined,
        ifLost: `Before you try again, check whether the environment variable "${name}" exists`,
      };
    };
    const send = await prepareRootField(this.endpoint, 'mutation', SAVE, call, {
      ...options,
      secrets: [...(options?.secrets ?? []), ...(isPassword ? [value] : [])],
    });
    return async () => {
      const result = await send();
      const answered = isObject(result) ? result : { name, scope };
      const saved = before ? addMissingId(answered, before.id) : answered;
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

function stepsTo(
  listed: readonly EnvironmentVariable[],
  { scope }: VariablePlace,
  wanted: readonly VariableToSet[],
): Step[] {
  const there = new Map(
    listed
      .filter((variable) => variable.scope === scope)
      .map((variable) => [variable.name ?? '', variable]),
  );
  const steps = wanted.map((variable): Step => {
    const { name } = variable;
    const before = there.get(name);
    there.delete(name);
    if (!before) requireValue(variable);
    const isPassword = variable.isPassword === true || before?.isPassword === true;
    return {
      name,
      scope,
      action: before ? actionOn(before, variable, isPassword) : 'created',
      isPassword,
      ...(!isPassword && { value: variable.value }),
      ...(!isPassword && before && { previousValue: before.value ?? null }),
      wanted: variable,
    };
  });
  const others = [...there.values()].map(({ name = '', value, isPassword = false }): Step => ({
    name,
    scope,
    action: 'deleted',
    isPassword,
    ...(!isPassword && { previousValue: value ?? null }),
  }));
  return [...steps, ...others];
}

function actionOn(
  before: EnvironmentVariable,
  { value, description }: VariableToSet,
  isPassword: boolean,
): 'updated' | 'unchanged' {
  const isDescribed = description === undefined || description === (before.description ?? '');
  const isSame = isPassword
    ? before.isPassword === true && value === ''
    : value === (before.value ?? '');
  return isDescribed && isSame ? 'unchanged' : 'updated';
}
