import { ALERTING, RESOURCE } from './settings';

export const jobVersion = {
  number: 'integer',
  creationDate: 'string',
  creator: 'string',
  releaseNote: 'string',
  runtimeVersion: 'string',
  commandLine: 'string',
  packageInfo: { name: 'string', downloadUrl: 'string' },
  dockerInfo: { image: 'string', dockerCredentialsId: 'string' },
  extraTechnology: { language: 'string', version: 'string' },
  sourceUrl: 'string',
} as const;

const listed = {
  name: 'string',
  id: 'string',
  technology: { id: 'string' },
  projectId: 'string',
  projectName: 'string',
} as const;

const whole = {
  name: 'string',
  id: 'string',
  alias: 'string',
  description: 'string',
  category: 'string',
  technology: { id: 'string', label: 'string' },
  creationDate: 'string',
  countJobInstance: 'integer',
  isScheduled: 'boolean',
  cronScheduling: 'string',
  scheduleTimezone: 'string',
  isStreaming: 'boolean',
  doesUseGPU: 'boolean',
  alerting: ALERTING,
  resources: { cpu: RESOURCE, memory: RESOURCE, gpu: RESOURCE },
  originalJobId: 'string',
  project: { id: 'string', name: 'string' },
  versions: [jobVersion],
} as const;

export const job = {
  listed,
  whole,
  withRun: {
    ...whole,
    instances: [
      {
        id: 'string',
        number: 'integer',
        history: { currentStatus: { status: 'string', details: 'string' } },
        startTime: 'string',
        endTime: 'string',
      },
    ],
  },
} as const;
