import type { INode } from 'n8n-workflow';
import { versionsOf, type ChaosEntity } from '../platform/entities';
import type { World } from '../platform/world';
import {
  addApp,
  addJob,
  addPipeline,
  addEntity,
  fromItem,
  nameFor,
  someProject,
  type ChaosItem,
  type Model,
  type Outcome,
} from './operation';

type Add = (world: World, index: number, random: () => number) => ChaosEntity;

const addProject: Add = (world, index, random) =>
  addEntity(world.projects, world, { name: nameFor('Project', index, random) });

export interface Kind {
  noun: string;
  idField: string;
  add(world: World, index: number, random: () => number): { id: string };
  entities(world: World): Map<string, { id: string; name?: string }>;
}

export const KINDS = {
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
  volume: {
    noun: 'volume',
    idField: 'volumeId',
    add: (world, index, random) =>
      addEntity(world.volumes, world, {
        name: nameFor('Volume', index, random),
        projectId: someProject(world).id,
      }),
    entities: (world) => world.volumes,
  },
  dockerCredential: {
    noun: 'dockerCredential',
    idField: 'dockerCredentialId',
    add: (world, index) =>
      addEntity(world.dockerCredentials, world, {
        username: `user ${index}`,
        password: 'an old one',
        projectId: someProject(world).id,
      }),
    entities: (world) => world.dockerCredentials,
  },
  repository: {
    noun: 'repository',
    idField: 'repositoryId',
    add: (world, index) =>
      addEntity(world.repositories, world, {
        name: `Repository ${index}`,
        reversibleId: world.newId(),
      }),
    entities: (world) => world.repositories,
  },
} satisfies Record<string, Kind>;

export const READS = ['login', 'introspection', 'query'] as const;
export const CATALOG_READS = ['login', 'introspection', 'probe', 'query'] as const;
export const CHANGES = ['login', 'introspection', 'probe', 'mutation', 'mutation'] as const;

export const prepared =
  ({ idField, add }: Kind) =>
  (world: World, index: number, random: () => number): ChaosItem => ({
    json: { [idField]: add(world, index, random).id, index },
  });

export const targetOf =
  ({ idField }: Kind) =>
  ({ json }: ChaosItem) =>
    String(json[idField]);

export const isTheOne =
  ({ idField }: Kind) =>
  ({ item, outputs }: Outcome) =>
    outputs[0]?.json.id === item.json[idField] ? undefined : `it is ${String(outputs[0]?.json.id)}`;

/** Reads one entity, or something of it: one item, if not said otherwise. */
export function read(
  kind: Kind,
  more: Pick<Model, 'falsehood'> & Partial<Omit<Model, 'change'>>,
): Model {
  return {
    parameters: { [kind.idField]: fromItem(kind.idField) },
    routes: READS,
    prepare: prepared(kind),
    outputsAnItem: 1,
    ...more,
  };
}

export function get(kind: Kind): Model {
  return read(kind, {
    falsehood: (outcome) => {
      const entity = kind.entities(outcome.world).get(String(outcome.item.json[kind.idField]));
      return (
        isTheOne(kind)(outcome) ??
        (outcome.outputs[0]?.json.name === entity?.name ? undefined : 'another name')
      );
    },
  });
}

export function remove(kind: Kind, mutation: string, routes: Model['routes'] = CHANGES): Model {
  return {
    parameters: { [kind.idField]: fromItem(kind.idField) },
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
export function act(
  kind: Kind,
  mutation: string,
  more: Partial<Model> & { isRepeatable?: boolean } = {},
): Model {
  const { isRepeatable = false, parameters, ...others } = more;
  return {
    parameters: { [kind.idField]: fromItem(kind.idField), ...parameters },
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

/** To a project that is made for it. */
export function move(kind: Kind, mutation: string): Model {
  return act(kind, mutation, {
    only: 'recent',
    parameters: { targetProjectId: fromItem('targetProjectId') },
    routes: [...CHANGES, 'query'],
    prepare: (world, index, random) => {
      // The first project of a world is that of its things.
      const { json } = prepared(kind)(world, index, random);
      return { json: { ...json, targetProjectId: addProject(world, index, random).id } };
    },
    falsehood: ({ world, item, outputs }) => {
      const { id, previousId, action } = outputs[0]?.json ?? {};
      const [moved] = world.effectsOn(mutation, targetOf(kind)(item));
      if (moved?.id !== id) return `it is not ${String(id)}`;
      const isTold = previousId === targetOf(kind)(item) && action === 'moved';
      return isTold ? undefined : `it tells ${String(action)} of ${String(previousId)}`;
    },
  });
}

/** Of two versions the current one stays. */
export function deleteVersions(kind: Kind, effect: string, prepare: Model['prepare']): Model {
  return act(kind, effect, {
    isRepeatable: true,
    parameters: { versionNumbers: '1, 2' },
    prepare,
    falsehood: ({ world, item, outputs }) => {
      const entity = kind.entities(world).get(targetOf(kind)(item)) as ChaosEntity | undefined;
      const left = entity ? versionsOf(entity).map(({ number }) => number) : [];
      const { deletedVersions, keptVersions } = outputs[0]?.json ?? {};
      const told = JSON.stringify([deletedVersions, keptVersions]);
      if (left.join() !== '2') return `the versions ${left.join()} are left`;
      const kept = [{ number: 2, reasons: ['CURRENT_VERSION'] }];
      return told === JSON.stringify([[1], kept]) ? undefined : `it tells ${told}`;
    },
  });
}

export function list(
  kind: Kind,
  parameters: INode['parameters'],
  routes: Model['routes'] = READS,
): Model {
  return {
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
export function create(kind: Kind, mutation: string, parameters: INode['parameters']): Model {
  const target = ({ json }: ChaosItem) => String(json.name);
  return {
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

/** How many items come out for an item. */
export const countIs =
  (wanted: (outcome: Outcome) => number): Model['falsehood'] =>
  (outcome) =>
    outcome.outputs.length === wanted(outcome)
      ? undefined
      : `${outcome.outputs.length} instead of ${wanted(outcome)}`;
