import { APP_IDS, APP_TECHNOLOGY_IDS } from '../../sandbox';
import { app, appVersion, DELETED, LOG_TEXT } from '../../schemas/projects/entities';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';
import { appOfTwoVersions, IN_RETAIL, newVolume } from './onSandbox';

/** Operations on apps. */
export const appOperations: Operations = {
  getAll: {
    returns: app.listed,
    tried: { parameters: { ...IN_RETAIL, returnAll: true } },
  },
  get: {
    returns: app.whole,
    tried: { parameters: { appId: byId(APP_IDS.salesDashboard) } },
  },
  run: {
    returns: app.whole,
    tried: { parameters: { appId: byId(APP_IDS.mobilityNotebook) } },
    changes: { runApp: 'once' },
  },
  restart: {
    returns: app.whole,
    tried: { parameters: { appId: byId(APP_IDS.salesDashboard) } },
    changes: { restartApp: 'once' },
  },
  stop: {
    returns: app.whole,
    tried: { parameters: { appId: byId(APP_IDS.salesDashboard) } },
    changes: { stopApp: 'repeatable' },
  },
  getLogs: {
    returns: {
      index: 'integer',
      value: 'string',
      stream: 'string',
      containerId: 'string',
      recordAt: 'string',
      ...LOG_TEXT,
      appId: 'string',
    },
    tried: [
      { parameters: { appId: byId(APP_IDS.salesDashboard) } },
      {
        of: 'as one text',
        parameters: { appId: byId(APP_IDS.salesDashboard), lines: 'first', output: 'text' },
      },
    ],
  },
  getHistory: {
    returns: {
      appId: 'string',
      action: 'string',
      recordAt: 'string',
      author: 'string',
      trigger: 'string',
      versionNumber: 'integer',
      executionId: 'string',
      statuses: [{ status: 'string', reason: 'string', recordAt: 'string' }],
    },
    tried: { parameters: { appId: byId(APP_IDS.salesDashboard), returnAll: true } },
  },
  getStats: {
    returns: {
      appId: 'string',
      versionNumber: 'integer',
      startTime: 'string',
      uptimePercentage: 'number',
      downtimePercentage: 'number',
      recoveredCount: 'integer',
    },
    tried: { parameters: { appId: byId(APP_IDS.salesDashboard) } },
  },
  create: {
    returns: app.whole,
    example: true,
    tried: [
      {
        of: 'of a technology',
        parameters: {
          ...IN_RETAIL,
          name: 'From the catalog',
          technologyId: byId(APP_TECHNOLOGY_IDS.dashboard),
          contextId: byId('11'),
        },
      },
      {
        of: 'of an image',
        parameters: (sandbox) => ({
          ...IN_RETAIL,
          name: 'From an image',
          source: 'image',
          image: 'registry.invalid/app:1',
          version: {
            ports: [8080],
            volumes: [{ path: '/data', volume: newVolume(sandbox).value }],
          },
          additionalFields: {
            alerting: { logins: ['demo'], emails: [], statusList: ['FAILED'] },
            resources: { cpu: { request: 1, limit: 1 }, memory: { request: 1, limit: 1 } },
          },
        }),
      },
    ],
    changes: { createApp: 'once', saveEnvironmentVariable: 'repeatable' },
  },
  addVersion: {
    returns: { appId: 'string', ...appVersion },
    tried: (sandbox) => ({
      appId: appOfTwoVersions(sandbox),
      version: { dockerImage: 'registry.invalid/app:3' },
    }),
    changes: { addAppVersion: 'once' },
  },
  update: {
    returns: app.whole,
    tried: (sandbox) => ({
      appId: appOfTwoVersions(sandbox),
      updateFields: { description: 'Changed' },
    }),
    changes: { editApp: 'repeatable' },
  },
  rollback: {
    returns: app.whole,
    tried: (sandbox) => ({ appId: appOfTwoVersions(sandbox), versionNumber: 1 }),
    changes: { rollbackAppVersion: 'once' },
  },
  delete: {
    returns: DELETED,
    tried: (sandbox) => ({ appId: appOfTwoVersions(sandbox) }),
    changes: { deleteApp: 'repeatable' },
  },
};
