import type { PlatformClient } from '../../../../platform/client';
import { readIdentifier } from '../../../../platform/identifiers';
import type { Operation } from '../../../shared/operation';
import { appLocator, projectFilterFor, readLocator } from '../../../shared/locators';
import { readParameter } from '../../../shared/parameters/readParameter';
import { LOG_STREAMS, MOST_LINES } from '../../logStreams';

export const getLogs: Operation<PlatformClient> = {
  value: 'getLogs',
  name: 'Get Logs',
  action: 'Get logs of app',
  description: 'Read the last lines that an app wrote, one item a line, oldest first',
  fields: [
    projectFilterFor('apps'),
    appLocator,
    {
      displayName: 'Stream',
      name: 'stream',
      type: 'options',
      default: '',
      description: 'Which stream to read',
      options: [{ name: 'All', value: '' }, ...LOG_STREAMS],
    },
    {
      displayName: 'Execution ID',
      name: 'executionId',
      type: 'string',
      default: '',
      description: 'The start of the app whose lines to read; left empty, the latest one',
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Max number of results to return',
    },
  ],

  async run({ execution, itemIndex, client, options }) {
    const appId = readIdentifier(readLocator(execution, 'appId', itemIndex), 'app');
    const text = (name: string) => {
      const given = readParameter(execution, name, itemIndex, '');
      return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
    };
    const limit = Math.floor(Number(readParameter(execution, 'limit', itemIndex, 50)));
    const query = {
      executionId: text('executionId'),
      stream: text('stream'),
      limit: Math.min(limit >= 1 ? limit : 50, MOST_LINES),
    };
    const lines = await client.apps.readLog(appId, query, options);
    return lines.map((line) => ({ json: { ...line, appId } }));
  },
};
