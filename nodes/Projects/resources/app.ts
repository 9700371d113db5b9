import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { APP as TABLE } from '../../../platform/resources/app/fields';
import { pagingFields, readLimit } from '../../shared/items/paging';
import type { Operation, Resource } from '../../shared/operation/operation';
import { defineFields } from '../../shared/operation/output';
import { buildVersionFields } from '../../shared/parameters/collections';
import { LOG_TEXT } from '../outputs';
import { LOG_STREAMS, logFields, buildLogItems, readWantedLines } from '../logs';
import { create } from './app.create';
import { APP } from './app.fields';
import { runAndWait } from './app.start';
import { readSettingFields, buildSettingFields } from './settings';

const nextVersionField = buildVersionFields(
  buildSettingFields('app', TABLE.version),
  'The settings that differ in the new version. Settings that are not added are copied from the current version.',
);

const getHistory: Operation<PlatformClient> = {
  value: 'getHistory',
  name: 'Get History',
  action: 'Get history of app',
  description: 'Get the actions on an app and its status changes, newest first',
  output: {
    ...defineFields('appId action recordAt author trigger versionNumber:integer executionId'),
    statuses: [defineFields('status reason recordAt')],
  },
  fields: [...APP.definition.picker, ...pagingFields],

  async run(call) {
    const appId = APP.readId(call);
    const limit = readLimit(call.parameters);
    const events = await call.client.appHistory.list(appId, limit, call.options);
    return events.map((event) => ({ json: { appId, ...event } as IDataObject }));
  },
};

const getStats: Operation<PlatformClient> = {
  value: 'getStats',
  name: 'Get Statistics',
  action: 'Get statistics of app',
  description:
    'Get the uptime and downtime of an app since its last start, and how often it recovered',
  output: defineFields(
    'appId versionNumber:integer startTime uptimePercentage:number downtimePercentage:number recoveredCount:integer',
  ),
  fields: [...APP.definition.picker],

  async run(call) {
    const appId = APP.readId(call);
    const stats = await call.client.appHistory.getStats(appId, call.options);
    return { json: { appId, ...stats } as IDataObject };
  },
};

const getLogs: Operation<PlatformClient> = {
  value: 'getLogs',
  name: 'Get Logs',
  action: 'Get logs of app',
  description: 'Get the log lines of an app, by default the last ones',
  output: {
    ...defineFields('index:integer value stream containerId recordAt'),
    ...LOG_TEXT,
    appId: 'string',
  },
  fields: [
    ...APP.definition.picker,
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
      description:
        "The ID of the app's execution to get lines from. Leave empty for the latest execution.",
    },
    ...logFields,
  ],

  async run(call) {
    const { client, parameters, options } = call;
    const appId = APP.readId(call);
    const wantedLines = readWantedLines(call);
    const query = {
      executionId: parameters.text('executionId').trim() || undefined,
      stream: parameters.choice('stream') || undefined,
      ...wantedLines,
    };
    return buildLogItems(call, await client.appLogs.read(appId, query, options), wantedLines, {
      appId,
    });
  },
};

export const app: Resource<PlatformClient> = {
  value: 'app',
  name: 'App',
  operations: [
    runAndWait,
    APP.buildAction({
      isRepeatable: false,
      value: 'run',
      name: 'Run',
      description: 'Start an app that is not running',
      prepare: async (apps, id, options) => await apps.prepareRun(id, options),
    }),
    APP.buildAction({
      isRepeatable: true,
      value: 'stop',
      name: 'Stop',
      description: 'Stop an app',
      prepare: async (apps, id, options) => await apps.prepareStop(id, options),
    }),
    APP.buildAction({
      isRepeatable: false,
      value: 'restart',
      name: 'Restart',
      description: 'Stop an app and start it again',
      prepare: async (apps, id, options) => await apps.prepareRestart(id, options),
    }),
    APP.buildGet('Get an app with its current version and status'),
    APP.buildGetMany(),
    getLogs,
    getHistory,
    getStats,
    create,
    APP.buildAddVersion({
      description:
        'Add a version to an app. The new version becomes the current one, and a running app switches to it.',
      fields: [nextVersionField],
      prepare: async ({ parameters, options }, apps, id) =>
        await apps.prepareAddVersion(id, readSettingFields(parameters, 'version'), options),
    }),
    APP.buildUpdate('Update the settings of an app, but not its version'),
    APP.buildRollback({
      isRepeatable: false,
      description: 'Roll back an app to an earlier version. A running app switches to it.',
    }),
    APP.buildDelete('Delete an app permanently'),
  ],
};
