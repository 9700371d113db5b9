import type { SettingsResource } from '../types';
import { getAll } from './getAll';

export const dataLakeUrl: SettingsResource = {
  value: 'dataLakeUrl',
  name: 'Data Lake URL',
  operations: [getAll],
};
