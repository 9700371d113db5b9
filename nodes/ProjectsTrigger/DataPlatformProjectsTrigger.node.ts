import type {
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
  IPollFunctions,
} from 'n8n-workflow';
import { buildListSearches } from '../shared/locators/listSearch';
import { connectPlatform, testPlatformCredential } from '../shared/client/connect';
import {
  MAIN,
  versionWithoutCustomCall,
  buildSubtitleOfChoices,
} from '../shared/operation/description';
import { pickFields } from '../shared/operation/output';
import { runPoll } from '../shared/polling/polling';
import { appEventsField, fields, runEventsField, SIMPLIFIED_EVENT } from './fields';
import { listWatchable } from './loadOptions';
import { pollEvents } from './poll';
import { resolveParameters, readTriggerSettings } from './triggerSettings';

export class DataPlatformProjectsTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Data Platform Projects Trigger',
    name: 'dataPlatformProjectsTrigger',
    icon: { light: 'file:projectsTrigger.svg', dark: 'file:projectsTrigger.dark.svg' },
    group: ['trigger'],
    ...versionWithoutCustomCall,
    subtitle: buildSubtitleOfChoices(runEventsField, appEventsField),
    // n8n's node panel shows one entry for this trigger and its node, with this description.
    description: 'Run jobs and pipelines, or start a workflow when runs fail or are missed',
    defaults: { name: 'On platform run' },
    builderHint: {
      searchHint:
        'Starts a workflow when any run fails, is missed or takes too long, no matter who started it. A workflow that runs a job itself does not need this trigger: use the error output of runAndWait.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-data-platform.dataPlatformProjects',
          relationHint: 'Runs jobs and pipelines, and gets the complete log of a failed run',
        },
      ],
    },
    polling: true,
    inputs: [],
    outputs: [MAIN],
    credentials: [{ name: 'dataPlatformApi', required: true, testedBy: 'testPlatformCredential' }],
    properties: fields,
  };

  methods = {
    listSearch: buildListSearches(fields),
    loadOptions: { listWatchable },
    credentialTest: { testPlatformCredential },
  };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    return await runPoll(this, async () => {
      const client = await connectPlatform(this);
      const parameters = await resolveParameters(this, client);
      const items = await pollEvents(this, client, readTriggerSettings(this, parameters));
      if (!items || !parameters.boolean('simplify')) return items && [items];
      return [items.map(({ json }) => ({ json: pickFields(json, SIMPLIFIED_EVENT) }))];
    });
  }
}
