import type { ConfFilesClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { sync } from './sync';

export const folder: Resource<ConfFilesClient> = {
  value: 'folder',
  name: 'Folder',
  operations: [sync],
};
