import { isObject } from '../../../text/values';
import { without } from '../../../text/names';

/** The list of variables of a file as an object by name, which a patch can go into; its names are known to be different. */
export function toVariablesByName(list: unknown): Record<string, unknown> {
  const entries = Array.isArray(list) ? list.filter(isObject) : [];
  return Object.fromEntries(entries.map((entry) => [String(entry.name), without(entry, 'name')]));
}

/** The same as a file has it. */
export function toVariableList(variables: unknown): Array<Record<string, unknown>> {
  return Object.entries(isObject(variables) ? variables : {}).map(([name, entry]) => ({
    ...(isObject(entry) ? entry : {}),
    name,
  }));
}

/** The name of an entry of such a list. */
export function nameOf(list: ReadonlyArray<Record<string, unknown>>, index: unknown): string {
  return String(list[Number(index)]?.name ?? '');
}
