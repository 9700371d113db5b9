import { LAST_RUN } from './run';
import { ALERTING, IN_PROJECT, RESOURCE } from './settings';

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
  ...IN_PROJECT,
  lastRun: LAST_RUN,
} as const;

const whole = {
  name: 'string',
  id: 'string',
  alias: 'string',
  description: 'string',
  category: 'string',
  technology: { id: 'string', label: 'string' },
  creationDate: 'string',
  runsCount: 'integer',
  isScheduled: 'boolean',
  cronScheduling: 'string',
  scheduleTimezone: 'string',
  isStreaming: 'boolean',
  doesUseGPU: 'boolean',
  alerting: ALERTING,
  resources: { cpu: RESOURCE, memory: RESOURCE, gpu: RESOURCE },
  originalJobId: 'string',
  ...IN_PROJECT,
  currentVersion: jobVersion,
} as const;

export const job = { listed, whole, withRun: { ...whole, lastRun: LAST_RUN } } as const;
