import type { OutputShape } from '../platform/resources/entityFields';

/** What an output looks like. Any value may be null, and any field may be missing. */
export type Shape = OutputShape;

/** The outputs of a node by operation, as `job/get`; a trigger has one, by the name ''. */
export type Outputs = Record<string, { readonly [field: string]: Shape }>;

/** The text of a file that n8n reads the shape of an output from. */
export function schemaFile(shape: Shape): string {
  return `${JSON.stringify({ ...schemaOf(shape), version: 1 }, null, 2)}\n`;
}

function schemaOf(shape: Shape): object {
  if (typeof shape === 'string') return { type: shape };
  if (isList(shape)) return { type: 'array', items: schemaOf(shape[0]) };
  const properties = Object.entries(shape).map(([name, inner]) => [name, schemaOf(inner)]);
  return { type: 'object', properties: Object.fromEntries(properties) as object };
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
