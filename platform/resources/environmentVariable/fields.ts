import { DESCRIPTION, FLAG, ID, TEXT } from '../commonFields';
import type { EntityFields } from '../entityFields';
import { RULES } from '../fileRules';

export const VARIABLE = {
  name: {
    output: 'string',
    set: true,
    file: { shape: RULES.variableName, adviceIfMissing: 'Add a name to each variable.' },
  },
  id: ID,
  /** Project files do not contain the scope, because the position of the variable shows it. */
  scope: { output: 'string', set: true, isFixed: true, file: false },
  value: { output: 'string', set: true, file: TEXT },
  description: DESCRIPTION,
  isPassword: { output: 'boolean', set: true, file: FLAG },
} as const satisfies EntityFields;
