import { DESCRIPTION, ID, READ_ONLY, NAME } from './commonFields';
import type { EntityTable } from './entityFields';
import { RULES } from './fileRules';

export const VOLUME = {
  settings: {
    name: NAME,
    id: ID,
    description: DESCRIPTION,
    /** For example `10 GB`. */
    size: {
      output: 'string',
      set: true,
      file: { shape: RULES.size, whenAbsent: 'keep' },
    },
    creator: { output: 'string', ...READ_ONLY },
    creationDate: { output: 'string', ...READ_ONLY },
    projectId: { output: 'string', set: true, isFixed: true, file: false },
    linkedApp: {
      select: '{ id name }',
      output: { id: 'string', name: 'string' },
      ...READ_ONLY,
    },
    isLocked: { output: 'boolean', ...READ_ONLY },
    originalVolumeId: { output: 'string', ...READ_ONLY },
    duplicationStatus: { output: 'string', ...READ_ONLY },
    expansionStatus: { output: 'string', ...READ_ONLY },
    migrationStatus: { output: 'string', ...READ_ONLY },
  },
} as const satisfies EntityTable;
