import type { PlatformClient } from '../../../../platform/client';
import { readIdentifier } from '../../../../platform/input/identifiers';
import type { Operation } from '../../../shared/operation/operation';
import { appLocator, projectFilterFor } from '../../../shared/locators/locators';
import { logFields } from '../../logFields';
import { logItems, readWantedLines } from '../../logItems';
import { LOG_STREAMS } from '../../logStreams';

export const getLogs: Operation<PlatformClient> = {
  value: 'getLogs',
  name: 'Get Logs',
  action: 'Get logs of app',
  description: 'Get the log lines of an app, by default the last ones',
  fields: [
    projectFilterFor('apps'),
    appLocator,
    {
      displayName: 'Stream',
      name: 'stream',
      type: 'options',
      default: '',
      description: 'Which stream to get',
      options: [{ name: 'All', value: '' }, ...LOG_STREAMS],
    },
    {
      displayName: 'Execution ID',
      name: 'executionId',
      type: 'string',
      default: '',
      description: "The ID of the app's start to get lines from. Leave empty for the latest start.",
    },
    ...logFields,
  ],

  async run(call) {
    const { client, parameters, options } = call;
    const appId = readIdentifier(parameters.locator('appId'), 'app');
    const wanted = readWantedLines(call);
    const query = {
      executionId: parameters.text('executionId').trim() || undefined,
      stream: parameters.choice('stream') || undefined,
      ...wanted,
    };
    return logItems(call, await client.apps.readLog(appId, query, options), wanted, { appId });
  },
};
