import type {
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { executeOperation } from '../shared/execute';
import { testKubernetesCredential, testPlatformCredential } from '../shared/client/connect';
import {
  MAIN,
  buildProperties,
  versionWithoutCustomCall,
  buildSubtitle,
} from '../shared/operation/description';
import { resources } from './resources';
import { connectSettings } from './settingsClient';

export class DataPlatformSettings implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Data Platform Settings',
    name: 'dataPlatformSettings',
    icon: { light: 'file:settings.svg', dark: 'file:settings.dark.svg' },
    group: ['transform'],
    ...versionWithoutCustomCall,
    subtitle: buildSubtitle(resources),
    description: 'Get settings and check cluster nodes',
    defaults: { name: 'Data Platform Settings' },
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Checks the Kubernetes nodes of the platform and gets its GPU settings, data lake addresses and upload token. For jobs, pipelines and apps, use Data Platform Projects.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-data-platform.dataPlatformConfFiles',
          relationHint: 'Uses the upload token',
        },
      ],
    },
    inputs: [MAIN],
    outputs: [MAIN],
    // These use "hide", because with "show", n8n's editor would treat Resource as a choice of credentials, and not show the field.
    // They are not required, because n8n would then refuse to publish some workflows: a saved node leaves out its default
    // resource, so that no "hide" matches and n8n requires both credentials; and Check may have only one of them.
    credentials: [
      {
        name: 'dataPlatformApi',
        displayName: 'Credential for Data Platform API',
        required: false,
        testedBy: 'testPlatformCredential',
        displayOptions: { hide: { resource: ['uploadToken'] } },
      },
      {
        name: 'dataPlatformKubernetesApi',
        displayName: 'Credential for Data Platform Kubernetes API',
        required: false,
        testedBy: 'testKubernetesCredential',
        displayOptions: { hide: { resource: ['gpu', 'dataLakeUrl'] } },
      },
    ],
    properties: buildProperties(resources),
  };

  methods = { credentialTest: { testKubernetesCredential, testPlatformCredential } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await executeOperation(this, resources, connectSettings);
  }
}
