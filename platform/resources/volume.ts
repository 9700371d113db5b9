import { DESCRIPTION, ID, MADE_BY_PLATFORM, NAME } from './commonFields';
import { type EntityTable, selectionOf } from './entityFields';
import { RULES } from './fileRules';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { writtenFields } from '../graphql/selection/supported';
import { readIdentifier, readProjectId } from '../input/identifiers';
import {
  prepareCreation,
  prepareDeletion,
  type Deleted,
  prepareDuplication,
  prepareEdit,
  requireName,
} from './changes';
import type { Settings } from './job/jobInput';
import {
  callById,
  listOfAllProjects,
  listOfProject,
  type Entity,
  type InProject,
  type PreparedChange,
} from './entities';

export const VOLUME = {
  settings: {
    name: NAME,
    id: ID,
    description: DESCRIPTION,
    /** As `10 GB`. */
    size: { output: 'string', set: true, file: { shape: RULES.size, whenAbsent: 'keep' } },
    creator: { output: 'string', ...MADE_BY_PLATFORM },
    creationDate: { output: 'string', ...MADE_BY_PLATFORM },
    projectId: { output: 'string', set: true, isFixed: true, file: false },
    linkedApp: {
      select: '{ id name }',
      output: { id: 'string', name: 'string' },
      ...MADE_BY_PLATFORM,
    },
    isLocked: { output: 'boolean', ...MADE_BY_PLATFORM },
    originalVolumeId: { output: 'string', ...MADE_BY_PLATFORM },
    duplicationStatus: { output: 'string', ...MADE_BY_PLATFORM },
    expansionStatus: { output: 'string', ...MADE_BY_PLATFORM },
    migrationStatus: { output: 'string', ...MADE_BY_PLATFORM },
  },
} as const satisfies EntityTable;

/** Storage of apps, with the fields that this platform has. */
interface Volume extends Entity {
  description?: string | null;
  /** As `10 GB`. */
  size?: string;
  /** The app that uses it. */
  linkedApp?: Entity | null;
}

/** What can be set of a volume; null empties. */
export interface VolumeSettings {
  name?: string;
  description?: string | null;
  /** As `10 GB`. */
  size?: string;
}

const FIELDS = writtenFields(selectionOf(VOLUME.settings));

const EDITION = { name: 'editVolume', what: 'volume', fields: FIELDS };

export async function listVolumes(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<Array<Volume & InProject>> {
  return await listOfProject<Volume>(endpoint, 'volumes', FIELDS, projectId, options);
}

export async function listVolumesOfAllProjects(endpoint: GraphqlEndpoint, options?: CallOptions) {
  return await listOfAllProjects(endpoint, 'volumes', options);
}

export async function getVolume(
  endpoint: GraphqlEndpoint,
  volumeId: unknown,
  options?: CallOptions,
): Promise<Volume> {
  const call = { kind: 'query', name: 'volume', what: 'volume', fields: FIELDS } as const;
  return await callById(endpoint, call, volumeId, options);
}

/** Prepares to make a volume; never a second one where the response is lost. */
export async function prepareCreateVolume(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  { values, more }: Settings<VolumeSettings>,
  options?: CallOptions,
): Promise<PreparedChange<Volume>> {
  const name = requireName(values.name);
  const size = readIdentifier(values.size, 'size');
  const creation = {
    name: 'createVolume',
    what: 'volume',
    argument: 'volume',
    fields: FIELDS,
    ifLost: `Before you try again, check whether the project has a volume "${name}"`,
  };
  const wanted = { values: { ...values, name, size, projectId: readProjectId(projectId) }, more };
  return await prepareCreation(endpoint, creation, wanted, options);
}

export async function prepareUpdateVolume(
  endpoint: GraphqlEndpoint,
  volumeId: unknown,
  { values, more }: Settings<VolumeSettings>,
  options?: CallOptions,
): Promise<PreparedChange<Volume>> {
  return await prepareEdit(endpoint, EDITION, volumeId, { values: { ...values }, more }, options);
}

/** Prepares to delete a volume with what is on it. The platform refuses it while an app uses it. */
export async function prepareDeleteVolume(
  endpoint: GraphqlEndpoint,
  volumeId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Deleted>> {
  return await prepareDeletion(endpoint, 'deleteVolume', 'volume', volumeId, options);
}

/** Prepares to copy a volume with what is on it, and to change what was set of the copy. */
export async function prepareDuplicateVolume(
  endpoint: GraphqlEndpoint,
  volumeId: unknown,
  { values, more }: Settings<VolumeSettings>,
  options?: CallOptions,
): Promise<PreparedChange<Volume>> {
  const duplication = { name: 'duplicateVolume', edition: EDITION };
  const original = readIdentifier(volumeId, 'volume');
  const wanted = { values: { ...values }, more };
  return await prepareDuplication(endpoint, duplication, original, wanted, options);
}
