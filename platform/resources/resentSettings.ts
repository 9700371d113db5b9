import {
  coerceInputValue,
  getNullableType,
  isInputObjectType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { InvalidInputError } from '../common/errors/errors';
import { writtenFields } from '../graphql/selection/supported';
import { ownValue } from '../common/text/names';
import { toObject, isObject } from '../common/text/values';
import { ALERTING, RESOURCES } from './commonFields';

/**
 * The settings that an edit sends back unchanged, with their selection sets. Platforms may empty settings that an edit lacks: the
 * schema promises to keep them only for projects.
 */
const SELECTIONS = {
  name: '',
  description: '',
  isScheduled: '',
  cronScheduling: '',
  scheduleTimezone: '',
  alerting: ALERTING.file.select,
  resources: RESOURCES.file.select,
};

const SETTING_NAMES = Object.keys(SELECTIONS);

export const RESENT_SETTINGS = writtenFields(Object.entries(SELECTIONS).flat().join(' '));

/**
 * Returns the settings that an edit sends back: those that have a value, are not changed, and exist in the input type.
 * @param current entity, read with `RESENT_SETTINGS`
 * @param changedNames names of the settings that the user changes
 * @param entityLabel for messages, for example `job 7`
 * @throws InvalidInputError if the input type does not accept a current value, because leaving the value out could lose it
 */
export function buildResentSettings(
  type: GraphQLInputObjectType,
  current: Record<string, unknown>,
  changedNames: readonly string[],
  entityLabel: string,
): Record<string, unknown> {
  const entries = SETTING_NAMES.filter((name) => !changedNames.includes(name)).flatMap((name) => {
    const field = type.getFields()[name];
    if (!field) return [];
    const value = ownValue(current, name);
    const accepted = pickAcceptedFields(field.type, name === 'alerting' ? addLogins(value) : value);
    if (accepted === undefined) return [];
    coerceInputValue(accepted, field.type, (path) => {
      throw notAcceptedError([name, ...path].join('.'), name, entityLabel);
    });
    return [[name, accepted] as const];
  });
  return Object.fromEntries(entries);
}

/** Platforms return `loginEmails`, but accept `logins`. */
function addLogins(alerting: unknown): unknown {
  // A missing list does not mean that the list of logins is empty.
  if (!isObject(alerting) || !Array.isArray(alerting.loginEmails)) return alerting;
  // An entry without a login must not be lost, so it becomes a value that no type accepts.
  const logins = alerting.loginEmails.map((entry) => toObject(entry).login ?? {});
  return { ...alerting, logins };
}

function pickAcceptedFields(type: GraphQLInputType, value: unknown): unknown {
  const inputType = getNullableType(type);
  if (!isInputObjectType(inputType) || !isObject(value)) return value ?? undefined;
  const accepted = Object.values(inputType.getFields()).flatMap((field) => {
    const fieldValue = pickAcceptedFields(field.type, ownValue(value, field.name));
    return fieldValue === undefined ? [] : [[field.name, fieldValue] as const];
  });
  return accepted.length === 0 ? undefined : Object.fromEntries(accepted);
}

function notAcceptedError(path: string, setting: string, entityLabel: string): InvalidInputError {
  return new InvalidInputError(
    `The ${entityLabel} cannot be updated: the platform does not accept its current value of "${path}"`,
    `Set "${setting}" in this update as well, or correct it on the platform. An update also sends unchanged settings, because the platform may empty those that are missing. Nothing was changed.`,
  );
}
