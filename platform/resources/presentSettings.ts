import {
  coerceInputValue,
  getNullableType,
  isInputObjectType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { writtenFields } from '../graphql/selection/supported';
import { ownValue } from '../text/names';
import { entriesOf, fieldsOf, isObject } from '../text/values';
import { ALERTING, RESOURCES } from './commonFields';

/**
 * The settings that an edit sends back as they are. Deployed platforms may empty what an edit does not name: only for projects
 * does the schema promise that it stays.
 */
export const PRESENT_SETTINGS = writtenFields(`
  name description isScheduled cronScheduling scheduleTimezone
  alerting ${ALERTING.file.select} resources ${RESOURCES.file.select}`);

const NAMES = [
  'name',
  'description',
  'isScheduled',
  'cronScheduling',
  'scheduleTimezone',
  'alerting',
  'resources',
];

/**
 * Returns what an edit sends back of an entity, as far as the input type accepts it.
 * @param present the entity, read with `PRESENT_SETTINGS`
 * @param changed names of what the user sets
 */
export function presentSettings(
  type: GraphQLInputObjectType,
  present: Record<string, unknown>,
  changed: readonly string[],
): Record<string, unknown> {
  const entries = NAMES.filter((name) => !changed.includes(name)).flatMap((name) => {
    const field = type.getFields()[name];
    const value = ownValue(present, name);
    const known = name === 'alerting' && isObject(value) ? withLogins(value) : value;
    const accepted = field && acceptedPart(field.type, known);
    return accepted === undefined ? [] : [[name, accepted] as const];
  });
  return Object.fromEntries(entries);
}

/** Platforms return logins with their addresses, and take them without. */
function withLogins(alerting: Record<string, unknown>): Record<string, unknown> {
  // Without the list, "no logins" would be a guess.
  if (!Array.isArray(alerting.loginEmails)) return alerting;
  const logins = entriesOf(alerting.loginEmails).map((entry) => fieldsOf(entry).login);
  return { ...alerting, logins: logins.filter((login) => typeof login === 'string') };
}

/** Leaves out empty fields and those that the type does not have; undefined if the rest does not fit the type. */
function acceptedPart(type: GraphQLInputType, value: unknown): unknown {
  const part = knownFields(type, value);
  if (part === undefined) return undefined;
  let fits = true;
  coerceInputValue(part, type, () => (fits = false));
  return fits ? part : undefined;
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
