import type { Resources } from '../../shared/operation/operation';
import type { SettingsClient } from '../settingsClient';
import { clusterNode } from './clusterNode';
import { dataLakeUrl } from './dataLakeUrl';
import { gpu } from './gpu';
import { uploadToken } from './uploadToken';

export const resources: Resources<SettingsClient> = [clusterNode, gpu, dataLakeUrl, uploadToken];
