import type { JsonPath } from '../../text/strictJson';
import { isObject } from '../../entities/entities';
import { ownValue } from '../../text/names';
import { FIELDS, type FieldOfEntity } from './fields';
import { KINDS, PART_OF, type EntityKind } from './model';

/** What a value of a file may be. Null is nothing everywhere. */
export type Shape =
  | 'text'
  | 'flag'
  | 'number'
  | 'anything'
  | { oneOf: readonly string[] }
  | Fields
  | { listOf: Shape }
  /** An object whose names are those of things. */
  | { byName: Shape };

interface Fields {
  fields: Readonly<Record<string, Shape>>;
  /** Whether a text may stand in its place. */
  isTextToo?: true;
}

const TEXTS: Shape = { listOf: 'text' };
const AMOUNTS: Shape = { fields: { request: 'number', limit: 'number' } };
const POSITION: Shape = { fields: { x: 'number', y: 'number' } };
/** Or one of the platform's words. */
const CONDITION: Shape = { fields: { expression: 'text' }, isTextToo: true };

/** What stands in the fields that hold objects and lists, by their paths. */
const INNER: Readonly<Record<string, Shape>> = {
  alerting: { fields: { emails: TEXTS, logins: TEXTS, statusList: TEXTS } },
  resources: { fields: { cpu: AMOUNTS, memory: AMOUNTS, gpu: AMOUNTS } },
  'version.docker': {
    fields: { image: 'text', credentials: { fields: { registry: 'text', username: 'text' } } },
  },
  'version.extraTechnology': { fields: { language: 'text', version: 'text' } },
  'version.ports': {
    listOf: {
      fields: {
        name: 'text',
        number: 'number',
        isRewriteUrl: 'flag',
        basePathVariableName: 'text',
        scope: 'text',
      },
    },
  },
  'version.volumes': { listOf: { fields: { path: 'text', volume: 'text' } } },
  'version.graph': {
    fields: {
      jobs: {
        listOf: { fields: { node: 'text', job: 'text', position: POSITION, next: TEXTS } },
      },
      conditions: {
        listOf: {
          fields: {
            node: 'text',
            condition: CONDITION,
            position: POSITION,
            success: TEXTS,
            failure: TEXTS,
          },
        },
      },
    },
  },
};

/** The ways to everything that may lie in a field, without the numbers of lists. */
export function waysInside(path: string): string[][] {
  return [...waysIn(ownValue(INNER, path) ?? 'anything')];
}

function* waysIn(shape: Shape, way: string[] = []): Generator<string[]> {
  if (typeof shape === 'string') return;
  if ('listOf' in shape) yield* waysIn(shape.listOf, way);
  if (!('fields' in shape)) return;
  for (const [name, inner] of Object.entries(shape.fields)) {
    yield [...way, name];
    yield* waysIn(inner, [...way, name]);
  }
}

const VARIABLE = { value: 'text', description: 'text', isPassword: 'flag' } as const;

export const VARIABLES: Shape = { listOf: { fields: { name: 'text', ...VARIABLE } } };

/** Things that are never deleted, and never changed either where that is said. */
const PROTECT: Shape = {
  listOf: {
    fields: { match: 'text', change: { oneOf: ['allow', 'block'] } },
    isTextToo: true,
  },
};

/** Where an editor finds the JSON Schema of a file; it says nothing of the project. */
const SCHEMA = { $schema: 'text' } as const;

export const PROJECT: Shape = {
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
export function targetShape(): Shape {
  const kinds = KINDS.map((kind): [string, Shape] => [PART_OF[kind], { byName: patchShape(kind) }]);
  return {
    fields: {
      ...SCHEMA,
      schedules: { oneOf: ['asInFiles', 'paused'] },
      protect: PROTECT,
      project: { fields: { description: 'text' } },
      variables: { byName: { fields: VARIABLE } },
      ...Object.fromEntries(kinds),
    },
  };
}

/** What names a thing stays as it is, and variables are changed by name. */
function patchShape(kind: EntityKind): Shape {
  const { fields } = shapeOf(kind);
  const names = ['$schema', 'alias', ...(kind === 'volume' ? ['name'] : [])];
  const kept = Object.entries(fields).filter(([name]) => !names.includes(name));
  const variables = ownValue(fields, 'variables') && { byName: { fields: VARIABLE } };
  return { fields: { ...Object.fromEntries(kept), ...(variables && { variables }) } };
}

/** What the file of a kind may hold. */
export function shapeOf(kind: EntityKind): Fields {
  const shapes = (part: FieldOfEntity['part'], prefix: string) =>
    Object.fromEntries(
      FIELDS[kind]
        .filter((field) => field.part === part)
        .map(({ path, type }): [string, Shape] => [
          path.slice(prefix.length),
          type === 'text' || type === 'flag' ? type : (ownValue(INNER, path) ?? 'anything'),
        ]),
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
export interface Misfit {
  at: JsonPath;
  /** Where a name is not known: those that are. */
  known?: string[];
  /** Where a value is of another type: what it should be. */
  expected?: string;
}

/** Every place where a value does not fit, in the order of the file. */
export function* misfits(value: unknown, shape: Shape, at: JsonPath = []): Generator<Misfit> {
  if (value === null || value === undefined || shape === 'anything') return;
  if (typeof shape === 'string') {
    if (!IS[shape](value)) yield { at, expected: WORDS[shape] };
  } else if ('listOf' in shape) {
    if (!Array.isArray(value)) return yield { at, expected: 'a list' };
    for (const [index, entry] of value.entries()) {
      yield* misfits(entry, shape.listOf, [...at, index]);
    }
  } else if ('oneOf' in shape) {
    const isOne = shape.oneOf.some((word) => word === value);
    if (!isOne) yield { at, expected: shape.oneOf.map((word) => `"${word}"`).join(' or ') };
  } else if ('byName' in shape) {
    if (!isObject(value)) return yield { at, expected: 'an object' };
    for (const [name, member] of Object.entries(value)) {
      yield* misfits(member, shape.byName, [...at, name]);
    }
  } else if (!(shape.isTextToo && typeof value === 'string')) {
    if (!isObject(value)) return yield { at, expected: 'an object' };
    for (const [name, member] of Object.entries(value)) {
      const expected = ownValue(shape.fields, name);
      if (expected) yield* misfits(member, expected, [...at, name]);
      else yield { at: [...at, name], known: Object.keys(shape.fields) };
    }
  }
}

const IS = {
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  number: (value: unknown) => typeof value === 'number',
};

const WORDS = { text: 'a text in quotes', flag: 'true or false', number: 'a number' };
