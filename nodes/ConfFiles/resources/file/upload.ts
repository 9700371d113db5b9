import { binaryContent } from '../../../shared/binaryContent';
import { binaryPropertyField, filePathField } from '../fields';
import { CONCURRENT_TRANSFERS, type ConfFilesOperation } from '../types';
import { readParameter } from '../../../shared/parameters/readParameter';

export const upload: ConfFilesOperation = {
  value: 'upload',
  name: 'Upload',
  action: 'Upload file',
  description: 'Create a file, or replace the one at this path',
  concurrency: CONCURRENT_TRANSFERS,
  fields: [
    { ...filePathField, description: 'Where the file is saved, from the top of the mount' },
    {
      displayName: 'Content',
      name: 'contentSource',
      type: 'options',
      options: [
        { name: 'From Binary Field', value: 'binary', description: 'A file of the input item' },
        { name: 'From Text', value: 'text', description: 'Text that is written here' },
      ],
      default: 'binary',
      description: 'Where the content of the file comes from',
    },
    { ...binaryPropertyField, displayOptions: { show: { contentSource: ['binary'] } } },
    {
      displayName: 'Text',
      name: 'textContent',
      type: 'string',
      typeOptions: { rows: 5 },
      default: '',
      description: 'The content of the file, sent as UTF-8',
      displayOptions: { show: { contentSource: ['text'] } },
    },
  ],

  async run(call) {
    const { execution, itemIndex, client, signal } = call;
    const { api, service } = client;
    const path = api.readFilePath(readParameter(execution, 'filePath', itemIndex));
    const content =
      readParameter(execution, 'contentSource', itemIndex) === 'text'
        ? api.textContent(String(readParameter(execution, 'textContent', itemIndex, '')))
        : await binaryContent(
            call,
            itemIndex,
            String(readParameter(execution, 'binaryPropertyName', itemIndex)),
          );
    return { json: { ...(await service.upload(path, content, { signal })) } };
  },
};
