import { ENTITY_KINDS, GRANT_KINDS, PART_OF } from '../tree';
import { GRANTS } from '../kinds';
import { FILE_FORMAT, PROJECT_SHAPE, ENTITY_SHAPES, TARGET_SHAPE, VARIABLES_SHAPE } from './shapes';
import type { FileShape } from '../../resources/entityFields';

const DRAFT = 'http://json-schema.org/draft-07/schema#';

type Schema = Record<string, unknown>;

/** Returns the JSON Schemas with which editors check project files: their text by their file name in docs/project-files. */
export function buildProjectFileSchemas(): Map<string, string> {
  const schemas: Array<[string, Schema]> = [
    ['project', buildProjectSchema()],
    ['variables', toSchema(VARIABLES_SHAPE)],
    ['targets', toSchema(TARGET_SHAPE)],
    ...GRANT_KINDS.map((kind): [string, Schema] => [PART_OF[kind], toSchema(GRANTS[kind].shape)]),
    ...ENTITY_KINDS.map((kind): [string, Schema] => [PART_OF[kind], toSchema(ENTITY_SHAPES[kind])]),
  ];
  return new Map(
    schemas.map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify({ $schema: DRAFT, title: `Data platform: ${name}`, ...schema }, null, 2)}\n`,
    ]),
  );
}

function buildProjectSchema(): Schema {
  const schema = toSchema(PROJECT_SHAPE);
  const properties = {
    ...(schema.properties as Schema),
    format: { const: FILE_FORMAT },
  };
  return { ...schema, properties, required: ['format'] };
}

/** Null is allowed where a value may be missing, but not as a whole file, in a list or in a required field. */
function toSchema(shape: FileShape, mayBeNull = false): Schema {
  const allowTypes = (...types: string[]) => {
    const all = mayBeNull ? [...types, 'null'] : types;
    return { type: all.length === 1 ? all[0] : all };
  };
  if (shape === 'anything') return {};
  if (shape === 'text') return allowTypes('string');
  if (shape === 'flag') return allowTypes('boolean');
  if (shape === 'number') return allowTypes('number');
  if ('hint' in shape) {
    const { type, schema, hint } = shape;
    return { ...allowTypes(type === 'text' ? 'string' : 'number'), ...schema, description: hint };
  }
  if ('listOf' in shape) return { ...allowTypes('array'), items: toSchema(shape.listOf) };
  if ('oneOf' in shape) return { enum: mayBeNull ? [...shape.oneOf, null] : [...shape.oneOf] };
  if ('mapOf' in shape) {
    return { ...allowTypes('object'), additionalProperties: toSchema(shape.mapOf, true) };
  }
  const required = Object.keys(shape.adviceIfMissing ?? {});
  const members = Object.entries(shape.fields).map(([name, inner]) => {
    const isRequired = required.includes(name);
    return [name, { ...toSchema(inner, !isRequired), ...(isRequired && forbidEmpty(inner)) }];
  });
  return {
    ...(shape.allowsText ? allowTypes('object', 'string') : allowTypes('object')),
    properties: Object.fromEntries(members) as Schema,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

function forbidEmpty(shape: FileShape): Schema {
  if (shape === 'text') return { minLength: 1 };
  return typeof shape === 'object' && 'listOf' in shape ? { minItems: 1 } : {};
}
