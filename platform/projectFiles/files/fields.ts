import { ownValue } from '../../text/names';
import { isObject } from '../../entities/entities';
import type { EntityKind } from './model';

/** A field of an entity's file, and where platforms tell it and take it. */
export interface FieldOfEntity {
  /** In the file, dotted. */
  path: string;
  type: 'text' | 'flag' | 'object' | 'list';
  /** Whether it is set of the entity, or of its version. */
  part: 'settings' | 'version';
  /** Where the platform tells it: a dotted path of fields from the entity, or from its version. */
  told: string;
  /** Where the platform takes it: a dotted path within the input of the entity, or of its version. */
  taken: string;
  /**
   * What it means that a file does not say it. `empty`: the field is emptied. `keep`: it stays as it is, as platforms
   * fill it in themselves.
   */
  ifUnsaid: 'empty' | 'keep';
}

const setting = (
  path: string,
  type: FieldOfEntity['type'],
  more: Partial<FieldOfEntity> = {},
): FieldOfEntity => ({
  path,
  type,
  part: 'settings',
  told: path,
  taken: path,
  ifUnsaid: 'empty',
  ...more,
});

const ofVersion = (
  name: string,
  type: FieldOfEntity['type'],
  place = name,
  more: Partial<FieldOfEntity> = {},
): FieldOfEntity => ({
  path: `version.${name}`,
  type,
  part: 'version',
  told: place,
  taken: place,
  ifUnsaid: 'empty',
  ...more,
});

const SCHEDULE = [
  setting('isScheduled', 'flag'),
  setting('cronScheduling', 'text'),
  setting('scheduleTimezone', 'text', { ifUnsaid: 'keep' }),
];

/** Every field that a file may have, besides `technology` and `variables`. */
export const FIELDS: Record<EntityKind, readonly FieldOfEntity[]> = {
  volume: [
    setting('name', 'text'),
    setting('description', 'text'),
    setting('size', 'text', { ifUnsaid: 'keep' }),
  ],
  job: [
    setting('alias', 'text', { ifUnsaid: 'keep' }),
    setting('name', 'text'),
    setting('description', 'text'),
    setting('category', 'text', { ifUnsaid: 'keep' }),
    ...SCHEDULE,
    setting('isStreaming', 'flag'),
    setting('doesUseGPU', 'flag'),
    setting('alerting', 'object'),
    setting('resources', 'object', { ifUnsaid: 'keep' }),
    ofVersion('commandLine', 'text'),
    ofVersion('runtimeVersion', 'text', 'runtimeVersion', { ifUnsaid: 'keep' }),
    ofVersion('docker', 'object', 'dockerInfo'),
    ofVersion('extraTechnology', 'object'),
    ofVersion('sourceUrl', 'text'),
    ofVersion('package', 'text', 'packageInfo'),
  ],
  app: [
    setting('name', 'text'),
    setting('description', 'text'),
    setting('alerting', 'object'),
    setting('resources', 'object', { ifUnsaid: 'keep' }),
    ofVersion('context', 'text', 'runtimeContextId', { ifUnsaid: 'keep' }),
    ofVersion('docker', 'object', 'dockerInfo'),
    ofVersion('ports', 'list'),
    ofVersion('volumes', 'list', 'volumesWithPath'),
  ],
  pipeline: [
    setting('alias', 'text', { ifUnsaid: 'keep' }),
    setting('name', 'text'),
    setting('description', 'text'),
    ...SCHEDULE,
    setting('alerting', 'object'),
    setting('hasExecutionVariablesEnabled', 'flag'),
    ofVersion('graph', 'object'),
    ofVersion('sourceUrl', 'text'),
  ],
};

/**
 * A file in which a schedule says whether it is live. One that does not is paused: earlier exports left out "false", and
 * nothing goes live that nobody said.
 */
export function withScheduleSaid<File extends Record<string, unknown>>(
  kind: EntityKind,
  file: File,
): File {
  const hasSchedules = FIELDS[kind].some(({ path }) => path === 'isScheduled');
  const hasCron = typeof file.cronScheduling === 'string' && file.cronScheduling.trim() !== '';
  const isSaid = typeof file.isScheduled === 'boolean';
  return hasSchedules && hasCron && !isSaid ? { ...file, isScheduled: false } : file;
}

/** The value at a dotted path of a file. */
export function valueAt(file: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? ownValue(value, name) : undefined), file);
}
