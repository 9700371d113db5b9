import type { ConfFilesClient } from '../../../../platform/confFiles/client';
import type { Resource } from '../../../shared/operation/operation';
import { deleteOperation } from './delete';
import { download } from './download';
import { getAll } from './getAll';
import { upload } from './upload';

export const file: Resource<ConfFilesClient> = {
  value: 'file',
  name: 'File',
  operations: [upload, download, getAll, deleteOperation],
};
