import {
  ALERTING,
  ALIAS,
  DESCRIPTION,
  DOCKER_INFO,
  FLAG,
  ID,
  KEPT_TEXT,
  READ_ONLY,
  NAME,
  PAGE_URL,
  PROJECT,
  RESOURCES,
  SCHEDULE,
  SOURCE_URL,
  TECHNOLOGY,
  TEXT,
  COMMON_VERSION_FIELDS,
} from '../commonFields';
import type { EntityTable } from '../entityFields';
import { RULES } from '../fileRules';

export const JOB = {
  settings: {
    name: NAME,
    id: ID,
    alias: ALIAS,
    description: DESCRIPTION,
    category: { output: 'string', set: true, file: KEPT_TEXT },
    technology: TECHNOLOGY,
    creationDate: { output: 'string', ...READ_ONLY },
    countJobInstance: { output: false, outputAs: { runsCount: 'integer' }, ...READ_ONLY },
    ...SCHEDULE,
    isStreaming: { output: 'boolean', set: true, file: FLAG },
    doesUseGPU: { output: 'boolean', set: true, file: FLAG },
    alerting: ALERTING,
    resources: RESOURCES,
    originalJobId: { output: 'string', ...READ_ONLY },
    project: PROJECT,
    url: PAGE_URL,
  },
  version: {
    ...COMMON_VERSION_FIELDS,
    commandLine: { output: 'string', set: true, file: TEXT },
    runtimeVersion: { output: 'string', set: true, file: KEPT_TEXT },
    dockerInfo: DOCKER_INFO,
    /** Some platforms return this field instead of `dockerInfo`. The setting `dockerImage` is in `DOCKER_INFO`, with a path for both. */
    dockerImage: { output: false, ...READ_ONLY },
    extraTechnology: {
      output: { language: 'string', version: 'string' },
      set: {
        extraLanguage: ['extraTechnology.language'],
        extraLanguageVersion: ['extraTechnology.version'],
      },
      file: {
        shape: { fields: { language: 'text', version: 'text' } },
        select: '{ language version }',
      },
    },
    sourceUrl: SOURCE_URL,
    packageInfo: {
      output: { name: 'string', downloadUrl: 'string' },
      set: { packageName: ['packageInfo.name'] },
      file: { name: 'package', shape: RULES.fileName, select: '{ name downloadUrl }' },
    },
    /** If true, the new version keeps the package of the previous one. The platform does not return this flag. */
    usePreviousArtifact: { select: false, output: false, set: true, file: false },
  },
} as const satisfies EntityTable;
