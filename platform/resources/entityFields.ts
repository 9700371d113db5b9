import type { FileRule } from './fileRules';

/**
 * The fields of a kind of entity. Selections, inputs, outputs and project files follow from these tables;
 * `test/nodes/Projects/entityFields.test.ts` compares them with handwritten code.
 */
export interface EntityTable {
  /** The fields outside versions, including those that nodes cannot set. */
  settings: EntityFields;
  version?: EntityFields;
}

/** The fields by the platform's names. Files and plans list them in this order. */
export type EntityFields = Readonly<Record<string, EntityField>>;

/** Describes a field and each of its uses. `false` means that a use does not apply; writing it down prevents forgotten uses. */
interface EntityField {
  /** The selection set of an object; its scalar fields if undefined. If `false`, the field is never requested. */
  select?: string | false;
  output: OutputShape | false;
  /** The fields that outputs have instead of this one. */
  outputAs?: Readonly<Record<string, OutputShape>>;
  /** The names of settings in nodes, each with its paths in platform inputs, usual path first. `true` means the field's own name. */
  set: true | Readonly<Record<string, readonly string[]>> | false;
  /** True if the field can be set only when the entity is created. */
  isFixed?: true;
  /** True if the field does not affect what a version runs, so that its change needs no new version. */
  isInformational?: true;
  file: FieldInFile | false;
}

interface FieldInFile {
  /** The default is the platform's name. */
  name?: string;
  shape: FileShape;
  /** The selection set of an object when it is read for a file. */
  select?: string;
  /** If a file lacks the field, `keep` keeps the current value, which the platform may have set itself. Undefined empties the field. */
  whenAbsent?: 'keep';
  /** Advice for users whose file lacks the field; undefined if the field is optional. */
  adviceIfMissing?: string;
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

/** The type of a value in a file. Null counts as missing. */
export type FileShape =
  | 'text'
  | 'flag'
  | 'number'
  | 'anything'
  | FileRule
  | { oneOf: readonly string[] }
  | FileObject
  | FileList
  /** Values by the names of entities. */
  | { mapOf: FileShape };

export interface FileObject {
  fields: Readonly<Record<string, FileShape>>;
  /** True if the value may also be text. */
  allowsText?: true;
  /** The fields that must not be missing or empty, each with advice for users. */
  adviceIfMissing?: Readonly<Record<string, string>>;
}

interface FileList {
  listOf: FileShape;
  /** `by` is the field that must differ between all entries. `what` is their noun in messages, for example "ports". */
  unique?: { by: string; what: string };
}

type SettingValue<Shape> = Shape extends 'string'
  ? string | null
  : Shape extends 'boolean'
    ? boolean
    : Shape extends 'integer' | 'number'
      ? number
      : unknown;

/** The settings by their names in nodes. Null empties a setting. An object may be JSON text. */
export type SettingsOf<Fields extends EntityFields> = {
  -readonly [
    Name in keyof Fields as Fields[Name]['set'] extends true ? Name : never
  ]?: SettingValue<Fields[Name]['output']>;
} & {
  [Name in SettingWithPath<Fields[keyof Fields]['set']>]?: string | null;
};

type SettingWithPath<Column> =
  Column extends Readonly<Record<string, readonly string[]>> ? keyof Column : never;

export function buildSelection(fields: EntityFields): string {
  const selected = Object.entries(fields).filter(([, { select }]) => select !== false);
  return selected.map(([name, { select }]) => (select ? `${name} ${select}` : name)).join(' ');
}

export function buildFileSelection(fields: EntityFields): string {
  return Object.entries(fields)
    .flatMap(([name, { file }]) => (file ? [file.select ? `${name} ${file.select}` : name] : []))
    .join(' ');
}

/** Returns the paths in platform inputs by the names of settings in nodes. */
export function collectInputPaths(fields: EntityFields): Record<string, readonly string[]> {
  const paths = Object.entries(fields).map(([name, { set }]) =>
    set === true ? { [name]: [name] } : set || {},
  );
  return Object.assign({}, ...paths) as Record<string, readonly string[]>;
}

/** Also leaves out fields that platforms do not return. */
export function withoutInformationalFields(version: EntityFields): EntityFields {
  const affectsRuns = ([, { isInformational, select }]: [string, EntityField]) =>
    isInformational !== true && select !== false;
  return Object.fromEntries(Object.entries(version).filter(affectsRuns));
}
