import type { ConfFileService } from '../../../platform/confFiles/service';
import type { Resources } from '../../shared/operation/operation';
import { file } from './file';
import { folder } from './folder';

export const resources: Resources<ConfFileService> = [file, folder];
