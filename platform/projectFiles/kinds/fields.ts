import type { EntityFields, EntityTable, FileShape } from '../../resources/entityFields';

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
  /** The advice if the field is missing; undefined if it may be missing. */
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
