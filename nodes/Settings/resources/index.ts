import type { Resources } from '../../shared/operation/operation';
import type { SettingsClient } from '../settingsClient';
import { clusterNode } from './clusterNode';
import { dataLakeUrl, gpu } from './platformSettings';
import { uploadToken } from './uploadToken';

export const resources: Resources<SettingsClient> = [gpu, dataLakeUrl, uploadToken, clusterNode];
