import type { SettingsClient } from '../../settingsClient';
import type { Resource } from '../../../shared/operation/operation';
import { getAll } from './getAll';

export const dataLakeUrl: Resource<SettingsClient> = {
  value: 'dataLakeUrl',
  name: 'Data Lake URL',
  operations: [getAll],
};
