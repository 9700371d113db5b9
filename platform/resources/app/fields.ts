import {
  ALERTING,
  DESCRIPTION,
  DOCKER_INFO,
  ID,
  READ_ONLY,
  NAME,
  PAGE_URL,
  PROJECT,
  RESOURCES,
  TECHNOLOGY,
  COMMON_VERSION_FIELDS,
} from '../commonFields';
import type { EntityFields, EntityTable } from '../entityFields';
import { RULES } from '../fileRules';

export const LISTED_APP = {
  name: NAME,
  id: ID,
  description: DESCRIPTION,
  creationDate: { output: 'string', ...READ_ONLY },
  creator: { output: 'string', ...READ_ONLY },
  technology: TECHNOLOGY,
  history: {
    select:
      '{ currentStatus currentStatusReason currentExecutionId runningVersionNumber startTime stopTime author triggerType }',
    output: false,
    outputAs: {
      status: 'string',
      statusReason: 'string',
      executionId: 'string',
      runningVersionNumber: 'integer',
      startTime: 'string',
      stopTime: 'string',
      author: 'string',
      trigger: 'string',
    },
    ...READ_ONLY,
  },
} as const satisfies EntityFields;

export const APP = {
  settings: {
    ...LISTED_APP,
    project: PROJECT,
    url: PAGE_URL,
    isGenericApp: { output: 'boolean', ...READ_ONLY },
    alerting: ALERTING,
    /** Apps have no GPU, so outputs omit it. A project file may contain a GPU, which the target platform may refuse. */
    resources: {
      ...RESOURCES,
      output: { cpu: RESOURCES.output.cpu, memory: RESOURCES.output.memory },
    },
  },
  version: {
    ...COMMON_VERSION_FIELDS,
    runtimeContextId: {
      output: 'string',
      set: true,
      file: { name: 'context', shape: 'text', whenAbsent: 'keep' },
    },
    dockerInfo: DOCKER_INFO,
    ports: {
      output: [
        {
          name: 'string',
          number: 'integer',
          isRewriteUrl: 'boolean',
          basePathVariableName: 'string',
          scope: 'string',
          internalUrl: 'string',
        },
      ],
      set: true,
      file: {
        shape: {
          listOf: {
            fields: {
              name: 'text',
              number: RULES.portNumber,
              isRewriteUrl: 'flag',
              basePathVariableName: 'text',
              scope: 'text',
            },
            adviceIfMissing: { number: 'Add one to each port.' },
          },
          unique: { by: 'number', what: 'ports' },
        },
        select: '{ name number isRewriteUrl basePathVariableName scope }',
      },
    },
    volumesWithPath: {
      select: '{ path volume { id name } }',
      output: [{ path: 'string', volume: { id: 'string', name: 'string' } }],
      set: { volumes: ['volumesWithPath'] },
      file: {
        name: 'volumes',
        shape: {
          listOf: {
            fields: { path: RULES.folder, volume: 'text' },
            adviceIfMissing: {
              path: 'Add the folder in which the app finds the volume.',
              volume: 'Add the name of a volume.',
            },
          },
          unique: { by: 'path', what: 'volumes' },
        },
        select: '{ path volume { id } }',
      },
    },
  },
} as const satisfies EntityTable;
