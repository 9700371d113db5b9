import type {
  IPollFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { connectConfFilesForPoll, testUploadTokenCredential } from '../ConfFiles/confFilesClient';
import { testKubernetesCredential } from '../shared/client/connect';
import { MAIN, versionWithoutCustomCall } from '../shared/operation/description';
import { runPoll } from '../shared/polling/polling';
import { fields } from './settings';
import { pollChanges } from './poll';

export class DataPlatformConfFilesTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Data Platform Conf Files Trigger',
    name: 'dataPlatformConfFilesTrigger',
    icon: { light: 'file:confFilesTrigger.svg', dark: 'file:confFilesTrigger.dark.svg' },
    group: ['trigger'],
    ...versionWithoutCustomCall,
    subtitle: '={{ $parameter["path"] }}',
    // n8n's node panel shows one entry for this trigger and its node, with this description.
    description: 'Upload, download and sync files, or start a workflow when files change',
    defaults: { name: 'On configuration file change' },
    builderHint: {
      searchHint:
        'Starts a workflow when configuration files of the platform change. Turn on download to get the content with each event.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-data-platform.dataPlatformConfFiles',
          relationHint: 'Downloads, uploads and syncs these files',
        },
      ],
    },
    polling: true,
    inputs: [],
    outputs: [MAIN],
    credentials: [
      {
        name: 'dataPlatformUploadTokenApi',
        required: true,
        testedBy: 'testUploadTokenCredential',
      },
      {
        name: 'dataPlatformKubernetesApi',
        displayName: 'Credential for Data Platform Kubernetes API',
        required: true,
        testedBy: 'testKubernetesCredential',
        displayOptions: { show: { readThrough: ['cluster'] } },
      },
    ],
    properties: fields,
  };

  methods = { credentialTest: { testKubernetesCredential, testUploadTokenCredential } };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    return await runPoll(this, async () => {
      const items = await pollChanges(this, await connectConfFilesForPoll(this));
      return items && [items];
    });
  }
}
