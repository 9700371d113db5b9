import type { ConfFilesClient } from '../../../../platform/confFiles/client';
import { readFilePath } from '../../../../platform/confFiles/paths';
import { binaryContent } from '../../../shared/items/binaryContent';
import { uploadTokenFromField } from '../../clusterFields';
import { binaryPropertyField, filePathField } from '../fields';
import { CONCURRENT_TRANSFERS } from '../../concurrentTransfers';
import { textContent, type FileContent } from '../../../../platform/content/fileContent';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { claimPath, type PathClaim } from '../../pathClaims';

interface UploadInput {
  content: FileContent;
  claim: PathClaim;
}

export const upload = changeOperation<ConfFilesClient, UploadInput>({
  value: 'upload',
  name: 'Upload',
  action: 'Upload file',
  description: 'Create a file, or replace the file at this path',
  isRepeatable: true,
  concurrency: CONCURRENT_TRANSFERS,
  fields: [
    { ...filePathField, description: 'The path to save the file to, from the root of the mount' },
    {
      displayName: 'Content',
      name: 'contentSource',
      type: 'options',
      options: [
        {
          name: 'From Binary Field',
          value: 'binary',
          description: 'Use a binary file of the input item',
        },
        { name: 'From Text', value: 'text', description: 'Enter the content as text' },
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
    uploadTokenFromField,
  ],

  async read(call) {
    const { parameters, itemIndex } = call;
    const path = readFilePath(parameters.value('filePath'));
    if (parameters.choice('contentSource') === 'text') {
      const text = parameters.text('textContent');
      return { claim: claimPath(call, path, `text ${text}`), content: textContent(text) };
    }
    const propertyName = parameters.text('binaryPropertyName');
    const claim = claimPath(call, path, `binary ${binaryIdentity(call, propertyName)}`);
    return { claim, content: await binaryContent(call, itemIndex, propertyName) };
  },

  async change({ client: { service }, options }, { claim: { path, once }, content }) {
    return { json: { ...(await once(async () => await service.upload(path, content, options))) } };
  },
});

/** Which binary data an item names, without reading it. */
function binaryIdentity(
  { execution, itemIndex }: ItemCall<ConfFilesClient>,
  propertyName: string,
): string {
  const { id, data } = execution.helpers.assertBinaryData(itemIndex, propertyName);
  return id ?? data;
}
