import type { ConfFilesResource } from '../types';
import { sync } from './sync';

export const folder: ConfFilesResource = {
  value: 'folder',
  name: 'Folder',
  operations: [sync],
};
