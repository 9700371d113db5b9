import type { WrittenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { FileShape } from '../../resources/entityFields';
import type { VariableScope } from '../../resources/environmentVariable/variable';
import type { Problems } from '../files/problems';
import type { SettingsFile } from '../files/projectFolder';
import type { KnownNames } from '../plan/resolve';
import type { Destination, WantedStep } from '../plan/step';
import type { NamesOnTarget, RawEntity, Snapshot } from '../target/snapshot';
import type { FieldOfEntity } from './fields';
import type { Current, Doc, Entry, Part, Reference } from '../tree';

/** A kind of entities: its table of fields, and what the table cannot say. */
export interface EntityDefinition {
  /** The fields that a file may have, besides `technology` and `variables`. */
  fields: readonly FieldOfEntity[];
  hasTechnology: boolean;
  /** Undefined if it has no variables. */
  variableScope?: VariableScope;
  /** Whether files name it by its alias. Otherwise by its name. */
  hasAlias: boolean;
  /** The fields that are read of each entity. */
  selection: WrittenFields;
  /** The parts of a project for which entities of this kind are read. */
  neededFor: readonly Part[];
  /**
   * Returns what a file has in place of what the platform returns, by the path of the field.
   * @param keyOf returns the key of an entity that this one refers to
   */
  fromPlatform?: (entity: RawEntity, snapshot: Snapshot, keyOf: KeyFinder) => Doc;
  /** Returns the entities that a document refers to, each once. */
  references?(doc: Doc): Reference[];
  /** Returns what a new version has, by the names of its settings. */
  versionToSet?(step: WantedStep, destination: Destination): Doc;
  /** Prepares to create an entity with its first version. */
  prepareCreate(
    step: WantedStep,
    settings: Doc,
    version: Doc,
    destination: Destination,
  ): Promise<() => Promise<{ id: string }>>;
  /** Prepares to add a version to the entity with this ID. */
  prepareVersion?(
    step: WantedStep,
    id: string,
    version: Doc,
    destination: Destination,
  ): Promise<PreparedRequest>;
  resource: new (endpoint: GraphqlEndpoint) => EntityResource;
}

/** Returns the key of an entity, from the object with its ID that the platform returns. */
export type KeyFinder = (kind: Reference['kind'], named: unknown) => string;

/** A request that fits the live schema, and is sent when it is called. */
type PreparedRequest = () => Promise<unknown>;

interface EntityResource {
  prepareUpdate(
    id: string,
    changes: { values: Doc },
    options?: CallOptions,
  ): Promise<PreparedRequest>;
  prepareDelete(id: string, options?: CallOptions): Promise<PreparedRequest>;
}

/** Where the platform returns a list, and its name in `editProject`. */
interface ProjectSetting {
  read: readonly string[];
  name: string;
}

export interface GrantDefinition {
  shape: FileShape;
  /** Returns the entries of a file that has the shape. */
  fromFile: (file: SettingsFile, problems: Problems) => Entry[];
  toFile(entries: readonly Entry[]): unknown;
  /** The root field that returns the list, and what is read of it. */
  query: 'rights' | 'project';
  selection: WrittenFields;
  /** All settings that the list is in. */
  settings: readonly ProjectSetting[];
  /** Returns the setting that an entry belongs to. */
  settingOf(entry: Entry): ProjectSetting;
  /** Returns the list of the platform, all of it. @returns undefined if the project does not exist */
  fromResponse: (response: unknown) => Current[] | undefined;
  /** Returns the entries of a list that files can have. */
  inFiles(list: readonly Current[], names: Pick<NamesOnTarget, 'technologies'>): Current[];
  /** Returns an entry of the files as the list has it, or why the target cannot have it. */
  resolve(entry: Entry, names: KnownNames): Current | { blocked: string };
  /** Returns the input of `editProject` for a list, which platforms replace as a whole. */
  toSettings(list: readonly Current[], before: readonly Current[]): Doc;
}
