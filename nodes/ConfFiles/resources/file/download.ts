import { binaryPropertyField, filePathField } from '../fields';
import { CONCURRENT_TRANSFERS, type ConfFilesOperation } from '../types';
import { readParameter } from '../../../shared/parameters/readParameter';
import { storeBinary } from '../../../shared/storeBinary';

export const download: ConfFilesOperation = {
  value: 'download',
  name: 'Download',
  action: 'Download file',
  description: 'Retrieve a file as binary data',
  concurrency: CONCURRENT_TRANSFERS,
  fields: [
    filePathField,
    {
      ...binaryPropertyField,
      displayName: 'Put Output File in Field',
      hint: 'The name of the output field to put the file in',
    },
  ],

  async run({ execution, itemIndex, client: { api, service }, options }) {
    const path = api.readFilePath(readParameter(execution, 'filePath', itemIndex));
    const propertyName = String(readParameter(execution, 'binaryPropertyName', itemIndex));
    const binary = await service.retrieve(
      path,
      async ({ body, name, mimeType }) =>
        await storeBinary(execution.helpers, { body, name, mimeType }),
      { ...options, pieces: 'given' },
    );
    return {
      json: { path, size: binary.bytes ?? null, mimeType: binary.mimeType },
      binary: { [propertyName]: binary },
    };
  },
};
