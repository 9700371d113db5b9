import type {
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { executeOperation } from '../shared/execute';
import { buildGraphqlMethods } from '../shared/graphql/callOperation';
import { buildListSearches } from '../shared/locators/listSearch';
import type { PlatformClient } from '../../platform/client';
import { findPageUrl } from '../shared/parameters/itemIdentity';
import { resolveLocators } from '../shared/locators/resolve';
import { connectPlatform, testPlatformCredential } from '../shared/client/connect';
import {
  MAIN,
  buildProperties,
  versionWithoutCustomCall,
  buildSubtitle,
} from '../shared/operation/description';
import { listProjects, searchContexts, searchJobCategories } from './lists';
import { getProjectsEndpoint, resources } from './resources';
import { searchRuns } from './runs/read/runId';

const graphql = buildGraphqlMethods(connectPlatform, getProjectsEndpoint);

const properties = buildProperties(resources);

export class DataPlatformProjects implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Data Platform Projects',
    name: 'dataPlatformProjects',
    icon: {
      light: 'file:../shared/dataPlatform.svg',
      dark: 'file:../shared/dataPlatform.dark.svg',
    },
    group: ['transform'],
    ...versionWithoutCustomCall,
    subtitle: buildSubtitle(resources),
    description: 'Run and manage jobs, pipelines, and apps',
    defaults: { name: 'Data Platform Projects' },
    usableAsTool: true,
    builderHint: {
      searchHint:
        "To run a job or pipeline and react to its end, use runAndWait: one node starts the run and waits, without a loop. With onError 'continueErrorOutput', a run that does not succeed leaves through the error output.",
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-base.scheduleTrigger',
          relationHint: 'Runs a job or pipeline every night, or at any other time',
        },
        {
          nodeType: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
          relationHint: 'Starts a workflow when a run fails or is missed, no matter who started it',
        },
        {
          nodeType: 'n8n-nodes-data-platform.dataPlatformConfFiles',
          relationHint: 'Syncs the configuration files that jobs read',
        },
      ],
    },
    inputs: [MAIN],
    outputs: [MAIN],
    credentials: [
      {
        name: 'dataPlatformApi',
        required: true,
        testedBy: 'testPlatformCredential',
        // Validate needs no credential. With "show", n8n's editor would place the credential between Resource and Operation.
        displayOptions: { hide: { operation: ['validate'] } },
      },
    ],
    properties,
  };

  methods = {
    listSearch: {
      ...buildListSearches(properties),
      searchJobCategories,
      searchRuns,
      searchContexts,
      ...graphql.listSearch,
    },
    resourceMapping: graphql.resourceMapping,
    loadOptions: { listProjects },
    credentialTest: { testPlatformCredential },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await executeOperation<PlatformClient>(this, resources, connectPlatform, {
      resolveLocators,
      findPageUrl,
    });
  }
}
