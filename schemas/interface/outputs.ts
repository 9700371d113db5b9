/** What `schemaFile` writes. */
export interface OutputSchema {
  type: string;
  properties?: Record<string, OutputSchema>;
  items?: OutputSchema;
}

/** The types of all values by their places, as `versions[].number`. */
export function outputsOf(schema: OutputSchema, place: string): Array<[string, string]> {
  const isTop = place === '' || place.endsWith(': ');
  if (schema.items) {
    return [[place, 'array'], ...outputsOf(schema.items, `${place}[]`)];
  }
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    outputsOf(one, isTop ? `${place}${name}` : `${place}.${name}`),
  );
  return isTop ? inner : [[place, schema.type], ...inner];
}
