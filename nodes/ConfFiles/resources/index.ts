import type { ConfFilesClient } from '../../../platform/client';
import type { Resources } from '../../shared/operation/operation';
import { file } from './file';
import { folder } from './folder';

export const resources: Resources<ConfFilesClient> = [file, folder];
