import { APP_IDS, APP_TECHNOLOGY_IDS } from '../../sandbox';
import { app, appVersion, DELETED, LOG_TEXT } from '../../schemas/projects/entities';
import { act, CHANGES, countIs, get, KINDS, list, read, remove } from '../chaos/operations/kinds';
import {
  addApp,
  fromItem,
  someProject,
  withTwoVersions,
  type ChaosItem,
  type Outcome,
} from '../chaos/operations/operation';
import { currentVersionOf } from '../chaos/platform/entities';
import { LOG_LINES } from '../chaos/platform/roots/runs';
import { APP_EVENTS, TECHNOLOGY_ID } from '../chaos/platform/roots/shown';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';
import { appOfTwoVersions, IN_RETAIL, newVolume } from './onSandbox';

const IMAGE = 'registry.invalid/app:1';

const named = ({ json }: ChaosItem) => String(json.name);

const appOf = ({ world, item }: Outcome) => world.apps.get(String(item.json.appId));

/** A list of an app's own. @param wanted how many it has */
const listed = (wanted: number) =>
  read(KINDS.app, {
    parameters: { appId: fromItem('appId'), returnAll: true, limit: 100, lines: 'all' },
    falsehood: countIs(() => wanted),
    outputsAnItem: undefined,
  });

/** Operations on apps. */
export const appOperations: Operations = {
  getAll: {
    returns: app.listed,
    tried: { parameters: { ...IN_RETAIL, returnAll: true } },
    chaos: list(KINDS.app, { projectId: fromItem('projectId') }),
  },
  get: {
    returns: app.whole,
    tried: { parameters: { appId: byId(APP_IDS.salesDashboard) } },
    chaos: get(KINDS.app),
  },
  run: {
    returns: app.whole,
    tried: { parameters: { appId: byId(APP_IDS.mobilityNotebook) } },
    chaos: act(KINDS.app, 'runApp'),
  },
  restart: {
    returns: app.whole,
    tried: { parameters: { appId: byId(APP_IDS.salesDashboard) } },
    chaos: act(KINDS.app, 'restartApp', { only: 'recent' }),
  },
  stop: {
    returns: app.whole,
    tried: { parameters: { appId: byId(APP_IDS.salesDashboard) } },
    chaos: act(KINDS.app, 'stopApp', { isRepeatable: true }),
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
    chaos: listed(LOG_LINES),
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
    chaos: listed(APP_EVENTS),
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
    chaos: read(KINDS.app, {
      only: 'recent',
      falsehood: ({ outputs }) =>
        outputs[0]?.json.uptimePercentage === 75 ? undefined : 'another share of time',
    }),
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
    chaos: {
      parameters: {
        projectId: fromItem('projectId'),
        name: '={{ $json.name }}',
        source: 'image',
        image: IMAGE,
        technologyId: { __rl: true, mode: 'id', value: TECHNOLOGY_ID },
        version: { ports: '[8080]' },
        variables: '={{ JSON.stringify({ [$json.variable]: "a" }) }}',
      },
      only: 'recent',
      routes: [...CHANGES, 'query'],
      prepare: (world, index) => ({
        json: {
          name: `New ${index}`,
          variable: `NAME_${index}`,
          projectId: someProject(world).id,
        },
      }),
      change: {
        kind: 'createApp',
        target: named,
        isRepeatable: false,
        others: [
          {
            kind: 'saveEnvironmentVariable',
            target: ({ json }) => String(json.variable),
            isRepeatable: true,
          },
        ],
      },
      falsehood: ({ world, item, outputs }) => {
        const made = world.effectsOn('createApp', named(item));
        const { id } = outputs[0]?.json ?? {};
        if (!made.some((one) => one.id === id)) return 'no such app was made';
        const entity = world.apps.get(String(id));
        if (entity && currentVersionOf(entity).dockerInfo?.image !== IMAGE) return 'another image';
        const isSet = [...world.variables.values()].some(
          ({ name, entityId, value }) =>
            name === item.json.variable && entityId === id && value === 'a',
        );
        return isSet ? undefined : 'its variable was not set';
      },
      outputsAnItem: 1,
    },
  },
  addVersion: {
    returns: { appId: 'string', ...appVersion },
    tried: (sandbox) => ({
      appId: appOfTwoVersions(sandbox),
      version: { dockerImage: 'registry.invalid/app:3' },
    }),
    chaos: act(KINDS.app, 'addAppVersion', {
      parameters: { version: { dockerImage: IMAGE, releaseNote: 'Chaos' } },
      falsehood: (outcome) => {
        const entity = appOf(outcome);
        const image = entity && currentVersionOf(entity).dockerInfo?.image;
        return image === IMAGE ? undefined : `the image is ${String(image)}`;
      },
    }),
  },
  update: {
    returns: app.whole,
    tried: (sandbox) => ({
      appId: appOfTwoVersions(sandbox),
      updateFields: { description: 'Changed' },
    }),
    chaos: act(KINDS.app, 'editApp', {
      isRepeatable: true,
      parameters: { updateFields: { description: '=Text {{ $json.index }}' } },
      falsehood: (outcome) =>
        appOf(outcome)?.description === `Text ${String(outcome.item.json.index)}`
          ? undefined
          : 'it was not changed',
    }),
  },
  rollback: {
    returns: app.whole,
    tried: (sandbox) => ({ appId: appOfTwoVersions(sandbox), versionNumber: 1 }),
    chaos: act(KINDS.app, 'rollbackAppVersion', {
      parameters: { versionNumber: 1 },
      prepare: (world, index, random) => ({
        json: { appId: withTwoVersions(addApp(world, index, random)).id },
      }),
      falsehood: (outcome) => (appOf(outcome)?.current === 1 ? undefined : 'it is another version'),
    }),
  },
  delete: {
    returns: DELETED,
    tried: (sandbox) => ({ appId: appOfTwoVersions(sandbox) }),
    chaos: remove(KINDS.app, 'deleteApp'),
  },
};
