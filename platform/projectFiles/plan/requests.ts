import { isObject, valueAt } from '../../common/text/values';
import { ENTITIES } from '../kinds';
import type { FieldOfEntity } from '../kinds/fields';
import type { Doc } from '../tree';
import type { Destination, WantedStep } from './step';

/**
 * Writes the requests that create an entity or change it as the files say, by the live schema. Each is sent when it is called,
 * and returns the ID of the entity.
 */
export async function writeRequests(
  step: WantedStep,
  destination: Destination,
): Promise<Array<() => Promise<string>>> {
  const { kind, current, changedFields } = step;
  const { endpoint, options } = destination;
  const definition = ENTITIES[kind];
  const values = settingsToSet(step);
  const version = definition.versionToSet?.(step, destination) ?? {};
  if (!current) {
    const create = await definition.prepareCreate(step, values, version, destination);
    return [async () => (await create()).id];
  }
  const { id } = current;
  const differs = (one: FieldOfEntity['part']) => changedFields.some(({ part }) => part === one);
  const resource = new definition.resource(endpoint);
  const changes = [
    differs('settings') && (await resource.prepareUpdate(id, { values }, options)),
    differs('version') && (await definition.prepareVersion?.(step, id, version, destination)),
  ];
  return changes.flatMap((change) => {
    if (!change) return [];
    const send = async () => {
      await change();
      return id;
    };
    return [send];
  });
}

/** Returns the settings that differ, by the platform's names. Settings that the files do not have are emptied. */
function settingsToSet({ wanted, changedFields, current }: WantedStep): Doc {
  const entries = changedFields
    .filter(({ part }) => part === 'settings')
    .map(({ path, type, name }) => [name, valueToSet(path, type, valueAt(wanted.doc, path))]);
  const values = Object.fromEntries(entries) as Doc;
  // A new entity has no settings to empty.
  if (current) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function valueToSet(path: string, type: FieldOfEntity['type'], value: unknown): unknown {
  if (type === 'flag') return value === true;
  // Platforms require the list. Null removes the alerting.
  if (path === 'alerting' && isObject(value)) return { statusList: [], ...value };
  // Platforms refuse a blank cron.
  const isBlank = typeof value === 'string' && value.trim() === '';
  return isBlank ? null : (value ?? null);
}
