import type { INodeProperties } from 'n8n-workflow';
import { readJsonObject } from '../../shared/parameters/jsonParameter';
import type { ItemParameters } from '../../shared/parameters/nodeParameters';

/** The way to fields that only some platforms have. */
export const moreFields: INodeProperties = {
  displayName: 'More Fields (JSON)',
  name: 'moreFields',
  type: 'json',
  default: '{}',
  description:
    'Any other fields of the platform, as a JSON object with the field names of its GraphQL schema',
};

/** What was added to a collection, by our names, and fields by the platform's own. */
export interface AddedSettings {
  values: Record<string, unknown>;
  more: Record<string, unknown>;
}

/** For something new: a field that stayed empty is left out. */
export function readSettingFields(parameters: ItemParameters, collection: string): AddedSettings {
  return readAdded(parameters, collection, undefined);
}

/** For something that is there: a field that was added and left empty is emptied. */
export function readChanges(parameters: ItemParameters, collection: string): AddedSettings {
  return readAdded(parameters, collection, null);
}

function readAdded(
  parameters: ItemParameters,
  collection: string,
  empty: null | undefined,
): AddedSettings {
  const added = parameters.added(collection);
  const values = Object.entries(added)
    .map(([name, value]) => [name, isNull(name, value) ? null : value === '' ? empty : value])
    .filter(([name, value]) => name !== moreFields.name && value !== undefined);
  return {
    values: Object.fromEntries(values),
    more: Object.hasOwn(added, moreFields.name)
      ? readJsonObject(parameters, `${collection}.${moreFields.name}`)
      : {},
  };
}

/** Objects are given as JSON text. */
function isNull(name: string, value: unknown): boolean {
  const isObject = name === 'alerting' || name === 'resources';
  return isObject && typeof value === 'string' && value.trim() === 'null';
}

/** Settings that jobs, pipelines, apps and others have alike. */

export const nameField = (of: string, placeholder: string): INodeProperties => ({
  displayName: 'Name',
  name: 'name',
  description: `The name of the ${of}`,
  type: 'string',
  default: '',
  placeholder,
});

export const descriptionField = (of: string): INodeProperties => ({
  displayName: 'Description',
  name: 'description',
  type: 'string',
  default: '',
  description: `The description of the ${of}`,
});

/** @param states whose they are, as `the runs` */
export const alertingField = (states: string): INodeProperties => ({
  displayName: 'Alerting (JSON)',
  name: 'alerting',
  type: 'json',
  default: '',
  placeholder: 'e.g. { "emails": ["ops@example.com"], "statusList": ["FAILED"] }',
  description: `Who is notified, and for which statuses of ${states}, as a JSON object. Enter null to notify nobody.`,
});

/** @param user what uses them, as `a run` */
export const resourcesField = (user: string): INodeProperties => ({
  displayName: 'Resources (JSON)',
  name: 'resources',
  type: 'json',
  default: '',
  placeholder:
    'e.g. { "cpu": { "request": 0.5, "limit": 2 }, "memory": { "request": 512, "limit": 2048 } }',
  description: `The CPU (in cores) and memory (usually in MB) that ${user} requests, and their limits, as a JSON object`,
});

export const scheduleFields = (of: string): INodeProperties[] => [
  {
    displayName: 'Cron Schedule',
    name: 'cronScheduling',
    type: 'string',
    default: '',
    placeholder: 'e.g. 0 6 * * 1-5',
    description: `When the ${of} runs automatically, as a cron expression with five fields`,
  },
  {
    displayName: 'Is Scheduled',
    name: 'isScheduled',
    type: 'boolean',
    default: true,
    description: `Whether the schedule of the ${of} is active`,
  },
  {
    displayName: 'Schedule Time Zone',
    name: 'scheduleTimezone',
    type: 'string',
    default: '',
    placeholder: 'e.g. Europe/Paris',
    description: 'The time zone of the schedule',
  },
];

/** Settings of a version. */
export const releaseNote: INodeProperties = {
  displayName: 'Release Note',
  name: 'releaseNote',
  type: 'string',
  default: '',
  description: 'A note on what changed in this version',
};

export const dockerCredentialsId: INodeProperties = {
  displayName: 'Docker Credentials ID',
  name: 'dockerCredentialsId',
  type: 'string',
  default: '',
  description: 'The ID of the Docker credential for pulling the image',
};

/** @param of what comes from there, as `the code` */
export const sourceUrlField = (of: string): INodeProperties => ({
  displayName: 'Source URL',
  name: 'sourceUrl',
  type: 'string',
  default: '',
  placeholder: 'e.g. https://git.example.com/etl',
  description: `The URL that ${of} comes from`,
});

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

/** The versions that are to go. */
export const versionNumbers: INodeProperties = {
  displayName: 'Version Numbers',
  name: 'versionNumbers',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. 1, 2, 3',
  description:
    'The numbers of the versions to delete, separated by commas. The current version and versions that runs still use are kept.',
};
