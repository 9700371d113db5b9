import type { Variable } from '../platform/entities';
import type { World } from '../platform/world';
import { addJob, also, byId, someProject, type ChaosItem, type ChaosOperation } from './operation';

const READS = ['login', 'introspection', 'query'] as const;
const CHANGES = ['login', 'introspection', 'query', 'probe', 'mutation', 'mutation'] as const;

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
  parameters: ChaosOperation['parameters'];
  /** What an item says of its place, and the ID of what the variables stand at. */
  at(world: World): { json: object; entityId: string | null };
}

const PLACES: Place[] = [
  { scope: 'GLOBAL', parameters: { scope: 'GLOBAL' }, at: () => ({ json: {}, entityId: null }) },
  {
    scope: 'PROJECT',
    parameters: { scope: 'PROJECT', projectId: byId('projectId') },
    at: (world) => {
      const { id } = someProject(world);
      return { json: { projectId: id }, entityId: id };
    },
  },
];

const named = ({ json }: ChaosItem) => String(json.name);
const find = (world: World, item: ChaosItem) =>
  [...world.variables.values()].find(({ name }) => name === named(item));

function operationsAt({ scope, parameters, at }: Place): ChaosOperation[] {
  const prepare =
    (isThere: (random: () => number) => boolean) =>
    (world: World, index: number, random: () => number): ChaosItem => {
      const { json, entityId } = at(world);
      const name = `NAME_${index}`;
      const variable = isThere(random) && addVariable(world, { name, scope, entityId });
      return { json: { ...json, name, ...(variable && { variableId: variable.id }) } };
    };
  const base = { node: 'Projects', outputsAnItem: 1 } as const;
  return [
    {
      ...base,
      name: 'environmentVariable.set',
      parameters: { ...parameters, name: '={{ $json.name }}', value: '=new {{ $json.name }}' },
      routes: CHANGES,
      prepare: prepare((random) => random() < 0.5),
      change: { kind: 'saveEnvironmentVariable', target: named, isRepeatable: true },
      falsehood: ({ world, item }) => {
        const value = find(world, item)?.value;
        return value === `new ${named(item)}` ? undefined : `the value is ${String(value)}`;
      },
    },
    {
      ...base,
      name: 'environmentVariable.delete',
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
    {
      ...base,
      name: 'environmentVariable.getAll',
      outputsAnItem: undefined,
      parameters: { ...parameters, returnAll: true },
      routes: READS,
      prepare: prepare(() => true),
      falsehood: ({ world, outputs }) =>
        outputs.length === world.variables.size
          ? undefined
          : `${outputs.length} instead of ${world.variables.size}`,
    },
  ];
}

/** A password: its value must stand nowhere afterwards. */
const setPassword: ChaosOperation = {
  name: 'environmentVariable.set',
  node: 'Projects',
  parameters: { scope: 'JOB', jobId: byId('jobId'), name: 'API_KEY', isPassword: true },
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
function replaceAll(dryRun: boolean): ChaosOperation {
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
    name: 'environmentVariable.replaceAll',
    node: 'Projects',
    parameters: { scope: 'JOB', jobId: byId('jobId'), format: 'json', dryRun },
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

export const variableOperations = [
  ...PLACES.flatMap(operationsAt),
  setPassword,
  replaceAll(false),
  replaceAll(true),
];
