import type { PlatformClient } from '../../../../platform/client';
import { binaryContent } from '../../../shared/items/binaryContent';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { itemOf } from '../items';
import { repositoryName, repositoryUrl } from './fields';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create repository',
  description: 'Add a repository of technologies to the catalog',
  fields: [
    { ...repositoryName, required: true },
    {
      displayName: 'From',
      name: 'source',
      type: 'options',
      default: 'url',
      description: 'Where the technologies come from',
      options: [
        { name: 'File', value: 'file', description: 'Send a file from the input item' },
        { name: 'URL', value: 'url', description: 'Let the catalog read a URL' },
      ],
    },
    { ...repositoryUrl, required: true, displayOptions: { show: { source: ['url'] } } },
    {
      displayName: 'Input Binary Field',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      hint: 'The name of the input binary field with the file',
      description:
        'The name of the input binary field containing a metadata file, or an archive of metadata files',
      displayOptions: { show: { source: ['file'] } },
    },
  ],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, itemIndex, client, options } = call;
    const isFile = parameters.choice('source') === 'file';
    const file = isFile
      ? await binaryContent(call, itemIndex, parameters.text('binaryPropertyName'))
      : undefined;
    const given = {
      name: parameters.text('name'),
      url: isFile ? undefined : parameters.text('url'),
    };
    const catalog = await client.catalog(options);
    return await catalog.repositories.prepareCreate(given, file, options);
  },

  async change(_call, createRepository) {
    return itemOf(await createRepository());
  },
});
