import type { ConfFilesClient } from '../../../../platform/confFiles/client';
import { readFilePath } from '../../../../platform/confFiles/paths';
import type { ItemOperation } from '../../../shared/operation/operation';
import { readThroughField } from '../../clusterFields';
import { binaryPropertyField, filePathField } from '../fields';
import { CONCURRENT_TRANSFERS } from '../../concurrentTransfers';
import { readAtMost, textOf } from './readText';
import { storeBinary } from '../../../shared/items/storeBinary';

export const download: ItemOperation<ConfFilesClient> = {
  value: 'download',
  name: 'Download',
  action: 'Download file',
  description: 'Download a file as binary data, or a small file as text',
  concurrency: CONCURRENT_TRANSFERS,
  fields: [
    filePathField,
    {
      displayName: 'Output',
      name: 'output',
      type: 'options',
      default: 'binary',
      description: 'How to return the content of the file',
      options: [
        { name: 'Binary Data', value: 'binary', description: 'Files of any type and size' },
        { name: 'Text', value: 'text', description: 'UTF-8 text of up to 256 KiB' },
      ],
    },
    {
      ...binaryPropertyField,
      displayName: 'Put Output File in Field',
      description: 'The name of the output field to put the file in',
      displayOptions: { show: { output: ['binary'] } },
    },
    readThroughField,
  ],

  async run({ execution, parameters, itemIndex, client: { service }, options }) {
    const path = readFilePath(parameters.value('filePath'));
    if (parameters.choice('output') === 'text') {
      const content = await service.retrieve(path, readAtMost, options);
      const text = textOf(content, { node: execution.getNode(), path: String(path), itemIndex });
      return { json: { path, size: Buffer.byteLength(text), text } };
    }
    const propertyName = parameters.text('binaryPropertyName');
    const binary = await service.retrieve(
      path,
      async ({ body, name, mimeType }) =>
        await storeBinary(execution.helpers, { body, name, mimeType }),
      options,
    );
    return {
      json: { path, size: binary.bytes, mimeType: binary.mimeType },
      binary: { [propertyName]: binary },
    };
  },
};
