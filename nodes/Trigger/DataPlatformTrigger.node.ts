import type {
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
  IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { explained } from '../shared/errors';
import { searchProjects } from '../shared/listSearch';
import { connectPlatform, testPlatformCredential } from '../shared/platformClient';
import { fields } from './fields';
import { listWatchable } from './loadOptions';
import { pollRuns } from './poll';

export class DataPlatformTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Data Platform Trigger',
    name: 'dataPlatformTrigger',
    icon: { light: 'file:trigger.svg', dark: 'file:trigger.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description:
      'Starts the workflow when runs of jobs or pipelines start, succeed, fail or are stopped',
    defaults: { name: 'Data Platform Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'dataPlatformApi', required: true, testedBy: 'testPlatformCredential' }],
    properties: fields,
  };

  methods = {
    listSearch: { searchProjects },
    loadOptions: { listWatchable },
    credentialTest: { testPlatformCredential },
  };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    return await explained(this, async () => {
      const items = await pollRuns(this, await connectPlatform(this));
      return items && [items];
    });
  }
}
