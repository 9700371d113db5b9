import type { INodeProperties } from 'n8n-workflow';
import { projectFilterFor, volumeLocator } from '../../../shared/locators';
import { moreFields } from '../settings';
import type { Chosen } from '../operationById';

export const aVolume: Chosen = {
  noun: 'volume',
  fields: [projectFilterFor('volumes'), volumeLocator],
};

export const volumeName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name that people see',
  type: 'string',
  default: '',
  placeholder: 'e.g. models',
};

export const volumeSize: INodeProperties = {
  displayName: 'Size',
  name: 'size',
  description: 'How much it holds. Many platforms let a volume grow, and none lets it shrink.',
  type: 'string',
  default: '',
  placeholder: 'e.g. 10 GB',
};

export const volumeDescription: INodeProperties = {
  displayName: 'Description',
  name: 'description',
  type: 'string',
  default: '',
  description: 'What the volume is for, as people read it on the platform',
};

export const updateFields: INodeProperties = {
  displayName: 'Update Fields',
  name: 'updateFields',
  description: 'What to change; settings that are not added stay as they are',
  type: 'collection',
  placeholder: 'Add Field',
  default: {},
  options: [volumeDescription, moreFields, volumeName, volumeSize],
};
