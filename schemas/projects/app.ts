import { ALERTING, RESOURCE } from './settings';

export const appVersion = {
  number: 'integer',
  creationDate: 'string',
  creator: 'string',
  releaseNote: 'string',
  runtimeContextId: 'string',
  dockerInfo: { image: 'string', dockerCredentialsId: 'string' },
  ports: [
    {
      name: 'string',
      number: 'integer',
      isRewriteUrl: 'boolean',
      basePathVariableName: 'string',
      scope: 'string',
      internalUrl: 'string',
    },
  ],
  volumesWithPath: [{ path: 'string', volume: { id: 'string', name: 'string' } }],
} as const;

const listed = {
  name: 'string',
  id: 'string',
  description: 'string',
  creationDate: 'string',
  creator: 'string',
  technology: { id: 'string', label: 'string' },
  history: {
    currentStatus: 'string',
    currentStatusReason: 'string',
    currentExecutionId: 'string',
    runningVersionNumber: 'integer',
    startTime: 'string',
    stopTime: 'string',
    author: 'string',
    triggerType: 'string',
  },
} as const;

export const app = {
  listed,
  whole: {
    ...listed,
    project: { id: 'string', name: 'string' },
    isGenericApp: 'boolean',
    alerting: ALERTING,
    resources: { cpu: RESOURCE, memory: RESOURCE },
    currentVersion: appVersion,
  },
} as const;
