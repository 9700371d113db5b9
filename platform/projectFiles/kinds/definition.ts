import type { WrittenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { EntityFields, EntityTable, FileShape } from '../../resources/entityFields';
import type { Destination, WantedStep } from '../plan/step';
import type { RawEntity, Snapshot } from '../target/readTarget';
import type { Doc, EntityKind, Kind, Part } from '../tree';

/** A kind of entities: its table of fields, and what the table cannot say. */
export interface EntityDefinition {
  kind: EntityKind;
  /** The fields that a file may have, besides `technology` and `variables`. */
  fields: readonly FieldOfEntity[];
  hasTechnology: boolean;
  hasVariables: boolean;
  /** Whether files name it by its alias. Otherwise by its name. */
  hasAlias: boolean;
  /** What is read of each entity. */
  selection: WrittenFields;
  /** The parts of a project for which entities of this kind are read. */
  neededFor: readonly Part[];
  /** Returns what a file has in place of what the platform returns, by the path of the field. */
  fromPlatform?(entity: RawEntity, snapshot: Snapshot, keys: Keys): Doc;
  /** Returns the entities that a document refers to, each once. */
  references?(doc: Doc): Reference[];
  /** Returns what a new version has, by the names of its settings. */
  versionToSet?(step: WantedStep, destination: Destination): Doc;
  /** Prepares to create an entity with its first version. */
  prepareCreate(
    step: WantedStep,
    settings: Doc,
    destination: Destination,
  ): Promise<() => Promise<{ id: string }>>;
  prepareVersion?(step: WantedStep, id: string, destination: Destination): Promise<PreparedRequest>;
  resource(endpoint: GraphqlEndpoint): EntityResource;
}

/** A request that fits the live schema, and is sent when it is called. */
export type PreparedRequest = () => Promise<unknown>;

interface EntityResource {
  prepareUpdate(
    id: string,
    changes: { values: Doc },
    options?: CallOptions,
  ): Promise<PreparedRequest>;
  prepareDelete(id: string, options?: CallOptions): Promise<PreparedRequest>;
}

/** The keys of jobs and volumes by their IDs: other files refer to them by these. */
export type Keys = Readonly<Partial<Record<Kind, ReadonlyMap<string, string>>>>;

export interface Reference {
  kind: 'job' | 'volume';
  key: string;
}

/** A field of an entity in files and on platforms. */
export interface FieldOfEntity {
  /** The dotted path in the file. */
  path: string;
  shape: FileShape;
  type: 'text' | 'flag' | 'object' | 'list';
  /** Whether the field belongs to the entity or to its version. */
  part: 'settings' | 'version';
  /** The name on platforms, in responses and inputs. */
  name: string;
  /** A field that a file omits is emptied, or kept because platforms fill it in themselves. */
  whenAbsent: 'empty' | 'keep';
  /** What to do if the field is missing; undefined if it may be. */
  needed?: string;
}

/** The alias comes first: it names the file. */
export function fieldsInFile({ settings, version = {} }: EntityTable): FieldOfEntity[] {
  const fields = [...fieldsOfPart('settings', settings), ...fieldsOfPart('version', version)];
  return fields.sort((one, other) => Number(other.path === 'alias') - Number(one.path === 'alias'));
}

export function fieldsOfPart(part: FieldOfEntity['part'], fields: EntityFields): FieldOfEntity[] {
  return Object.entries(fields).flatMap(([name, { file }]) => {
    if (!file) return [];
    const { name: ownName = name, shape, whenAbsent = 'empty', needed } = file;
    const path = part === 'version' ? `version.${ownName}` : ownName;
    return [{ path, shape, type: typeOf(shape), part, name, whenAbsent, needed }];
  });
}

function typeOf(shape: FileShape): FieldOfEntity['type'] {
  if (shape === 'text' || shape === 'flag') return shape;
  if (typeof shape === 'object' && 'hint' in shape) return 'text';
  return typeof shape === 'object' && 'listOf' in shape ? 'list' : 'object';
}
