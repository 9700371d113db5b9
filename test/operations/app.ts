import { APP_IDS, APP_TECHNOLOGY_IDS, PROJECT_IDS, type Sandbox } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource } from './entry';
import { about, CHANGED, IN_RETAIL } from './onSandbox';
import { newVolume } from './storage';

const DASHBOARD = { appId: byId(APP_IDS.salesDashboard) };

const ofTwoVersions = about('appId', ({ store }: Sandbox) => {
  const app = store.apps.add({
    projectId: PROJECT_IDS.retail,
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    version: { dockerInfo: { image: 'registry.invalid/app:1', dockerCredentialsId: null } },
  });
  store.apps.addVersion(app.id, {}, 'demo');
  return byId(app.id);
});

const appOperations: Operations = {
  getAll: { tried: { ...IN_RETAIL, returnAll: true } },
  get: { tried: DASHBOARD },
  run: {
    tried: { appId: byId(APP_IDS.mobilityNotebook) },
    changes: { runApp: 'once' },
  },
  runAndWait: {
    tried: { appId: byId(APP_IDS.mobilityNotebook), options: { pollInterval: 1 } },
    changes: { runApp: 'once' },
  },
  restart: { tried: DASHBOARD, changes: { restartApp: 'once' } },
  stop: { tried: DASHBOARD, changes: { stopApp: 'repeatable' } },
  getLogs: {
    tried: [
      DASHBOARD,
      { of: 'as one text', parameters: { ...DASHBOARD, lines: 'first', output: 'text' } },
    ],
  },
  getHistory: {
    tried: { ...DASHBOARD, returnAll: true },
  },
  getStats: {
    tried: DASHBOARD,
  },
  create: {
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
        of: 'with variables',
        parameters: {
          ...IN_RETAIL,
          name: 'With variables',
          technologyId: byId(APP_TECHNOLOGY_IDS.dashboard),
          contextId: byId('11'),
          variables: '{ "REGION": "eu" }',
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
    changes: { createApp: 'once', saveEnvironmentVariable: 'repeatable', restartApp: 'once' },
  },
  addVersion: {
    tried: ofTwoVersions({ version: { dockerImage: 'registry.invalid/app:3' } }),
    changes: { addAppVersion: 'once' },
  },
  update: { tried: ofTwoVersions(CHANGED), changes: { editApp: 'repeatable' } },
  rollback: {
    tried: ofTwoVersions({ versionNumber: 1 }),
    changes: { rollbackAppVersion: 'once' },
  },
  delete: { tried: ofTwoVersions(), changes: { deleteApp: 'repeatable' } },
};

export const operations: OperationsByResource = {
  'Projects app': appOperations,
};
