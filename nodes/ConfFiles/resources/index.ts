import type { ConfFiles } from '../../../platform/confFiles/confFiles';
import type { Resources } from '../../shared/operation/operation';
import { file } from './file';
import { folder } from './folder';

export const resources: Resources<ConfFiles> = [file, folder];
