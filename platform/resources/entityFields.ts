import type { FileRule } from './fileRules';

/**
 * The fields of a kind of entity, once: selections, inputs, outputs and project files follow from these tables, and
 * `test/nodes/Projects/entityFields.test.ts` holds what is written by hand to them.
 */
export interface EntityTable {
  /** Of the entity itself. */
  settings: EntityFields;
  /** Of each of its versions. */
  version?: EntityFields;
}

/** By the names that the platform returns them by; in the order in which files and plans have them. */
export type EntityFields = Readonly<Record<string, EntityField>>;

/** A field, and each of its uses: one that it has not is `false`, so that none is forgotten. */
interface EntityField {
  /** What is asked for of an object; without it, all its plain fields. Nothing is asked for where it is `false`. */
  select?: string | false;
  /** What nodes put out of it. */
  output: OutputShape | false;
  /** Where the output has it by other names, in place of `output`: those names. */
  outputAs?: Readonly<Record<string, OutputShape>>;
  /** By which names nodes set it, and the places where platforms take each, the usual one first. `true`: by its own. */
  set: true | Readonly<Record<string, readonly string[]>> | false;
  /** Set when the entity is made, and never again. */
  isFixed?: true;
  /** Said of a version beside what it runs: alone, it makes no new version. */
  isNote?: true;
  /** How it stands in the files of a project. */
  file: FieldInFile | false;
}

interface FieldInFile {
  /** Where it has another name there. */
  name?: string;
  shape: FileShape;
  /** What an export asks for of an object. */
  select?: string;
  /** `keep`: what a file does not say stays as it is, as platforms fill it in themselves. Otherwise it is emptied. */
  whenAbsent?: 'keep';
  /** Where it may not be missing: what to do. */
  needed?: string;
}

/** The type of a value that is put out, in the words of JSON Schema, `object` for any fields; a list of one shape; or fields with theirs. */
export type OutputShape =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'object'
  | readonly [OutputShape]
  | { readonly [field: string]: OutputShape };

/** What a value of a file may be. Null is nothing everywhere. */
export type FileShape =
  | 'text'
  | 'flag'
  | 'number'
  | 'anything'
  | FileRule
  | { oneOf: readonly string[] }
  | FileShapes
  | FileList
  /** An object whose names are those of things. */
  | { mapOf: FileShape };

export interface FileShapes {
  fields: Readonly<Record<string, FileShape>>;
  /** Whether a text may stand in its place. */
  allowsText?: true;
  /** What may not be missing or empty, and what to do about it. */
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

/** What is asked for of these fields, as a selection set. */
export function selectionOf(fields: EntityFields): string {
  const asked = Object.entries(fields).filter(([, { select }]) => select !== false);
  return asked.map(([name, { select }]) => (select ? `${name} ${select}` : name)).join(' ');
}

/** The same for an export: those that stand in files. */
export function selectionForFiles(fields: EntityFields): string {
  return Object.entries(fields)
    .flatMap(([name, { file }]) => (file ? [file.select ? `${name} ${file.select}` : name] : []))
    .join(' ');
}

/** Where platforms take what is set of these fields, by the names that nodes set it by. */
export function placesOf(fields: EntityFields): Record<string, readonly string[]> {
  const places = Object.entries(fields).map(([name, { set }]) =>
    set === true ? { [name]: [name] } : set || {},
  );
  return Object.assign({}, ...places) as Record<string, readonly string[]>;
}

/** What a version runs: without the notes that stand beside it, and without what nobody tells of it. */
export function withoutNotes(version: EntityFields): EntityFields {
  const isRun = ([, { isNote, select }]: [string, EntityField]) =>
    isNote !== true && select !== false;
  return Object.fromEntries(Object.entries(version).filter(isRun));
}
