import type { SettingsClient } from '../../settingsClient';
import type { Resource } from '../../../shared/operation/operation';
import { check } from './check';

export const clusterNode: Resource<SettingsClient> = {
  value: 'clusterNode',
  name: 'Cluster Node',
  operations: [check],
};
