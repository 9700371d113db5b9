import type {
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { testKubernetesCredential } from '../shared/client/connect';
import { executeOperation } from '../shared/execute';
import {
  MAIN,
  buildProperties,
  versionWithoutCustomCall,
  buildSubtitle,
} from '../shared/operation/description';
import { connectConfFiles, testUploadTokenCredential } from './confFilesClient';
import { resources } from './resources';

export class DataPlatformConfFiles implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Data Platform Conf Files',
    name: 'dataPlatformConfFiles',
    icon: { light: 'file:confFiles.svg', dark: 'file:confFiles.dark.svg' },
    group: ['transform'],
    ...versionWithoutCustomCall,
    subtitle: buildSubtitle(resources),
    description: 'Sync, upload, and download configuration files',
    defaults: { name: 'Data Platform Conf Files' },
    usableAsTool: true,
    builderHint: {
      searchHint:
        'Manages the configuration files of the whole platform, which jobs read. To copy a folder, use folder sync, which needs no loop and no comparison.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-data-platform.dataPlatformConfFilesTrigger',
          relationHint: 'Starts a workflow when these files change',
        },
        {
          nodeType: 'n8n-nodes-data-platform.dataPlatformProjects',
          relationHint: 'Runs a job after its configuration was synced',
        },
      ],
    },
    inputs: [MAIN],
    outputs: [MAIN],
    credentials: [
      {
        name: 'dataPlatformUploadTokenApi',
        required: true,
        testedBy: 'testUploadTokenCredential',
      },
      {
        // This uses "hide", because "show" would need both fields to be "cluster". The credential is not required, because a saved
        // node may leave out fields that have their defaults, and n8n would then not publish the workflow.
        name: 'dataPlatformKubernetesApi',
        displayName: 'Credential for Data Platform Kubernetes API',
        required: false,
        testedBy: 'testKubernetesCredential',
        displayOptions: {
          hide: { readThrough: ['localAddress'], uploadTokenFrom: ['credential'] },
        },
      },
    ],
    properties: buildProperties(resources),
  };

  methods = { credentialTest: { testKubernetesCredential, testUploadTokenCredential } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await executeOperation(this, resources, connectConfFiles);
  }
}
