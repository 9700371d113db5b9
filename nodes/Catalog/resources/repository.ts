import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { CatalogEntry } from '../../../platform/resources/catalog/technologies';
import { Kind } from '../../shared/operation/kind';
import type { ItemCall, ItemOperation, Resource } from '../../shared/operation/operation';
import {
  CREATED_REPOSITORY,
  CHANGED_REPOSITORY,
  LISTED_REPOSITORY,
  REPOSITORY,
  SYNCHRONIZATION,
} from '../outputs';
import { pagingFields, takeUpToLimit } from '../../shared/items/paging';
import { buildLocator } from '../../shared/locators/locators';
import { getItemContent } from '../../shared/items/binaryContent';
import { buildUpdateFields } from '../../shared/parameters/collections';

export const repositoryLocator = buildLocator({
  displayName: 'Repository',
  name: 'repositoryId',
  description: 'The repository to use',
  searchListMethod: 'searchRepositories',
  kind: {
    noun: 'repository',
    isInProject: false,
    async list(client, _projectId, options) {
      const { repositories } = await client.catalog(options);
      return (await repositories.list(options)).map(({ id, name }) => ({ id, name }));
    },
  },
  entityWithArticle: 'a repository',
  idPlaceholder: '9fcbddfe-…',
});

const repositoryName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  type: 'string',
  default: '',
  placeholder: 'e.g. Our technologies',
  description: 'The name of the repository. It must be unique in the catalog.',
};

const repositoryUrl: INodeProperties = {
  displayName: 'URL',
  name: 'url',
  type: 'string',
  default: '',
  placeholder: 'e.g. https://git.example.com/technologies.zip',
  description: 'The URL of a metadata file, or of an archive of metadata files',
};

/** In reverse order, because fields that are not listed have the lowest rank, -1. */
const LEADING_FIELDS = ['id', 'label', 'name'];

export function toCatalogItem(entry: CatalogEntry): INodeExecutionData {
  const getRank = ([name]: [string, unknown]) => LEADING_FIELDS.indexOf(name);
  const fields = Object.entries(entry).sort((a, b) => getRank(b) - getRank(a));
  return { json: Object.fromEntries(fields) as IDataObject };
}

const getAll: ItemOperation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many repositories',
  description: 'Get many repositories of the catalog',
  output: LISTED_REPOSITORY,
  fields: pagingFields,

  async run(call) {
    const { client, options } = call;
    const catalog = await client.catalog(options);
    const repositories = await catalog.repositories.list(options);
    return takeUpToLimit(call, repositories).map(toCatalogItem);
  },
};

const REPOSITORY_KIND = new Kind(
  {
    noun: 'repository',
    methods: async ({ client, options }: ItemCall<PlatformClient>) =>
      (await client.catalog(options)).repositories,
    picker: [repositoryLocator],
    output: CHANGED_REPOSITORY,
    readOutput: REPOSITORY,
  },
  (_call, repository) => toCatalogItem({ ...repository }),
);

const get: ItemOperation<PlatformClient> = {
  ...REPOSITORY_KIND.buildGet('Get a repository and its technologies'),
  simplified: ['name', 'id', 'source', 'readOnly', 'creator', 'modificationDate'],
};

const buildSourceFields = (
  description: string,
  optionDescriptions: Record<'file' | 'url', string>,
): INodeProperties[] => [
  {
    displayName: 'From',
    name: 'source',
    type: 'options',
    default: 'url',
    description,
    options: [
      { name: 'File', value: 'file', description: optionDescriptions.file },
      { name: 'URL', value: 'url', description: optionDescriptions.url },
    ],
  },
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
];

/** Returns undefined if the user chose a URL. */
async function readChosenFile(call: ItemCall<PlatformClient>) {
  const { parameters, itemIndex } = call;
  if (parameters.choice('source') !== 'file') return undefined;
  return await getItemContent(call, itemIndex, parameters.text('binaryPropertyName'));
}

const synchronize = REPOSITORY_KIND.buildChange({
  isRepeatable: false,
  value: 'synchronize',
  name: 'Synchronize',
  description: 'Update the technologies of a repository from its source',
  output: SYNCHRONIZATION,
  fields: [
    repositoryLocator,
    ...buildSourceFields('The source that the repository was created from', {
      file: 'Replace its file with one from the input item',
      url: 'Let the catalog read its URL again',
    }),
  ],

  async prepare(call, repositories) {
    const id = REPOSITORY_KIND.readId(call);
    return await repositories.prepareSynchronize(id, await readChosenFile(call), call.options);
  },
});

const revertSynchronization = REPOSITORY_KIND.buildAction({
  isRepeatable: false,
  value: 'revertSynchronization',
  name: 'Revert Synchronization',
  action: 'Revert synchronization of repository',
  description: 'Restore a repository to its state before the last synchronization',
  output: SYNCHRONIZATION,
  prepare: async (repositories, id, options) =>
    await repositories.prepareRevertSynchronization(id, options),
});

const create = REPOSITORY_KIND.buildChange({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  description: 'Add a repository of technologies to the catalog',
  output: CREATED_REPOSITORY,
  fields: [
    { ...repositoryName, required: true },
    ...buildSourceFields('The source of the technologies', {
      file: 'Send a file from the input item',
      url: 'Let the catalog read a URL',
    }),
    { ...repositoryUrl, required: true, displayOptions: { show: { source: ['url'] } } },
  ],

  async prepare(call, repositories) {
    const { parameters, options } = call;
    const file = await readChosenFile(call);
    const values = {
      name: parameters.text('name'),
      url: file ? undefined : parameters.text('url'),
    };
    return await repositories.prepareCreate(values, file, options);
  },
});

const update = REPOSITORY_KIND.buildChange({
  isRepeatable: false,
  value: 'update',
  name: 'Update',
  description: 'Update the name or the URL of a repository',
  fields: [
    repositoryLocator,
    buildUpdateFields(
      [
        repositoryName,
        {
          displayName: 'Synchronize',
          name: 'triggerSynchronization',
          type: 'boolean',
          default: true,
          description: 'Whether the catalog reads a new URL immediately',
        },
        repositoryUrl,
      ],
      'The fields to update. Fields that are not added keep their values.',
    ),
  ],

  async prepare(call, repositories) {
    const { parameters, options } = call;
    const id = REPOSITORY_KIND.readId(call);
    const { triggerSynchronization, ...added } = parameters.added('updateFields');
    return await repositories.prepareUpdate(id, added, triggerSynchronization === true, options);
  },
});

export const repository: Resource<PlatformClient> = {
  value: 'repository',
  name: 'Repository',
  operations: [
    getAll,
    get,
    synchronize,
    revertSynchronization,
    create,
    update,
    REPOSITORY_KIND.buildDelete('Delete a repository and its technologies permanently'),
  ],
};
