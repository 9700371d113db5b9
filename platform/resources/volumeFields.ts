import { DESCRIPTION, ID, MADE_BY_PLATFORM, NAME } from './commonFields';
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
      isNeeded: true,
      file: { shape: RULES.size, whenAbsent: 'keep' },
    },
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
