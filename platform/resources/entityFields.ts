import type { FileRule } from './fileRules';

/**
 * The fields of a kind of entity. Selections, inputs, outputs and project files follow from these tables;
 * `test/nodes/Projects/entityFields.test.ts` compares them with handwritten code.
 */
export interface EntityTable {
  settings: EntityFields;
  version?: EntityFields;
}

/** By the platform's names, in the order of files and plans. */
export type EntityFields = Readonly<Record<string, EntityField>>;

/** A field, and each of its uses: `false` if it has none, so that no use is forgotten. */
interface EntityField {
  /** The selection of an object. Undefined selects its scalar fields, and `false` leaves it out. */
  select?: string | false;
  output: OutputShape | false;
  outputAs?: Readonly<Record<string, OutputShape>>;
  /** The names in nodes, each with the paths in inputs of platforms, the usual path first. `true` means its own name. */
  set: true | Readonly<Record<string, readonly string[]>> | false;
  /** It can be set only when the entity is created. */
  isFixed?: true;
  /** A new entity needs it. The name is always needed. */
  isNeeded?: true;
  /** It does not affect what a version runs, so a change of it needs no new version. */
  isNote?: true;
  file: FieldInFile | false;
}

interface FieldInFile {
  name?: string;
  shape: FileShape;
  select?: string;
  /** With `keep`, a field that a file lacks stays, because platforms set it themselves. Otherwise it is emptied. */
  whenAbsent?: 'keep';
  /** The advice if it is missing; undefined if it is optional. */
  needed?: string;
}

/** A type of JSON Schema (`object` for any fields), a list of one type, or the fields of an object. */
export type OutputShape =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'object'
  | readonly [OutputShape]
  | { readonly [field: string]: OutputShape };

/** Null counts as missing. */
export type FileShape =
  | 'text'
  | 'flag'
  | 'number'
  | 'anything'
  | FileRule
  | { oneOf: readonly string[] }
  | FileShapes
  | FileList
  /** By the names of entities. */
  | { mapOf: FileShape };

export interface FileShapes {
  fields: Readonly<Record<string, FileShape>>;
  allowsText?: true;
  /** The fields that must not be missing or empty, each with advice. */
  needed?: Readonly<Record<string, string>>;
}

interface FileList {
  listOf: FileShape;
  /** The field whose values are distinct. */
  unique?: { by: string; what: string };
}

type ValueOf<Shape> = Shape extends 'string'
  ? string | null
  : Shape extends 'boolean'
    ? boolean
    : Shape extends 'integer' | 'number'
      ? number
      : unknown;

/** By the names in nodes. Null empties a setting, and objects may be JSON text. */
export type SettingsOf<Fields extends EntityFields> = {
  -readonly [Name in keyof Fields as Fields[Name]['set'] extends true ? Name : never]?: ValueOf<
    Fields[Name]['output']
  >;
} & {
  [Name in PlacedSetting<Fields[keyof Fields]['set']>]?: string | null;
};

type PlacedSetting<Set> =
  Set extends Readonly<Record<string, readonly string[]>> ? keyof Set : never;

export function buildSelection(fields: EntityFields): string {
  const asked = Object.entries(fields).filter(([, { select }]) => select !== false);
  return asked.map(([name, { select }]) => (select ? `${name} ${select}` : name)).join(' ');
}

export function selectionForFiles(fields: EntityFields): string {
  return Object.entries(fields)
    .flatMap(([name, { file }]) => (file ? [file.select ? `${name} ${file.select}` : name] : []))
    .join(' ');
}

/** Returns the paths in inputs of platforms by the names in nodes. */
export function collectInputPaths(fields: EntityFields): Record<string, readonly string[]> {
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
