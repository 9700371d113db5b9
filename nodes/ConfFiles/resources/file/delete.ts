import { filePathField } from '../fields';
import type { ConfFilesOperation } from '../types';
import { readParameter } from '../../../shared/parameters/readParameter';

export const deleteOperation: ConfFilesOperation = {
  value: 'delete',
  name: 'Delete',
  action: 'Delete file',
  description: 'Delete a file permanently',
  fields: [filePathField],

  async run({ execution, itemIndex, client: { api, service }, signal }) {
    const path = api.readFilePath(readParameter(execution, 'filePath', itemIndex));
    await service.delete(path, { signal });
    return { json: { deleted: true, path } };
  },
};
