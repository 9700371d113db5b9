import type { Resources } from '../../shared/operation';
import type { ConfFilesClient } from '../confFilesClient';
import { file } from './file';
import { folder } from './folder';

export const resources: Resources<ConfFilesClient> = [file, folder];
