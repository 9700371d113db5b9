import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_FOLDER } from './packedPackage';

interface Schema {
  type: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** What in an output a published output schema does not tell of, or tells wrongly; null fits any type. */
export function misfits(node: string, operation: string, output: unknown): string[] {
  const folder = path.join(PACKAGE_FOLDER, 'dist', 'nodes', node, '__schema__', 'v1.0.0');
  const schema = JSON.parse(readFileSync(path.join(folder, `${operation}.json`), 'utf8')) as Schema;
  return misfitsOf(schema, output, operation);
}

function misfitsOf(schema: Schema | undefined, value: unknown, place: string): string[] {
  if (!schema) return [`${place} is not told of`];
  if (value === null || value === undefined) return [];
  if (!isOfType(value, schema.type)) return [`${place} is no ${schema.type}`];
  if (Array.isArray(value)) {
    return value.flatMap((entry) => misfitsOf(schema.items, entry, `${place}[]`));
  }
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    misfitsOf(schema.properties?.[name], inner, `${place}.${name}`),
  );
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && !Array.isArray(value);
}
