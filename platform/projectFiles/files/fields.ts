import { APP } from '../../resources/app/fields';
import { JOB } from '../../resources/job/fields';
import { PIPELINE } from '../../resources/pipeline/fields';
import type { EntityFields, EntityTable, FileShape } from '../../resources/entityFields';
import { VOLUME } from '../../resources/volumeFields';
import type { EntityKind } from '../tree';

/** The path of the field that has the graph of a pipeline. */
export const GRAPH = 'version.graph';

/** A field of an entity's file, and its place on platforms. */
export interface FieldOfEntity {
  /** In the file, dotted. */
  path: string;
  shape: FileShape;
  type: 'text' | 'flag' | 'object' | 'list';
  /** Whether it is set of the entity, or of its version. */
  part: 'settings' | 'version';
  /** The platform's own name of it, in the entity or its version as in the input of either. */
  name: string;
  /**
   * What it means that a file does not say it. `empty`: the field is emptied. `keep`: it stays as it is, as platforms
   * fill it in themselves.
   */
  whenAbsent: 'empty' | 'keep';
  /** Where it may not be missing: what to do. */
  needed?: string;
}

/** Every field that a file may have, besides `technology` and `variables`. */
export const FIELDS: Record<EntityKind, readonly FieldOfEntity[]> = {
  volume: fieldsOfFile(VOLUME),
  job: fieldsOfFile(JOB),
  app: fieldsOfFile(APP),
  pipeline: fieldsOfFile(PIPELINE),
};

/** The alias, which the file itself is named by, comes first. */
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

/**
 * A file in which a schedule says whether it is live. One that does not is paused: earlier exports left out "false", and
 * nothing goes live unless a file says so.
 */
export function withExplicitSchedule<File extends Record<string, unknown>>(
  kind: EntityKind,
  file: File,
): File {
  const hasSchedules = FIELDS[kind].some(({ path }) => path === 'isScheduled');
  const hasCron = typeof file.cronScheduling === 'string' && file.cronScheduling.trim() !== '';
  const isExplicit = typeof file.isScheduled === 'boolean';
  return hasSchedules && hasCron && !isExplicit ? { ...file, isScheduled: false } : file;
}
