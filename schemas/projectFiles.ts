import { KINDS, PART_OF, PARTS } from '../platform/projectFiles/files/model';
import {
  FORMAT,
  PROJECT,
  shapeOf,
  targetShape,
  VARIABLES,
} from '../platform/projectFiles/files/shapes';
import type { FileShape } from '../platform/projects/shared/entityFields';

const DRAFT = 'http://json-schema.org/draft-07/schema#';

type Schema = Record<string, unknown>;

/** The JSON Schemas of a project's files, for editors: their names in docs/project-files/, and their texts. */
export function projectFileSchemas(): Map<string, string> {
  const schemas: Array<[string, Schema]> = [
    ['project', projectSchema()],
    ['variables', schemaOf(VARIABLES)],
    ['targets', schemaOf(targetShape())],
    ...KINDS.map((kind): [string, Schema] => [
      PART_OF[kind],
      { ...schemaOf(shapeOf(kind)), required: ['name'] },
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
  const schema = schemaOf(PROJECT);
  const properties = {
    ...(schema.properties as Schema),
    format: { const: FORMAT },
    include: { type: 'array', items: { enum: [...PARTS] } },
  };
  return { ...schema, properties, required: ['format'] };
}

/** Null is nothing everywhere. */
function schemaOf(shape: FileShape): Schema {
  if (shape === 'anything') return {};
  if (shape === 'text') return { type: ['string', 'null'] };
  if (shape === 'flag') return { type: ['boolean', 'null'] };
  if (shape === 'number') return { type: ['number', 'null'] };
  if ('listOf' in shape) return { type: ['array', 'null'], items: schemaOf(shape.listOf) };
  if ('oneOf' in shape) return { enum: [...shape.oneOf, null] };
  if ('mapOf' in shape) {
    return { type: ['object', 'null'], additionalProperties: schemaOf(shape.mapOf) };
  }
  const members = Object.entries(shape.fields);
  return {
    type: shape.allowsText ? ['object', 'string', 'null'] : ['object', 'null'],
    properties: Object.fromEntries(members.map(([name, inner]) => [name, schemaOf(inner)])),
    additionalProperties: false,
  };
}
