import type { SettingsResource } from '../types';
import { get } from './get';

export const uploadToken: SettingsResource = {
  value: 'uploadToken',
  name: 'Upload Token',
  operations: [get],
};
