import type { INode } from 'n8n-workflow';
import type { ChaosEntity, World } from '../platform/world';
import { TECHNOLOGY_ID } from '../platform/roots';
import {
  addApp,
  addJob,
  addPipeline,
  addEntity,
  byId,
  nameFor,
  someProject,
  type ChaosItem,
  type ChaosOperation,
  type Outcome,
} from './operation';

type Add = (world: World, index: number, random: () => number) => ChaosEntity;

const addProject: Add = (world, index, random) =>
  addEntity(world.projects, world, { name: nameFor('Project', index, random) });

interface Kind {
  noun: string;
  idField: string;
  add: Add;
  entities(world: World): Map<string, ChaosEntity>;
}

const KINDS = {
  project: {
    noun: 'project',
    idField: 'projectId',
    add: addProject,
    entities: (world) => world.projects,
  },
  job: { noun: 'job', idField: 'jobId', add: addJob, entities: (world) => world.jobs },
  pipeline: {
    noun: 'pipeline',
    idField: 'pipelineId',
    add: addPipeline,
    entities: (world) => world.pipelines,
  },
  app: { noun: 'app', idField: 'appId', add: addApp, entities: (world) => world.apps },
} satisfies Record<string, Kind>;

const READS = ['login', 'introspection', 'query'] as const;
const CHANGES = ['login', 'introspection', 'probe', 'mutation', 'mutation'] as const;

const prepared =
  ({ idField, add }: Kind) =>
  (world: World, index: number, random: () => number): ChaosItem => ({
    json: { [idField]: add(world, index, random).id, index },
  });

const targetOf =
  ({ idField }: Kind) =>
  ({ json }: ChaosItem) =>
    String(json[idField]);

const isTheOne =
  ({ idField }: Kind) =>
  ({ item, outputs }: Outcome) =>
    outputs[0]?.json.id === item.json[idField] ? undefined : `it is ${String(outputs[0]?.json.id)}`;

function get(kind: Kind): ChaosOperation {
  return {
    name: `${kind.noun}.get`,
    node: 'Projects',
    parameters: { [kind.idField]: byId(kind.idField) },
    routes: READS,
    prepare: prepared(kind),
    falsehood: (outcome) => {
      const entity = kind.entities(outcome.world).get(String(outcome.item.json[kind.idField]));
      return (
        isTheOne(kind)(outcome) ??
        (outcome.outputs[0]?.json.name === entity?.name ? undefined : 'another name')
      );
    },
    outputsAnItem: 1,
  };
}

function remove(
  kind: Kind,
  mutation: string,
  routes: ChaosOperation['routes'] = CHANGES,
): ChaosOperation {
  return {
    name: `${kind.noun}.delete`,
    node: 'Projects',
    parameters: { [kind.idField]: byId(kind.idField) },
    routes,
    prepare: prepared(kind),
    change: { kind: mutation, target: targetOf(kind), isRepeatable: true },
    falsehood: ({ world, item, outputs }) => {
      if (outputs[0]?.json.deleted !== true) return 'not deleted: true';
      return kind.entities(world).has(String(item.json[kind.idField]))
        ? 'it is still there'
        : undefined;
    },
    outputsAnItem: 1,
  };
}

/** A change of one entity that is seen at its effect. */
function act(
  kind: Kind,
  operation: string,
  mutation: string,
  more: Partial<ChaosOperation> & { isRepeatable?: boolean } = {},
): ChaosOperation {
  const { isRepeatable = false, parameters, ...others } = more;
  return {
    name: `${kind.noun}.${operation}`,
    node: 'Projects',
    parameters: { [kind.idField]: byId(kind.idField), ...parameters },
    routes: CHANGES,
    prepare: prepared(kind),
    change: { kind: mutation, target: targetOf(kind), isRepeatable },
    falsehood: ({ world, item }) =>
      world.effectsOn(mutation, targetOf(kind)(item)).length > 0
        ? undefined
        : `no ${mutation} was made`,
    outputsAnItem: 1,
    ...others,
  };
}

function list(
  kind: Kind,
  parameters: INode['parameters'],
  routes: ChaosOperation['routes'] = READS,
): ChaosOperation {
  return {
    name: `${kind.noun}.getAll`,
    node: 'Projects',
    parameters: { ...parameters, returnAll: true },
    routes,
    prepare: (world, index, random) => {
      kind.add(world, index, random);
      return { json: { projectId: someProject(world).id } };
    },
    falsehood: ({ world, outputs }) => {
      const entities = [...kind.entities(world).keys()];
      const told = outputs.map(({ json }) => json.id);
      return entities.length === told.length && entities.every((id) => told.includes(id))
        ? undefined
        : `${told.length} instead of ${entities.length}`;
    },
  };
}

/** Makes something that has a name of its own. */
function create(kind: Kind, mutation: string, parameters: INode['parameters']): ChaosOperation {
  const target = ({ json }: ChaosItem) => String(json.name);
  return {
    name: `${kind.noun}.create`,
    node: 'Projects',
    parameters: { ...parameters, name: '={{ $json.name }}' },
    routes: CHANGES,
    prepare: (world, index) => ({
      json: { name: `New ${index}`, projectId: someProject(world).id },
    }),
    change: { kind: mutation, target, isRepeatable: false },
    falsehood: ({ world, item, outputs }) => {
      const made = world.effectsOn(mutation, target(item)).map(({ id }) => id);
      return made.includes(outputs[0]?.json.id as string)
        ? undefined
        : `no such ${kind.noun} was made`;
    },
    outputsAnItem: 1,
  };
}

const { project, job, pipeline, app } = KINDS;

export const entityOperations: ChaosOperation[] = [
  list(project, {}, ['login', 'query', 'query']),
  get(project),
  create(project, 'createProject', {}),
  act(project, 'update', 'editProject', {
    isRepeatable: true,
    parameters: { updateFields: { description: '=New text {{ $json.index }}' } },
  }),
  remove(project, 'deleteProject'),
  list(job, { projectId: byId('projectId') }, ['login', 'query', 'query']),
  get(job),
  create(job, 'createJob', {
    projectId: byId('projectId'),
    category: { __rl: true, mode: 'id', value: 'Extraction' },
    technologyId: { __rl: true, mode: 'id', value: TECHNOLOGY_ID },
  }),
  act(job, 'update', 'editJob', {
    isRepeatable: true,
    parameters: { updateFields: { description: '=New text {{ $json.index }}' } },
  }),
  act(job, 'addVersion', 'addJobVersion', { parameters: { version: { releaseNote: 'Chaos' } } }),
  act(job, 'duplicate', 'duplicateJob', {
    only: 'recent',
    falsehood: ({ world, item, outputs }) => {
      const copies = world.effectsOn('duplicateJob', String(item.json.jobId)).map(({ id }) => id);
      return copies.includes(outputs[0]?.json.id as string) ? undefined : 'no such copy was made';
    },
  }),
  remove(job, 'deleteJob', ['login', 'mutation', 'mutation']),
  list(pipeline, { projectId: byId('projectId') }),
  get(pipeline),
  remove(pipeline, 'deletePipeline'),
  list(app, { projectId: byId('projectId') }),
  get(app),
  act(app, 'run', 'runApp'),
  act(app, 'stop', 'stopApp', { isRepeatable: true }),
  act(app, 'restart', 'restartApp', { only: 'recent' }),
  remove(app, 'deleteApp'),
];
