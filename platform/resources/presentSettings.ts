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
 * The settings that an edit sends back unchanged, with their selections. Deployed platforms may empty settings that an edit lacks:
 * only for projects, the schema promises that they stay.
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

const NAMES = Object.keys(SELECTIONS);

export const PRESENT_SETTINGS = writtenFields(Object.entries(SELECTIONS).flat().join(' '));

/**
 * Returns the settings that an edit sends back, without empty ones and those that the input type lacks.
 * @param present entity, read with `PRESENT_SETTINGS`
 * @param changed names of the settings that the user changes
 * @param entity description for messages, for example `job 7`
 * @throws InvalidInputError if the input type does not accept a value, which would be lost if it was left out
 */
export function presentSettings(
  type: GraphQLInputObjectType,
  present: Record<string, unknown>,
  changed: readonly string[],
  entity: string,
): Record<string, unknown> {
  const entries = NAMES.filter((name) => !changed.includes(name)).flatMap((name) => {
    const field = type.getFields()[name];
    if (!field) return [];
    const value = ownValue(present, name);
    const kept = knownFields(field.type, name === 'alerting' ? withLogins(value) : value);
    if (kept === undefined) return [];
    coerceInputValue(kept, field.type, (path) => {
      throw unacceptable([name, ...path].join('.'), name, entity);
    });
    return [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}

/** Platforms return `loginEmails`, but accept `logins`. */
function withLogins(alerting: unknown): unknown {
  // A missing list does not mean that there are no logins.
  if (!isObject(alerting) || !Array.isArray(alerting.loginEmails)) return alerting;
  // An entry without a login must not be lost, so it becomes a value that no type accepts.
  const logins = alerting.loginEmails.map((entry) => toObject(entry).login ?? {});
  return { ...alerting, logins };
}

function knownFields(type: GraphQLInputType, value: unknown): unknown {
  const object = getNullableType(type);
  if (!isInputObjectType(object) || !isObject(value)) return value ?? undefined;
  const known = Object.values(object.getFields()).flatMap((field) => {
    const inner = knownFields(field.type, ownValue(value, field.name));
    return inner === undefined ? [] : [[field.name, inner] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function unacceptable(place: string, setting: string, entity: string): InvalidInputError {
  return new InvalidInputError(
    `The ${entity} cannot be updated: the platform does not accept its current value of "${place}"`,
    `Set "${setting}" in this update as well, or correct it on the platform. An update sends back all settings, because the platform may empty the others. Nothing was changed.`,
  );
}
