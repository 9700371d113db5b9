import { ALERTING, IN_PROJECT, RESOURCE } from './settings';

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
  status: 'string',
  statusReason: 'string',
  executionId: 'string',
  runningVersionNumber: 'integer',
  startTime: 'string',
  stopTime: 'string',
  author: 'string',
  trigger: 'string',
  ...IN_PROJECT,
} as const;

export const app = {
  listed,
  whole: {
    ...listed,
    isGenericApp: 'boolean',
    alerting: ALERTING,
    resources: { cpu: RESOURCE, memory: RESOURCE },
    currentVersion: appVersion,
  },
} as const;
