import { ENTITY_KINDS, GRANT_KINDS, PART_OF } from '../tree';
import { GRANTS } from '../kinds';
import { FILE_FORMAT, PROJECT_SHAPE, ENTITY_SHAPES, TARGET_SHAPE, VARIABLES_SHAPE } from './shapes';
import type { FileShape } from '../../resources/entityFields';

const DRAFT = 'http://json-schema.org/draft-07/schema#';

type Schema = Record<string, unknown>;

/** Returns the JSON Schemas of a project's files, for editors, by their names in docs/project-files. */
export function buildProjectFileSchemas(): Map<string, string> {
  const schemas: Array<[string, Schema]> = [
    ['project', projectSchema()],
    ['variables', toSchema(VARIABLES_SHAPE)],
    ['targets', toSchema(TARGET_SHAPE)],
    ...GRANT_KINDS.map((kind): [string, Schema] => [PART_OF[kind], toSchema(GRANTS[kind].shape)]),
    ...ENTITY_KINDS.map((kind): [string, Schema] => [
      PART_OF[kind],
      toSchema(ENTITY_SHAPES[kind], false),
    ]),
  ];
  return new Map(
    schemas.map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify({ $schema: DRAFT, title: `Data platform: ${name}`, ...schema }, null, 2)}\n`,
    ]),
  );
}

function projectSchema(): Schema {
  const schema = toSchema(PROJECT_SHAPE);
  const properties = {
    ...(schema.properties as Schema),
    format: { const: FILE_FORMAT },
  };
  return { ...schema, properties, required: ['format'] };
}

/** Null is the same as a missing value, except in a list and for a field that is needed. */
function toSchema(shape: FileShape, mayBeNull = true): Schema {
  const typed = (...types: string[]) => {
    const all = mayBeNull ? [...types, 'null'] : types;
    return { type: all.length === 1 ? all[0] : all };
  };
  if (shape === 'anything') return {};
  if (shape === 'text') return typed('string');
  if (shape === 'flag') return typed('boolean');
  if (shape === 'number') return typed('number');
  if ('hint' in shape) {
    const { type, schema, hint } = shape;
    return { ...typed(type === 'text' ? 'string' : 'number'), ...schema, description: hint };
  }
  if ('listOf' in shape) return { ...typed('array'), items: toSchema(shape.listOf, false) };
  if ('oneOf' in shape) return { enum: mayBeNull ? [...shape.oneOf, null] : [...shape.oneOf] };
  if ('mapOf' in shape) {
    return { ...typed('object'), additionalProperties: toSchema(shape.mapOf) };
  }
  const needed = Object.keys(shape.needed ?? {});
  const members = Object.entries(shape.fields).map(([name, inner]) => {
    const isNeeded = needed.includes(name);
    return [name, { ...toSchema(inner, !isNeeded), ...(isNeeded && notEmpty(inner)) }];
  });
  return {
    ...(shape.allowsText ? typed('object', 'string') : typed('object')),
    properties: Object.fromEntries(members) as Schema,
    additionalProperties: false,
    ...(needed.length > 0 && { required: needed }),
  };
}

function notEmpty(shape: FileShape): Schema {
  if (shape === 'text') return { minLength: 1 };
  return typeof shape === 'object' && 'listOf' in shape ? { minItems: 1 } : {};
}
