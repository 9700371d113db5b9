import { currentVersionOf } from '../platform/entities';
import { APP_EVENTS, TECHNOLOGY_ID } from '../platform/roots/shown';
import { LOG_LINES } from '../platform/roots/runs';
import { act, CHANGES, KINDS, prepared, READS } from './kinds';
import {
  addApp,
  byId,
  someProject,
  withTwoVersions,
  type ChaosItem,
  type ChaosOperation,
  type Outcome,
} from './operation';

const { app } = KINDS;
const IMAGE = 'registry.invalid/app:1';
const named = ({ json }: ChaosItem) => String(json.name);
const appOf = ({ world, item }: Outcome) => world.apps.get(String(item.json.appId));

function list(name: string, wanted: number): ChaosOperation {
  return {
    name: `app.${name}`,
    node: 'Projects',
    parameters: { appId: byId('appId'), returnAll: true, limit: 100, lines: 'all' },
    routes: READS,
    prepare: prepared(app),
    falsehood: ({ outputs }) =>
      outputs.length === wanted ? undefined : `${outputs.length} instead of ${wanted}`,
  };
}

export const appOperations: ChaosOperation[] = [
  list('getLogs', LOG_LINES),
  list('getHistory', APP_EVENTS),
  {
    name: 'app.getStats',
    node: 'Projects',
    parameters: { appId: byId('appId') },
    only: 'recent',
    routes: READS,
    prepare: prepared(app),
    falsehood: ({ outputs }) =>
      outputs[0]?.json.uptimePercentage === 75 ? undefined : 'another share of time',
    outputsAnItem: 1,
  },
  {
    name: 'app.create',
    node: 'Projects',
    parameters: {
      projectId: byId('projectId'),
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
      json: { name: `New ${index}`, variable: `NAME_${index}`, projectId: someProject(world).id },
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
  act(app, 'update', 'editApp', {
    isRepeatable: true,
    parameters: { updateFields: { description: '=Text {{ $json.index }}' } },
    falsehood: (outcome) =>
      appOf(outcome)?.description === `Text ${String(outcome.item.json.index)}`
        ? undefined
        : 'it was not changed',
  }),
  act(app, 'addVersion', 'addAppVersion', {
    parameters: { version: { dockerImage: IMAGE, releaseNote: 'Chaos' } },
    falsehood: (outcome) => {
      const entity = appOf(outcome);
      const image = entity && currentVersionOf(entity).dockerInfo?.image;
      return image === IMAGE ? undefined : `the image is ${String(image)}`;
    },
  }),
  act(app, 'rollback', 'rollbackAppVersion', {
    parameters: { versionNumber: 1 },
    prepare: (world, index, random) => ({
      json: { appId: withTwoVersions(addApp(world, index, random)).id },
    }),
    falsehood: (outcome) => (appOf(outcome)?.current === 1 ? undefined : 'it is another version'),
  }),
];
