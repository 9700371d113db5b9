import type { FileRule } from './fileRules';

/**
 * The fields of a kind of entity. Selections, inputs, outputs and project files follow from these tables;
 * `test/nodes/Projects/entityFields.test.ts` compares them with what is written by hand.
 */
export interface EntityTable {
  /** Of the entity itself. */
  settings: EntityFields;
  /** Of each of its versions. */
  version?: EntityFields;
}

/** By the platform's names, in the order of files and plans. */
export type EntityFields = Readonly<Record<string, EntityField>>;

/** A field, and each of its uses: `false` if it has none, so that no use is forgotten. */
interface EntityField {
  /** The selection of an object; all its plain fields if undefined, none if `false`. */
  select?: string | false;
  /** The type of the node's output. */
  output: OutputShape | false;
  /** Replaces `output` if the output has other names. */
  outputAs?: Readonly<Record<string, OutputShape>>;
  /** The names by which nodes set it, each with the paths at which platforms expect it, the usual one first. `true`: its own name. */
  set: true | Readonly<Record<string, readonly string[]>> | false;
  /** True if it can be set only when the entity is created. */
  isFixed?: true;
  /** True if a new entity needs it. Every entity needs its name. */
  isNeeded?: true;
  /** True if it does not change what a version runs: a change of it needs no new version. */
  isNote?: true;
  /** Its format in the files of a project. */
  file: FieldInFile | false;
}

interface FieldInFile {
  /** Its name in files, if that is another one. */
  name?: string;
  shape: FileShape;
  /** The selection of an export. */
  select?: string;
  /** `keep`: if a file lacks it, it stays as it is, because platforms fill it in themselves. Otherwise it is emptied. */
  whenAbsent?: 'keep';
  /** The advice if it is missing. Undefined: it may be missing. */
  needed?: string;
}

/** The type of an output, in the words of JSON Schema (`object` for any fields), a list of one type, or the fields of an object. */
export type OutputShape =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'object'
  | readonly [OutputShape]
  | { readonly [field: string]: OutputShape };

/** The type of a value in a file. Null counts as missing. */
export type FileShape =
  | 'text'
  | 'flag'
  | 'number'
  | 'anything'
  | FileRule
  | { oneOf: readonly string[] }
  | FileShapes
  | FileList
  /** An object by the names of entities. */
  | { mapOf: FileShape };

export interface FileShapes {
  fields: Readonly<Record<string, FileShape>>;
  /** True if it may be a text instead. */
  allowsText?: true;
  /** The fields that must not be missing or empty, with what to do. */
  needed?: Readonly<Record<string, string>>;
}

interface FileList {
  /** No entry is null. */
  listOf: FileShape;
  /** The field in which no two of these entries are the same. */
  unique?: { by: string; what: string };
}

type ValueOf<Shape> = Shape extends 'string'
  ? string | null
  : Shape extends 'boolean'
    ? boolean
    : Shape extends 'integer' | 'number'
      ? number
      : unknown;

/** The settings of these fields by the names that nodes set them by. Null empties one; objects may be JSON text. */
export type SettingsOf<Fields extends EntityFields> = {
  -readonly [Name in keyof Fields as Fields[Name]['set'] extends true ? Name : never]?: ValueOf<
    Fields[Name]['output']
  >;
} & {
  [Name in PlacedSetting<Fields[keyof Fields]['set']>]?: string | null;
};

type PlacedSetting<Set> =
  Set extends Readonly<Record<string, readonly string[]>> ? keyof Set : never;

/** Returns the selection set of these fields. */
export function selectionOf(fields: EntityFields): string {
  const asked = Object.entries(fields).filter(([, { select }]) => select !== false);
  return asked.map(([name, { select }]) => (select ? `${name} ${select}` : name)).join(' ');
}

/** Returns the selection set of an export: the fields that files have. */
export function selectionForFiles(fields: EntityFields): string {
  return Object.entries(fields)
    .flatMap(([name, { file }]) => (file ? [file.select ? `${name} ${file.select}` : name] : []))
    .join(' ');
}

/** Returns the paths at which platforms expect these fields, by the names that nodes set them by. */
export function placesOf(fields: EntityFields): Record<string, readonly string[]> {
  const places = Object.entries(fields).map(([name, { set }]) =>
    set === true ? { [name]: [name] } : set || {},
  );
  return Object.assign({}, ...places) as Record<string, readonly string[]>;
}

/** Returns the fields that decide what a version runs. */
export function withoutNotes(version: EntityFields): EntityFields {
  const isRun = ([, { isNote, select }]: [string, EntityField]) =>
    isNote !== true && select !== false;
  return Object.fromEntries(Object.entries(version).filter(isRun));
}
