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
import type { CurrentEntry, Doc, Entry, Part, Reference } from '../tree';

/** The fields of a kind of entity, and functions for behavior that the fields cannot describe. */
export interface EntityDefinition {
  /** The fields of its files, without `technology` and `variables`. */
  fields: readonly FieldOfEntity[];
  hasTechnology: boolean;
  /** Undefined if the kind has no variables. */
  variableScope?: VariableScope;
  /** Whether its files contain an alias. */
  hasAlias: boolean;
  selection: WrittenFields;
  /** The entities are read if one of these parts is included. */
  neededFor: readonly Part[];
  /** Returns the fields whose formats differ between platform and file: values in the file's format, by path in the file. */
  fromPlatform?: (entity: RawEntity, snapshot: Snapshot, findKey: KeyFinder) => Doc;
  /** Returns the entities that a document refers to, each once. */
  listReferences?(doc: Doc): Reference[];
  /** Returns the settings of a new version, by their names in the client. */
  toVersionSettings?(step: WantedStep, destination: Destination): Doc;
  /** Prepares the request that creates an entity with its first version. */
  prepareCreate(
    step: WantedStep,
    settings: Doc,
    version: Doc,
    destination: Destination,
  ): Promise<() => Promise<{ id: string }>>;
  prepareVersion?(
    step: WantedStep,
    id: string,
    version: Doc,
    destination: Destination,
  ): Promise<PreparedRequest>;
  resource: new (endpoint: GraphqlEndpoint) => EntityResource;
}

/** Returns the key of a job or volume; its ID if the key is unknown. @param reference an object with its ID, if known */
export type KeyFinder = (kind: Reference['kind'], reference: unknown) => string;

/** Sends a request that is already built and fits the live schema. */
type PreparedRequest = () => Promise<unknown>;

interface EntityResource {
  prepareUpdate(
    id: string,
    changes: { values: Doc },
    options?: CallOptions,
  ): Promise<PreparedRequest>;
  prepareDelete(id: string, options?: CallOptions): Promise<PreparedRequest>;
}

/** A list of grants in the settings of a project. */
interface ProjectSetting {
  /** The path of the list below the query type. */
  queryPath: readonly string[];
  /** The name of the list in the input of `editProject`. */
  name: string;
}

export interface GrantDefinition {
  shape: FileShape;
  /** @param file a file that has the shape */
  fromFile: (file: SettingsFile, problems: Problems) => Entry[];
  toFile(entries: readonly Entry[]): unknown;
  query: 'rights' | 'project';
  selection: WrittenFields;
  settings: readonly ProjectSetting[];
  /** Returns the setting that contains the entry. */
  findSetting(entry: Entry): ProjectSetting;
  /** Returns the complete list of the platform; undefined if the project does not exist. */
  fromResponse: (response: unknown) => CurrentEntry[] | undefined;
  /** Returns the entries of the list that files can name, with the keys that they have in files. */
  selectForFiles(
    list: readonly CurrentEntry[],
    names: Pick<NamesOnTarget, 'technologies'>,
  ): CurrentEntry[];
  /** Converts an entry of the files into an entry of the platform's list, or returns why the target cannot have it. */
  resolve(entry: Entry, names: KnownNames): CurrentEntry | { blocked: string };
  /** Returns the fields of the input of `editProject` that replace the whole list `before` with `list`. */
  toSettings(list: readonly CurrentEntry[], before: readonly CurrentEntry[]): Doc;
}
