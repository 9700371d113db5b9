import type { ConfFilesResource } from '../types';
import { deleteOperation } from './delete';
import { download } from './download';
import { getAll } from './getAll';
import { upload } from './upload';

export const file: ConfFilesResource = {
  value: 'file',
  name: 'File',
  operations: [upload, download, getAll, deleteOperation],
};
