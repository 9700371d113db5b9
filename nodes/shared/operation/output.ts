import type { OutputShape } from '../../../platform/resources/entityFields';

/** The fields of an output item. Any value may be null, and any field may be missing. */
export type OutputFields = { readonly [field: string]: OutputShape };

/** Fields by their names: texts, unless one says otherwise, as `size:integer`. */
export function fields(names: string): Record<string, OutputShape> {
  const each = names.split(' ').map((name) => name.split(':'));
  return Object.fromEntries(each.map(([name, type = 'string']) => [name, type as 'string']));
}
