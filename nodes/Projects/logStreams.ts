import type { INodePropertyOptions } from 'n8n-workflow';

/** What a log is made of, as a platform calls it. */
export const LOG_STREAMS: INodePropertyOptions[] = [
  { name: 'Environment Variables (Errors)', value: 'ENVVARS_STDERR' },
  { name: 'Environment Variables (Output)', value: 'ENVVARS_STDOUT' },
  { name: 'Errors', value: 'STDERR' },
  { name: 'Orchestration (Errors)', value: 'ORCHESTRATION_STDERR' },
  { name: 'Orchestration (Output)', value: 'ORCHESTRATION_STDOUT' },
  { name: 'Output', value: 'STDOUT' },
];
