import { InvalidInputError } from '../../errors/errors';
import { writtenFields } from '../../graphql/selection/supported';
import type { Entity } from '../entities';
import { without } from '../../text/names';
import { selectionOf } from '../entityFields';
import { VARIABLE } from './fields';
import type { VariablePlace } from './place';

export interface EnvironmentVariable extends Entity {
  scope?: string;
  /** Null for a password. */
  value?: string | null;
  description?: string | null;
  isPassword?: boolean;
}

export const FIELDS = writtenFields(selectionOf(VARIABLE));
/** A password's value is never asked for when it was set. */
export const FIELDS_OF_A_PASSWORD = writtenFields(selectionOf(without(VARIABLE, 'value')));

export function findOwn(
  variables: readonly EnvironmentVariable[],
  place: VariablePlace,
  name: string,
): EnvironmentVariable | undefined {
  return variables.find((variable) => variable.name === name && variable.scope === place.scope);
}

/** Whatever a platform answers: the value of a password goes no further. */
export function withoutSecret(variable: EnvironmentVariable): EnvironmentVariable {
  return variable.isPassword === true ? { ...variable, value: null } : variable;
}

/** @throws InvalidInputError where it is empty */
export function readName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : '';
  if (name !== '') return name;
  throw new InvalidInputError('The environment variable has no name', 'Fill in "Name".');
}
