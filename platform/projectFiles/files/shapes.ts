import type { JsonPath } from '../../common/text/strictJson';
import { isObject, toText } from '../../common/text/values';
import { ownValue, without } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import type { FileShape, FileObject } from '../../resources/entityFields';
import { followsRule } from '../../resources/fileRules';
import { VARIABLE } from '../../resources/environmentVariable/fields';
import { ENTITIES } from '../kinds';
import { type FieldOfEntity, listFieldsOfPart } from '../kinds/fields';
import { TECHNOLOGY_SHAPE } from '../kinds/allowedTechnology';
import { ALL_PARTS, ENTITY_KINDS, type EntityKind, PART_OF } from '../tree';
import { toFieldPath, type Problems } from './problems';
import type { SettingsFile } from './projectFolder';
import { isMissingOrEmpty } from './stableJson';

export const FILE_FORMAT = 1;

const VARIABLE_SHAPE = toObjectShape(listFieldsOfPart('settings', VARIABLE));
const VARIABLE_PATCH: FileShape = { fields: without(VARIABLE_SHAPE.fields, 'name') };

export const VARIABLES_SHAPE: FileShape = {
  listOf: VARIABLE_SHAPE,
  unique: { by: 'name', what: 'variables' },
};

function toObjectShape(fields: readonly FieldOfEntity[]) {
  const toNameInFile = ({ path }: FieldOfEntity) => path.replace('version.', '');
  return {
    fields: Object.fromEntries(fields.map((field) => [toNameInFile(field), field.shape])),
    adviceIfMissing: Object.fromEntries(
      fields.flatMap((field) =>
        field.adviceIfMissing ? [[toNameInFile(field), field.adviceIfMissing]] : [],
      ),
    ) as Record<string, string>,
  };
}

const PROTECT_SHAPE: FileShape = {
  listOf: {
    fields: { match: 'text', change: { oneOf: ['allow', 'block'] } },
    allowsText: true,
  },
};

/** Editors find the JSON Schema of a file by this field. */
const SCHEMA_FIELD = { $schema: 'text' } as const;

export const PROJECT_SHAPE: FileShape = {
  fields: {
    ...SCHEMA_FIELD,
    format: 'anything',
    include: { listOf: { oneOf: ALL_PARTS } },
    packages: 'flag',
    description: 'text',
    protect: PROTECT_SHAPE,
  },
};

export const ENTITY_SHAPES = Object.fromEntries(
  ENTITY_KINDS.map((kind) => [kind, buildEntityShape(kind)]),
) as Record<EntityKind, FileObject>;

function buildEntityShape(kind: EntityKind): FileObject {
  const { fields, hasTechnology, variableScope } = ENTITIES[kind];
  const buildPartShape = (part: FieldOfEntity['part']) =>
    toObjectShape(fields.filter((field) => field.part === part));
  const [settings, version] = [buildPartShape('settings'), buildPartShape('version')];
  // A version is required if one of its fields is.
  const [versionAdvice] = Object.values(version.adviceIfMissing);
  return {
    fields: {
      ...SCHEMA_FIELD,
      ...settings.fields,
      ...(Object.keys(version.fields).length > 0 && { version }),
      ...(hasTechnology && { technology: TECHNOLOGY_SHAPE }),
      ...(variableScope && { variables: VARIABLES_SHAPE }),
    },
    adviceIfMissing: {
      ...settings.adviceIfMissing,
      ...(versionAdvice !== undefined && { version: versionAdvice }),
    },
  };
}

/** A target file contains JSON Merge Patches by the keys of entries. */
export const TARGET_SHAPE: FileShape = {
  fields: {
    ...SCHEMA_FIELD,
    schedules: { oneOf: ['asInFiles', 'paused'] },
    protect: PROTECT_SHAPE,
    project: { fields: { description: 'text' } },
    variables: { mapOf: VARIABLE_PATCH },
    ...Object.fromEntries(
      ENTITY_KINDS.map((kind) => [PART_OF[kind], { mapOf: buildPatchShape(kind) }]),
    ),
  },
};

/** A patch cannot change the key of an entry. Its variables are an object by name instead of a list. */
function buildPatchShape(kind: EntityKind): FileShape {
  const { fields } = ENTITY_SHAPES[kind];
  const fixedNames = ['$schema', 'alias', ...(kind === 'volume' ? ['name'] : [])];
  const kept = Object.entries(fields).filter(([name]) => !fixedNames.includes(name));
  const variables = ownValue(fields, 'variables') && { mapOf: VARIABLE_PATCH };
  return makeOptional({ fields: { ...Object.fromEntries(kept), ...(variables && { variables }) } });
}

/** Makes fields optional, since a patch has only fields to change. It replaces whole lists, so fields in lists stay required. */
function makeOptional(shape: FileShape): FileShape {
  if (typeof shape === 'string' || !('fields' in shape)) return shape;
  const fields = Object.entries(shape.fields).map(([name, inner]) => [name, makeOptional(inner)]);
  return {
    ...shape,
    fields: Object.fromEntries(fields) as FileObject['fields'],
    adviceIfMissing: {},
  };
}

/** Returns whether a file has the shape. Adds each mistake to the problems. */
export function checkShape(file: SettingsFile, shape: FileShape, problems: Problems): boolean {
  const before = problems.count;
  const isObjectShape = typeof shape === 'object' && ('fields' in shape || 'mapOf' in shape);
  if (isObjectShape && !isObject(file.value)) {
    problems.addAt(file, [], 'is not a JSON object', 'It must be an object, for example {}.');
  } else new ShapeCheck(file, problems).check(file.value, shape, []);
  return problems.count === before;
}

class ShapeCheck {
  constructor(
    private readonly file: SettingsFile,
    private readonly problems: Problems,
  ) {}

  check(value: unknown, shape: FileShape, at: JsonPath): void {
    if (value === null || value === undefined || shape === 'anything') return;
    const refuse = (advice: string) => this.refuse(at, 'has an invalid', advice);
    if (typeof shape === 'string') {
      if (!TYPE_CHECKS[shape](value)) refuse(TYPE_ADVICE[shape]);
    } else if ('hint' in shape) {
      const { type, hint } = shape;
      if (!TYPE_CHECKS[type](value)) refuse(TYPE_ADVICE[type]);
      else if (!followsRule(value as string | number, shape)) refuse(hint);
    } else if ('listOf' in shape) {
      if (Array.isArray(value)) this.checkEntries(value, shape, at);
      else refuse('It must be a list.');
    } else if ('oneOf' in shape) {
      const isAllowed = shape.oneOf.some((word) => word === value);
      if (!isAllowed) refuse(`It must be ${shape.oneOf.map((word) => `"${word}"`).join(' or ')}.`);
    } else if ('fields' in shape && shape.allowsText && typeof value === 'string') {
      return;
    } else if (!isObject(value)) {
      refuse('It must be an object.');
    } else if ('fields' in shape) {
      this.checkMembers(value, shape, at);
    } else {
      for (const [name, member] of Object.entries(value)) {
        this.check(member, shape.mapOf, [...at, name]);
      }
    }
  }

  private checkEntries(
    entries: readonly unknown[],
    { listOf, unique }: Extract<FileShape, { listOf: FileShape }>,
    at: JsonPath,
  ): void {
    const seen = new Set<unknown>();
    for (const [index, entry] of entries.entries()) {
      const entryPath = [...at, index];
      if (entry === null) this.refuse(entryPath, 'has an invalid', 'Remove the null.');
      this.check(entry, listOf, entryPath);
      const key = unique && isObject(entry) ? ownValue(entry, unique.by) : undefined;
      if (unique === undefined || key === undefined || key === null) continue;
      if (seen.has(key)) {
        const mistake = `has two ${unique.what} with the ${unique.by} "${excerpt(toText(key) ?? '')}"`;
        this.problems.addAt(this.file, entryPath, mistake, 'Keep only one of them.');
      }
      seen.add(key);
    }
  }

  private checkMembers(
    value: Record<string, unknown>,
    { fields, adviceIfMissing = {} }: FileObject,
    at: JsonPath,
  ): void {
    for (const [name, member] of Object.entries(value)) {
      const memberPath = [...at, name];
      const expected = ownValue(fields, name);
      if (!expected) {
        const known = `Known fields: ${Object.keys(fields).join(', ')}.`;
        this.refuse(memberPath, 'has an unknown field', known);
      } else if (!(isMissingOrEmpty(member) && Object.hasOwn(adviceIfMissing, name))) {
        this.check(member, expected, memberPath);
      }
    }
    for (const [name, advice] of Object.entries(adviceIfMissing)) {
      if (isMissingOrEmpty(ownValue(value, name))) this.refuse([...at, name], 'has no', advice);
    }
  }

  /** @param verb the words before the name of the field in the message, such as `has no` */
  private refuse(at: JsonPath, verb: string, advice: string): void {
    const field = excerpt(toFieldPath(this.file.value, at), [], 200);
    const mistake = at.length === 0 ? 'cannot be used' : `${verb} "${field}"`;
    this.problems.addAt(this.file, at, mistake, advice);
  }
}

const TYPE_CHECKS = {
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  number: Number.isFinite,
};

const TYPE_ADVICE = {
  text: 'It must be a text in quotes.',
  flag: 'It must be true or false.',
  number: 'It must be a number.',
};
