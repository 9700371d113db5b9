import type { ConfFilesClient } from '../../../../platform/confFiles/client';
import { readFilePath } from '../../../../platform/confFiles/paths';
import { changeOperation } from '../../../shared/operation/operation';
import { uploadTokenFromField } from '../../clusterFields';
import { claimPath, type PathClaim } from '../../pathClaims';
import { filePathField } from '../fields';

export const deleteOperation = changeOperation<ConfFilesClient, PathClaim>({
  value: 'delete',
  name: 'Delete',
  action: 'Delete file',
  description: 'Delete a file permanently',
  isRepeatable: true,
  fields: [filePathField, uploadTokenFromField],

  read(call) {
    const { parameters } = call;
    const path = readFilePath(parameters.value('filePath'));
    return claimPath(call, path, 'deleted');
  },

  async change({ client: { service }, options, mayHaveBeenMade }, { path, once }) {
    await once(async () => await service.delete(path, options, mayHaveBeenMade));
    return { json: { deleted: true, path } };
  },
});
