import type { EntityFields, EntityTable, FileShape } from '../../resources/entityFields';

export interface FieldOfEntity {
  /** The dotted path in the file. */
  path: string;
  shape: FileShape;
  type: 'text' | 'flag' | 'object' | 'list';
  part: 'settings' | 'version';
  /** The name of the field in the platform's responses and inputs. */
  name: string;
  /** Whether a deploy empties a field that the file omits, or keeps its value because platforms fill it in. */
  whenAbsent: 'empty' | 'keep';
  /** The advice to the user if the field is missing; undefined for an optional field. */
  adviceIfMissing?: string;
}

/** Lists the fields of an entity's file. The alias comes first because it identifies the entity. */
export function listFileFields({ settings, version = {} }: EntityTable): FieldOfEntity[] {
  const fields = [
    ...listFieldsOfPart('settings', settings),
    ...listFieldsOfPart('version', version),
  ];
  return fields.sort((one, other) => Number(other.path === 'alias') - Number(one.path === 'alias'));
}

export function listFieldsOfPart(
  part: FieldOfEntity['part'],
  fields: EntityFields,
): FieldOfEntity[] {
  return Object.entries(fields).flatMap(([name, { file }]) => {
    if (!file) return [];
    const { name: nameInFile = name, shape, whenAbsent = 'empty', adviceIfMissing } = file;
    const path = part === 'version' ? `version.${nameInFile}` : nameInFile;
    return [{ path, shape, type: toType(shape), part, name, whenAbsent, adviceIfMissing }];
  });
}

function toType(shape: FileShape): FieldOfEntity['type'] {
  if (shape === 'text' || shape === 'flag') return shape;
  if (typeof shape === 'object' && 'hint' in shape) return 'text';
  return typeof shape === 'object' && 'listOf' in shape ? 'list' : 'object';
}
