import type { ConfFilesClient } from '../../../../platform/confFiles/client';
import { readFolderPath } from '../../../../platform/confFiles/paths';
import type { ItemOperation } from '../../../shared/operation';
import { pagingFields, upToLimit } from '../../../shared/paging';
import { leftOutEntries } from '../../leftOutEntries';
import { readParameter } from '../../../shared/parameters/readParameter';

export const getAll: ItemOperation<ConfFilesClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many files',
  description: 'List the files and folders of a folder',
  fields: [
    {
      displayName: 'Folder',
      name: 'path',
      type: 'string',
      default: '/',
      placeholder: 'e.g. /spark',
      description: 'The folder to list; "/" is the top of the mount',
    },
    {
      displayName: 'Include Subfolders',
      name: 'recursive',
      type: 'boolean',
      default: false,
      description: 'Whether to list what lies in the folders below as well',
    },
    ...pagingFields,
  ],

  async run({ execution, itemIndex, client, options }) {
    const folder = readFolderPath(readParameter(execution, 'path', itemIndex, '/'));
    const recursive = readParameter(execution, 'recursive', itemIndex, false) === true;
    const list = recursive ? client.listRecursively : client.listFolder;
    const leftOut = leftOutEntries(execution);
    const entries = await list(folder, { ...options, onLeftOut: leftOut.add });
    leftOut.tell();
    return upToLimit(execution, itemIndex, entries).map((entry) => ({ json: { ...entry } }));
  },
};
