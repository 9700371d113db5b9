import type { JsonPath } from '../../text/strictJson';
import { isObject } from '../../text/values';
import { ownValue, without } from '../../text/names';
import type { EntityFields, FileShape, FileShapes } from '../../projects/shared/entityFields';
import { VARIABLE } from '../../projects/environmentVariable/fields';
import { FIELDS, type FieldOfEntity } from './fields';
import { KINDS, PART_OF, type EntityKind } from './model';

/** The form of these files. A later one that means something else has another number. */
export const FORMAT = 1;

/** What stands in the fields of entities, by their paths. */
const SHAPES = new Map(
  Object.values(FIELDS)
    .flat()
    .map(({ path, shape }) => [path, shape]),
);

/** The paths of everything that may lie in a field, without the numbers of lists. */
export function pathsInside(path: string): string[][] {
  return [...pathsIn(SHAPES.get(path) ?? 'anything')];
}

function* pathsIn(shape: FileShape, path: string[] = []): Generator<string[]> {
  if (typeof shape === 'string') return;
  if ('listOf' in shape) yield* pathsIn(shape.listOf, path);
  if (!('fields' in shape)) return;
  for (const [name, inner] of Object.entries(shape.fields)) {
    yield [...path, name];
    yield* pathsIn(inner, [...path, name]);
  }
}

const VARIABLE_SHAPES = shapesOf(VARIABLE);
/** In a target's file, a variable is named outside. */
const PATCH_OF_VARIABLE: FileShape = { fields: without(VARIABLE_SHAPES, 'name') };

export const VARIABLES: FileShape = { listOf: { fields: VARIABLE_SHAPES } };

function shapesOf(fields: EntityFields): Record<string, FileShape> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { file }]) => (file ? [[name, file.shape]] : [])),
  );
}

/** Things that are never deleted, and never changed either where that is said. */
const PROTECT: FileShape = {
  listOf: {
    fields: { match: 'text', change: { oneOf: ['allow', 'block'] } },
    allowsText: true,
  },
};

/** Where an editor finds the JSON Schema of a file; it says nothing of the project. */
const SCHEMA = { $schema: 'text' } as const;

export const PROJECT: FileShape = {
  fields: {
    ...SCHEMA,
    format: 'anything',
    include: 'anything',
    packages: 'flag',
    description: 'text',
    protect: PROTECT,
  },
};

/** What a file of `targets/` may hold: JSON Merge Patches by the names of things. */
export function targetShape(): FileShape {
  const kinds = KINDS.map((kind): [string, FileShape] => [
    PART_OF[kind],
    { mapOf: patchShape(kind) },
  ]);
  return {
    fields: {
      ...SCHEMA,
      schedules: { oneOf: ['asInFiles', 'paused'] },
      protect: PROTECT,
      project: { fields: { description: 'text' } },
      variables: { mapOf: PATCH_OF_VARIABLE },
      ...Object.fromEntries(kinds),
    },
  };
}

/** What names a thing stays as it is, and variables are changed by name. */
function patchShape(kind: EntityKind): FileShape {
  const { fields } = shapeOf(kind);
  const names = ['$schema', 'alias', ...(kind === 'volume' ? ['name'] : [])];
  const kept = Object.entries(fields).filter(([name]) => !names.includes(name));
  const variables = ownValue(fields, 'variables') && { mapOf: PATCH_OF_VARIABLE };
  return { fields: { ...Object.fromEntries(kept), ...(variables && { variables }) } };
}

/** What the file of a kind may hold. */
export function shapeOf(kind: EntityKind): FileShapes {
  const shapes = (part: FieldOfEntity['part'], prefix: string) =>
    Object.fromEntries(
      FIELDS[kind]
        .filter((field) => field.part === part)
        .map(({ path, shape }): [string, FileShape] => [path.slice(prefix.length), shape]),
    );
  const version = shapes('version', 'version.');
  return {
    fields: {
      ...SCHEMA,
      ...shapes('settings', ''),
      ...(Object.keys(version).length > 0 && { version: { fields: version } }),
      ...((kind === 'job' || kind === 'app') && {
        technology: { fields: { label: 'text', repository: 'text' } },
      }),
      ...(kind !== 'volume' && { variables: VARIABLES }),
    },
  };
}

/** A place in a file that does not fit. */
export interface ShapeProblem {
  at: JsonPath;
  /** Where a name is not known: those that are. */
  known?: string[];
  /** Where a value is of another type: what it should be. */
  expected?: string;
}

/** Every place where a value does not fit, in the order of the file. */
export function* shapeProblems(
  value: unknown,
  shape: FileShape,
  at: JsonPath = [],
): Generator<ShapeProblem> {
  if (value === null || value === undefined || shape === 'anything') return;
  if (typeof shape === 'string') {
    if (!IS[shape](value)) yield { at, expected: WORDS[shape] };
  } else if ('listOf' in shape) {
    if (!Array.isArray(value)) return yield { at, expected: 'a list' };
    for (const [index, entry] of value.entries()) {
      yield* shapeProblems(entry, shape.listOf, [...at, index]);
    }
  } else if ('oneOf' in shape) {
    const isOne = shape.oneOf.some((word) => word === value);
    if (!isOne) yield { at, expected: shape.oneOf.map((word) => `"${word}"`).join(' or ') };
  } else if ('mapOf' in shape) {
    if (!isObject(value)) return yield { at, expected: 'an object' };
    for (const [name, member] of Object.entries(value)) {
      yield* shapeProblems(member, shape.mapOf, [...at, name]);
    }
  } else if (!(shape.allowsText && typeof value === 'string')) {
    if (!isObject(value)) return yield { at, expected: 'an object' };
    const known = Object.keys(shape.fields);
    for (const [name, member] of Object.entries(value)) {
      const expected = ownValue(shape.fields, name);
      if (expected) yield* shapeProblems(member, expected, [...at, name]);
      else yield { at: [...at, name], known };
    }
  }
}

const IS = {
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  number: (value: unknown) => typeof value === 'number',
};

const WORDS = { text: 'a text in quotes', flag: 'true or false', number: 'a number' };
