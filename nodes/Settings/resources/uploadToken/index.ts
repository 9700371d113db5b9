import type { SettingsClient } from '../../settingsClient';
import type { Resource } from '../../../shared/operation/operation';
import { get } from './get';

export const uploadToken: Resource<SettingsClient> = {
  value: 'uploadToken',
  name: 'Upload Token',
  operations: [get],
};
