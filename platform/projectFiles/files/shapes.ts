import type { JsonPath } from '../../text/strictJson';
import { isObject, textOf } from '../../text/values';
import { ownValue, without } from '../../text/names';
import { excerpt } from '../../text/text';
import type { FileShape, FileShapes } from '../../resources/entityFields';
import { keepsRule } from '../../resources/fileRules';
import { VARIABLE } from '../../resources/environmentVariable/fields';
import { ENTITIES } from '../kinds';
import { fieldsOfPart, type FieldOfEntity } from '../kinds/definition';
import { TECHNOLOGY } from '../kinds/technology';
import { ALL_PARTS, ENTITY_KINDS, PART_OF, type EntityKind } from '../tree';
import { isMissing } from './stableJson';

/** The version of the file format. */
export const FORMAT = 1;

const VARIABLE_SHAPES = shapesOf(fieldsOfPart('settings', VARIABLE));
/** In a target file, the name of a variable is outside its patch. */
const PATCH_OF_VARIABLE: FileShape = { fields: without(VARIABLE_SHAPES.fields, 'name') };

export const VARIABLES: FileShape = {
  listOf: VARIABLE_SHAPES,
  unique: { by: 'name', what: 'variables' },
};

function shapesOf(fields: readonly FieldOfEntity[]) {
  const nameOf = ({ path }: FieldOfEntity) => path.replace('version.', '');
  return {
    fields: Object.fromEntries(fields.map((field) => [nameOf(field), field.shape])),
    needed: Object.fromEntries(
      fields.flatMap((field) => (field.needed ? [[nameOf(field), field.needed]] : [])),
    ) as Record<string, string>,
  };
}

/** Entries that are never deleted and, with `change`, never changed. */
const PROTECT: FileShape = {
  listOf: {
    fields: { match: 'text', change: { oneOf: ['allow', 'block'] } },
    allowsText: true,
  },
};

/** Where an editor finds the JSON Schema of a file. It is not a part of the project. */
const SCHEMA = { $schema: 'text' } as const;

export const PROJECT: FileShape = {
  fields: {
    ...SCHEMA,
    format: 'anything',
    include: { listOf: { oneOf: ALL_PARTS } },
    packages: 'flag',
    description: 'text',
    protect: PROTECT,
  },
};

/** The shape of the file of each kind. */
export const SHAPES_BY_KIND = Object.fromEntries(
  ENTITY_KINDS.map((kind) => [kind, shapeOfKind(kind)]),
) as Record<EntityKind, FileShapes>;

function shapeOfKind(kind: EntityKind): FileShapes {
  const { fields, hasTechnology, variableScope } = ENTITIES[kind];
  const ofPart = (part: FieldOfEntity['part']) =>
    shapesOf(fields.filter((field) => field.part === part));
  const [ofSettings, ofVersion] = [ofPart('settings'), ofPart('version')];
  const [neededOfVersion] = Object.values(ofVersion.needed);
  return {
    fields: {
      ...SCHEMA,
      ...ofSettings.fields,
      ...(Object.keys(ofVersion.fields).length > 0 && { version: ofVersion }),
      ...(hasTechnology && { technology: TECHNOLOGY }),
      ...(variableScope && { variables: VARIABLES }),
    },
    needed: {
      ...ofSettings.needed,
      ...(neededOfVersion !== undefined && { version: neededOfVersion }),
    },
  };
}

/** The shape of a target file: JSON Merge Patches by the keys of entries. */
export const TARGET: FileShape = {
  fields: {
    ...SCHEMA,
    schedules: { oneOf: ['asInFiles', 'paused'] },
    protect: PROTECT,
    project: { fields: { description: 'text' } },
    variables: { mapOf: PATCH_OF_VARIABLE },
    ...Object.fromEntries(ENTITY_KINDS.map((kind) => [PART_OF[kind], { mapOf: patchShape(kind) }])),
  },
};

/** A patch cannot change the key of an entry. It changes variables by name. */
function patchShape(kind: EntityKind): FileShape {
  const { fields } = SHAPES_BY_KIND[kind];
  const names = ['$schema', 'alias', ...(kind === 'volume' ? ['name'] : [])];
  const kept = Object.entries(fields).filter(([name]) => !names.includes(name));
  const variables = ownValue(fields, 'variables') && { mapOf: PATCH_OF_VARIABLE };
  return withoutNeeds({ fields: { ...Object.fromEntries(kept), ...(variables && { variables }) } });
}

/** A patch needs only the fields that it changes. Lists are replaced as a whole, so their entries need all. */
function withoutNeeds(shape: FileShape): FileShape {
  if (typeof shape === 'string' || !('fields' in shape)) return shape;
  const fields = Object.entries(shape.fields).map(([name, inner]) => [name, withoutNeeds(inner)]);
  return { ...shape, fields: Object.fromEntries(fields) as FileShapes['fields'], needed: {} };
}

/** A place in a file that does not fit. */
export interface ShapeProblem {
  at: JsonPath;
  /** The mistake, in words before the name of the place, or alone. */
  what: string;
  hasNoPlace?: true;
  advice: string;
}

/** Finds every value that does not have its shape, in the order of the file. */
export function* shapeProblems(
  value: unknown,
  shape: FileShape,
  at: JsonPath = [],
): Generator<ShapeProblem> {
  if (value === null || value === undefined || shape === 'anything') return;
  const misfit = (advice: string) => ({ at, what: 'has an invalid', advice });
  if (typeof shape === 'string') {
    if (!IS[shape](value)) yield misfit(WORDS[shape]);
  } else if ('hint' in shape) {
    const { type, hint } = shape;
    if (!IS[type](value)) yield misfit(WORDS[type]);
    else if (!keepsRule(value as string | number, shape)) yield misfit(hint);
  } else if ('listOf' in shape) {
    if (!Array.isArray(value)) return yield misfit('It is a list.');
    yield* entryProblems(value, shape, at);
  } else if ('oneOf' in shape) {
    const isOne = shape.oneOf.some((word) => word === value);
    if (!isOne) yield misfit(`It is ${shape.oneOf.map((word) => `"${word}"`).join(' or ')}.`);
  } else if ('mapOf' in shape) {
    if (!isObject(value)) return yield misfit('It is an object.');
    for (const [name, member] of Object.entries(value)) {
      yield* shapeProblems(member, shape.mapOf, [...at, name]);
    }
  } else if (!(shape.allowsText && typeof value === 'string')) {
    if (!isObject(value)) return yield misfit('It is an object.');
    yield* memberProblems(value, shape, at);
  }
}

function* entryProblems(
  entries: readonly unknown[],
  { listOf, unique }: Extract<FileShape, { listOf: FileShape }>,
  at: JsonPath,
): Generator<ShapeProblem> {
  const seen = new Set<unknown>();
  for (const [index, entry] of entries.entries()) {
    const here = [...at, index];
    if (entry === null) yield { at: here, what: 'has an invalid', advice: 'Remove the null.' };
    yield* shapeProblems(entry, listOf, here);
    const key = unique && isObject(entry) ? ownValue(entry, unique.by) : undefined;
    if (unique === undefined || key === undefined || key === null) continue;
    const text = excerpt(textOf(key) ?? '');
    const what = `has two ${unique.what} with the ${unique.by} "${text}"`;
    if (seen.has(key)) yield { at: here, what, hasNoPlace: true, advice: 'Keep only one of them.' };
    seen.add(key);
  }
}

function* memberProblems(
  value: Record<string, unknown>,
  { fields, needed = {} }: FileShapes,
  at: JsonPath,
): Generator<ShapeProblem> {
  const known = `Known fields: ${Object.keys(fields).join(', ')}.`;
  for (const [name, member] of Object.entries(value)) {
    const here = [...at, name];
    const expected = ownValue(fields, name);
    if (!expected) {
      yield { at: here, what: 'has an unknown field', advice: known };
    } else if (!(isMissing(member) && Object.hasOwn(needed, name))) {
      yield* shapeProblems(member, expected, here);
    }
  }
  for (const [name, advice] of Object.entries(needed)) {
    if (isMissing(ownValue(value, name))) yield { at: [...at, name], what: 'has no', advice };
  }
}

const IS = {
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  number: Number.isFinite,
};

const WORDS = {
  text: 'It is a text in quotes.',
  flag: 'It is true or false.',
  number: 'It is a number.',
};
