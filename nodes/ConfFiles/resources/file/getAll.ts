import type { ConfFilesClient } from '../../../../platform/confFiles/client';
import { readFolderPath } from '../../../../platform/confFiles/paths';
import type { ItemOperation } from '../../../shared/operation/operation';
import { pagingFields, upToLimit } from '../../../shared/items/paging';
import { readThroughField } from '../../clusterFields';
import { leftOutEntries } from '../../leftOutEntries';

export const getAll: ItemOperation<ConfFilesClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many files',
  description: 'Get many files and folders of a folder',
  fields: [
    {
      displayName: 'Folder',
      name: 'path',
      type: 'string',
      default: '/',
      placeholder: 'e.g. /spark',
      description: 'The folder to list. "/" is the root of the mount.',
    },
    {
      displayName: 'Include Subfolders',
      name: 'recursive',
      type: 'boolean',
      default: false,
      description: 'Whether to include the files and folders of all subfolders',
    },
    ...pagingFields,
    readThroughField,
  ],

  async run(call) {
    const { execution, parameters, client, options } = call;
    const folder = readFolderPath(parameters.value('path'));
    const recursive = parameters.boolean('recursive');
    const list = recursive ? client.listRecursively : client.listFolder;
    const leftOut = leftOutEntries(execution);
    const entries = await list(folder, { ...options, onLeftOut: leftOut.add });
    leftOut.showHint();
    return upToLimit(call, entries).map((entry) => ({ json: { ...entry } }));
  },
};
