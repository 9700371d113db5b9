import type {
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { executeOperation } from '../shared/execute';
import { buildGraphqlMethods } from '../shared/graphql/callOperation';
import { buildListSearches } from '../shared/locators/listSearch';
import { resolveLocators } from '../shared/locators/resolve';
import { connectPlatform, testPlatformCredential } from '../shared/client/connect';
import {
  MAIN,
  buildProperties,
  versionWithoutCustomCall,
  buildSubtitle,
} from '../shared/operation/description';
import { getCatalogEndpoint, resources } from './resources';

const graphql = buildGraphqlMethods(connectPlatform, getCatalogEndpoint);

const properties = buildProperties(resources);

export class DataPlatformCatalog implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Data Platform Technology Catalog',
    name: 'dataPlatformCatalog',
    icon: { light: 'file:catalog.svg', dark: 'file:catalog.dark.svg' },
    group: ['transform'],
    ...versionWithoutCustomCall,
    subtitle: buildSubtitle(resources),
    description: 'Get technologies, repositories, and contexts',
    defaults: { name: 'Data Platform Technology Catalog' },
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Finds out which technologies and versions the platform offers, and manages their repositories. To create or run jobs, use Data Platform Projects.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-data-platform.dataPlatformProjects',
          relationHint: 'Creates jobs and apps with a technology of the catalog',
        },
      ],
    },
    inputs: [MAIN],
    outputs: [MAIN],
    credentials: [{ name: 'dataPlatformApi', required: true, testedBy: 'testPlatformCredential' }],
    properties,
  };

  methods = {
    listSearch: {
      ...buildListSearches(properties),
      ...graphql.listSearch,
    },
    resourceMapping: graphql.resourceMapping,
    credentialTest: { testPlatformCredential },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await executeOperation(this, resources, connectPlatform, { resolveLocators });
  }
}
