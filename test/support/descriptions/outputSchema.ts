import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_FOLDER } from '../packedPackage';

interface Schema {
  type: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Finds parts of an output that the published schema does not describe, or describes with the wrong type. null matches every type. */
export function findSchemaMismatches(node: string, operation: string, output: unknown): string[] {
  return findMismatches(readSchema(node, operation), output, operation);
}

/** Finds fields of the published schema that no output has, such as `versions[].number`. */
export function findMissingFields(node: string, operation: string, outputs: unknown[]): string[] {
  return findMissing(readSchema(node, operation), outputs, '');
}

function readSchema(node: string, operation: string): Schema {
  const folder = path.join(PACKAGE_FOLDER, 'dist', 'nodes', node, '__schema__');
  // A trigger has one schema.
  const file = path.join(folder, operation === '' ? 'v1.0.0.json' : `v1.0.0/${operation}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

function findMissing({ properties, items }: Schema, values: unknown[], location: string): string[] {
  if (items) return findMissing(items, values.flat(), `${location}[]`);
  const objects = values.filter((value) => typeof value === 'object' && value !== null) as Array<
    Record<string, unknown>
  >;
  if (!properties || objects.length === 0) return [];
  return Object.entries(properties).flatMap(([name, inner]) => {
    const innerValues = objects
      .filter((object) => Object.hasOwn(object, name))
      .map((object) => object[name]);
    const path = location === '' ? name : `${location}.${name}`;
    return innerValues.length === 0 ? [path] : findMissing(inner, innerValues, path);
  });
}

function findMismatches(schema: Schema | undefined, value: unknown, location: string): string[] {
  if (!schema) return [`The schema does not describe ${location}`];
  if (value === null || value === undefined) return [];
  if (!isOfType(value, schema.type)) return [`${location} does not have the type ${schema.type}`];
  if (Array.isArray(value)) {
    return value.flatMap((entry) => findMismatches(schema.items, entry, `${location}[]`));
  }
  // Without properties, an object may have any fields.
  if (typeof value !== 'object' || !schema.properties) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    findMismatches(schema.properties?.[name], inner, `${location}.${name}`),
  );
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && !Array.isArray(value);
}
