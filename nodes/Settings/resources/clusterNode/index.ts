import type { SettingsResource } from '../types';
import { check } from './check';

export const clusterNode: SettingsResource = {
  value: 'clusterNode',
  name: 'Cluster Node',
  operations: [check],
};
