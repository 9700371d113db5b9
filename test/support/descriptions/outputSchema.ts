import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_FOLDER } from '../packedPackage';

interface Schema {
  type: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Finds parts of an output that the published schema lacks or describes wrongly. null has any type. */
export function schemaMismatches(node: string, operation: string, output: unknown): string[] {
  return findMisfits(readSchema(node, operation), output, operation);
}

/** Finds fields of the published schema that no output has, such as `versions[].number`. */
export function neverPutOut(node: string, operation: string, outputs: unknown[]): string[] {
  return missingIn(readSchema(node, operation), outputs, '');
}

function readSchema(node: string, operation: string): Schema {
  const folder = path.join(PACKAGE_FOLDER, 'dist', 'nodes', node, '__schema__');
  // A trigger has one schema.
  const file = path.join(folder, operation === '' ? 'v1.0.0.json' : `v1.0.0/${operation}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

function missingIn({ properties, items }: Schema, values: unknown[], place: string): string[] {
  if (items) return missingIn(items, values.flat(), `${place}[]`);
  const objects = values.filter((value) => typeof value === 'object' && value !== null) as Array<
    Record<string, unknown>
  >;
  if (!properties || objects.length === 0) return [];
  return Object.entries(properties).flatMap(([name, inner]) => {
    const own = objects.filter((object) => Object.hasOwn(object, name)).map((one) => one[name]);
    const at = place === '' ? name : `${place}.${name}`;
    return own.length === 0 ? [at] : missingIn(inner, own, at);
  });
}

function findMisfits(schema: Schema | undefined, value: unknown, place: string): string[] {
  if (!schema) return [`${place} is not told of`];
  if (value === null || value === undefined) return [];
  if (!isOfType(value, schema.type)) return [`${place} is no ${schema.type}`];
  if (Array.isArray(value)) {
    return value.flatMap((entry) => findMisfits(schema.items, entry, `${place}[]`));
  }
  // Without properties, an object may have any fields.
  if (typeof value !== 'object' || !schema.properties) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    findMisfits(schema.properties?.[name], inner, `${place}.${name}`),
  );
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && !Array.isArray(value);
}
