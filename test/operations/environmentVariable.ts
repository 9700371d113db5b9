import { APP_IDS, JOB_IDS, PIPELINE_IDS, PROJECT_IDS, type Sandbox } from '../../sandbox';
import { DELETED, environmentVariable } from '../../schemas/projects/entities';
import { READS } from '../chaos/operations/kinds';
import {
  addJob,
  also,
  fromItem,
  someProject,
  type ChaosItem,
  type Model,
} from '../chaos/operations/operation';
import type { Variable } from '../chaos/platform/entities';
import type { World } from '../chaos/platform/world';
import { byId } from '../nodes/Projects/support';
import type { Operations, Try } from './entry';
import { IN_RETAIL } from './onSandbox';

const CHANGES = ['login', 'introspection', 'query', 'probe', 'mutation', 'mutation'] as const;

const SCOPES = {
  GLOBAL: ['global', {}, null],
  PROJECT: ['of a project', { ...IN_RETAIL }, PROJECT_IDS.retail],
  PIPELINE: [
    'of a pipeline',
    { pipelineId: byId(PIPELINE_IDS.dailySales) },
    PIPELINE_IDS.dailySales,
  ],
  JOB: ['of a job', { jobId: byId(JOB_IDS.priceWatch) }, JOB_IDS.priceWatch],
  APP: ['of an app', { appId: byId(APP_IDS.salesDashboard) }, APP_IDS.salesDashboard],
} as const;

/** A try in each scope. @param existing the name of a variable that is there before */
function inEachScope(parameters: object, existing?: string): Try[] {
  return Object.entries(SCOPES).map(([key, [of, place, entityId]]) => {
    const scope = key as keyof typeof SCOPES;
    const before = ({ store: { variables } }: Sandbox) => {
      if (!existing || variables.of(scope, entityId).some(({ name }) => name === existing)) return;
      variables.add({ scope, entityId, name: existing, value: 'a' });
    };
    return { of, before, parameters: { scope, ...place, ...parameters } };
  });
}

function addVariable(
  world: World,
  variable: Partial<Variable> & Pick<Variable, 'name' | 'scope'>,
): Variable {
  const added: Variable = {
    id: world.newId(),
    entityId: null,
    value: 'old',
    description: null,
    isPassword: false,
    ...variable,
  };
  world.variables.set(added.id, added);
  return added;
}

interface Place {
  scope: string;
  parameters: Model['parameters'];
  /** What an item says of its place, and the ID of what the variables stand at. */
  at(world: World): { json: object; entityId: string | null };
}

const PLACES: Place[] = [
  { scope: 'GLOBAL', parameters: { scope: 'GLOBAL' }, at: () => ({ json: {}, entityId: null }) },
  {
    scope: 'PROJECT',
    parameters: { scope: 'PROJECT', projectId: fromItem('projectId') },
    at: (world) => {
      const { id } = someProject(world);
      return { json: { projectId: id }, entityId: id };
    },
  },
];

const named = ({ json }: ChaosItem) => String(json.name);
const find = (world: World, item: ChaosItem) =>
  [...world.variables.values()].find(({ name }) => name === named(item));

function modelsAt({ scope, parameters, at }: Place) {
  const prepare =
    (isThere: (random: () => number) => boolean) =>
    (world: World, index: number, random: () => number): ChaosItem => {
      const { json, entityId } = at(world);
      const name = `NAME_${index}`;
      const variable = isThere(random) && addVariable(world, { name, scope, entityId });
      return { json: { ...json, name, ...(variable && { variableId: variable.id }) } };
    };
  return {
    set: {
      outputsAnItem: 1,
      parameters: { ...parameters, name: '={{ $json.name }}', value: '=new {{ $json.name }}' },
      routes: CHANGES,
      prepare: prepare((random) => random() < 0.5),
      change: { kind: 'saveEnvironmentVariable', target: named, isRepeatable: true },
      falsehood: ({ world, item }) => {
        const value = find(world, item)?.value;
        return value === `new ${named(item)}` ? undefined : `the value is ${String(value)}`;
      },
    },
    delete: {
      outputsAnItem: 1,
      parameters: { ...parameters, name: '={{ $json.name }}' },
      routes: CHANGES,
      prepare: prepare(() => true),
      change: {
        kind: 'deleteEnvironmentVariable',
        target: named,
        isRepeatable: true,
        askedBy: ({ json }) => String(json.variableId),
      },
      falsehood: ({ world, item }) => (find(world, item) ? 'it is still there' : undefined),
    },
    getAll: {
      parameters: { ...parameters, returnAll: true },
      routes: READS,
      prepare: prepare(() => true),
      falsehood: ({ world, outputs }) =>
        outputs.length === world.variables.size
          ? undefined
          : `${outputs.length} instead of ${world.variables.size}`,
    },
  } satisfies Record<string, Model>;
}

/** A password: its value must stand nowhere afterwards. */
const setPassword: Model = {
  parameters: { scope: 'JOB', jobId: fromItem('jobId'), name: 'API_KEY', isPassword: true },
  parametersIn: ({ variableSecret }) => ({ value: variableSecret }),
  routes: CHANGES,
  mayChange: true,
  prepare: (world, index, random) => ({ json: { jobId: addJob(world, index, random).id } }),
  falsehood: ({ world, item }) => {
    const set = [...world.variables.values()].find(({ entityId }) => entityId === item.json.jobId);
    return set?.value === world.variableSecret ? undefined : 'the value was not set';
  },
  outputsAnItem: 1,
};

/** Variables of a job: one stays, one changes, one is made, one goes, and a password keeps its value or gets one. */
function replaceAll(dryRun: boolean): Model {
  const text = ({ index }: { index: number }, secret: string) => ({
    [`SAME_${index}`]: 'old',
    [`CHANGED_${index}`]: 'new',
    [`NEW_${index}`]: 'new',
    [`SECRET_${index}`]: { value: secret, isPassword: true },
  });
  const wantedOf = ({ variableSecret }: World, { json }: ChaosItem) => {
    const wanted = text(json as { index: number }, variableSecret);
    return Object.entries(wanted)
      .map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.value}`)
      .sort()
      .join();
  };
  const found = (world: World, { json }: ChaosItem) =>
    [...world.variables.values()]
      .filter(({ entityId }) => entityId === json.jobId)
      .map(({ name, value }) => `${name}=${String(value)}`)
      .sort()
      .join();
  return {
    parameters: { scope: 'JOB', jobId: fromItem('jobId'), format: 'json', dryRun },
    parametersIn: ({ variableSecret }) => ({
      text: `={{ JSON.stringify({ ...$json.wanted, ['SECRET_' + $json.index]: { value: ${JSON.stringify(variableSecret)}, isPassword: true } }) }}`,
    }),
    routes: CHANGES,
    prepare: (world, index, random) => {
      const { id: entityId } = addJob(world, index, random);
      const [, , { id: goneId } = { id: '' }] = ['SAME', 'CHANGED', 'GONE'].map((name) =>
        addVariable(world, { name: `${name}_${index}`, scope: 'JOB', entityId }),
      );
      const json = { jobId: entityId, goneId, index, wanted: text({ index }, 'THE SECRET') };
      return { json: { ...json, made: `NEW_${index}`, gone: `GONE_${index}` } };
    },
    ...(!dryRun && {
      change: {
        kind: 'saveEnvironmentVariable',
        target: ({ json }) => String(json.made),
        isRepeatable: false,
        others: [also('deleteEnvironmentVariable', 'gone', true)],
        askedBy: ({ json }) => String(json.goneId),
        isPartial: true,
      },
    }),
    falsehood: ({ world, item, outputs }) => {
      if (dryRun) return outputs.length === 5 ? undefined : `${outputs.length} changes`;
      const there = found(world, item);
      return there === wantedOf(world, item) ? undefined : 'other variables are there';
    },
    outputsAnItem: 5,
  };
}

const PLACE_MODELS = PLACES.map(modelsAt);

/** Operations on environment variables. */
export const environmentVariableOperations: Operations = {
  getAll: {
    returns: environmentVariable,
    tried: inEachScope({ returnAll: true }),
    chaos: PLACE_MODELS.map(({ getAll }) => getAll),
  },
  set: {
    returns: environmentVariable,
    example: { scope: 'PROJECT', ...IN_RETAIL, name: 'SHOPS_FILE', value: '/data/shops.csv' },
    tried: inEachScope({ name: 'MADE_HERE', value: 'a' }),
    chaos: [...PLACE_MODELS.map(({ set }) => set), setPassword],
  },
  replaceAll: {
    returns: {
      name: 'string',
      scope: 'string',
      action: 'string',
      isPassword: 'boolean',
      value: 'string',
      previousValue: 'string',
      dryRun: 'boolean',
    },
    tried: inEachScope({ text: '{ "KEPT": "b", "NEW_HERE": "c" }', dryRun: true }, 'KEPT'),
    chaos: [replaceAll(false), replaceAll(true)],
  },
  delete: {
    returns: { ...DELETED, name: 'string', scope: 'string' },
    tried: inEachScope({ name: 'OLD' }, 'OLD'),
    chaos: PLACE_MODELS.map((models) => models.delete),
  },
};
