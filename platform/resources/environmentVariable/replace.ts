import type { CallOptions } from '../../graphql/send/endpoint';
import { without } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import { requireRootField } from '../../graphql/schema/rootFields';
import { withSchema } from '../../graphql/schema/bySchema';
import { partlyMadeError } from '../changes';
import type { VariablePlace, EnvironmentVariable } from './variable';
import { readVariables } from './text';
import { requireValue, Variables, type VariableToSet } from './variables';

/** The outcome for one variable. It never has the value of a password. */
export interface VariableChange {
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

/** Variables, also as text that says all of a place. */
export class ReplaceableVariables extends Variables {
  readonly read = readVariables;

  /**
   * Prepares to replace the variables of a place: others of the same place are deleted, those of wider scopes stay. A password
   * without a value keeps its current one; a password with a value is always set, because the platform never returns it.
   * @param isDryRun true to return the changes without making them
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
        requireRootField(schema, 'mutation', 'saveEnvironmentVariable');
        requireRootField(schema, 'mutation', 'deleteEnvironmentVariable');
      },
      options,
    );
    const list = async () => await this.list(place, options);
    // A scope that the platform lacks, or a new password without a value, is refused before anything is changed.
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
