import { DESCRIPTION, FLAG, ID, NAME, TEXT } from '../shared/commonFields';
import type { EntityFields } from '../shared/entityFields';

export const VARIABLE = {
  name: NAME,
  id: ID,
  /** In files it stands where the variable stands. */
  scope: { output: 'string', set: true, isFixed: true, file: false },
  value: { output: 'string', set: true, file: TEXT },
  description: DESCRIPTION,
  isPassword: { output: 'boolean', set: true, file: FLAG },
} as const satisfies EntityFields;
