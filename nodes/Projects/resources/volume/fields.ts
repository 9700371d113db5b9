import type { INodeProperties } from 'n8n-workflow';
import { projectFilterFor, volumeLocator } from '../../../shared/locators/locators';
import { moreFields } from '../settings';
import type { EntityPicker } from '../operationById';
import { descriptionField } from '../settingFields';

export const volumePicker: EntityPicker = {
  noun: 'volume',
  fields: [projectFilterFor('volumes'), volumeLocator],
};

export const volumeName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name of the volume',
  type: 'string',
  default: '',
  placeholder: 'e.g. models',
};

export const volumeSize: INodeProperties = {
  displayName: 'Size',
  name: 'size',
  description:
    'The size of the volume. Many platforms can increase the size, but none can decrease it.',
  type: 'string',
  default: '',
  placeholder: 'e.g. 10 GB',
};

export const volumeDescription = descriptionField('volume');

/** What "Update" and "Duplicate" can set. */
export const changeableFields = [volumeDescription, moreFields, volumeName, volumeSize];
