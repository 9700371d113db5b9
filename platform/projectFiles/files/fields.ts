import { APP } from '../../resources/app/fields';
import { JOB } from '../../resources/job/fields';
import { PIPELINE } from '../../resources/pipeline/fields';
import type { EntityFields, EntityTable, FileShape } from '../../resources/entityFields';
import { VOLUME } from '../../resources/volumeFields';
import type { EntityKind } from '../tree';

/** The path of the field that has the graph of a pipeline. */
export const GRAPH = 'version.graph';

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

/** Every field that a file may have, besides `technology` and `variables`. */
export const FIELDS: Record<EntityKind, readonly FieldOfEntity[]> = {
  volume: fieldsOfFile(VOLUME),
  job: fieldsOfFile(JOB),
  app: fieldsOfFile(APP),
  pipeline: fieldsOfFile(PIPELINE),
};

/** The alias comes first: it names the file. */
function fieldsOfFile({ settings, version = {} }: EntityTable): FieldOfEntity[] {
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

/** Pauses a schedule that does not say whether it is live: nothing goes live unless a file says so. */
export function withExplicitSchedule<File extends Record<string, unknown>>(
  kind: EntityKind,
  file: File,
): File {
  const hasSchedules = FIELDS[kind].some(({ path }) => path === 'isScheduled');
  const hasCron = typeof file.cronScheduling === 'string' && file.cronScheduling.trim() !== '';
  const isExplicit = typeof file.isScheduled === 'boolean';
  return hasSchedules && hasCron && !isExplicit ? { ...file, isScheduled: false } : file;
}
