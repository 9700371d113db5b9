import type { INodeProperties } from 'n8n-workflow';

/** The version that is to be the current one again. */
export const versionNumber: INodeProperties = {
  displayName: 'Version Number',
  name: 'versionNumber',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 1,
  required: true,
  description: 'The number of the version to roll back to',
};
